/** What pass 2 can find: the form of a method identifier (AGIS §4.1). */
import type { RuleTable } from '../finding.js';

/** Codes of pass 2. */
export type MethodSyntaxCode =
  | 'agis/method-missing'
  | 'agis/method-empty'
  | 'agis/method-blank'
  | 'agis/method-script'
  | 'agis/method-character'
  | 'agis/method-joined'
  | 'agis/method-compound'
  | 'agis/method-case'
  | 'agis/method-inflected'
  | 'agis/method-irregular'
  | 'agis/method-past-too'
  | 'agis/method-run-together';

/** Rules of pass 2. */
export const methodSyntaxRules: RuleTable<MethodSyntaxCode> = {
  'agis/method-missing': {
    rule: 'AGIS-DOC-12',
    severity: 'error',
    message: "The endpoint at '{path}' has no method.",
    why: 'An endpoint joins one method with one path; without the verb nobody knows what is asked for (§3.2).',
    help: 'Add "method" with one imperative verb in capitals, such as BOOK or FIND.',
    wrong: '{ path: /reservation }',
    right: '{ method: BOOK, path: /reservation }',
  },
  'agis/method-empty': {
    rule: 'AGIS-METH-01',
    severity: 'error',
    message: 'The method is empty.',
    why: 'A method identifier is one token (§4.1a).',
    help: 'Write one imperative verb in capitals, such as BOOK or FIND.',
    wrong: 'method: ""',
    right: 'method: BOOK',
  },
  'agis/method-blank': {
    rule: 'AGIS-METH-01',
    severity: 'error',
    message: "The method '{method}' contains white space.",
    why: 'A method identifier is one token without white space, so that it can stand in a request line (§4.1a).',
    help: 'Write {proposal}.',
    wrong: 'method: BOOK TABLE',
    right: 'method: BOOK with path: /table',
  },
  'agis/method-script': {
    rule: 'AGIS-I18N-02',
    severity: 'error',
    message: "The method '{method}' contains '{character}', a letter that is not among A to Z.",
    why: 'Verbs of other languages are welcome, written in the letters that every transport carries (§13, §4.1c).',
    help: 'Write the verb in Latin letters without marks{proposal}.',
    wrong: 'method: RÉSERVER',
    right: 'method: RESERVER',
  },
  'agis/method-character': {
    rule: 'AGIS-METH-03',
    severity: 'error',
    message: "The method '{method}' contains '{character}', which is no letter from A to Z.",
    why: 'A method identifier holds letters alone: no digits, hyphens, underscores or other signs (§4.1c).',
    help: 'Write {proposal}.',
    wrong: 'method: SEARCH2',
    right: 'method: SEARCH',
  },
  'agis/method-joined': {
    rule: 'AGIS-METH-03',
    severity: 'error',
    message: "The method '{method}' joins several words with '{character}'.",
    why: 'The verb says what is done, the path says to what; a compound hides both from the agent (§4.1c, d).',
    help: 'Write {proposal}.',
    wrong: 'method: BOOK_TABLE',
    right: 'method: BOOK with path: /table',
  },
  'agis/method-compound': {
    rule: 'AGIS-METH-04',
    severity: 'error',
    message: "The method '{method}' is made of several words.",
    why: 'The verb says what is done, the path says to what; a compound hides both from the agent (§4.1d).',
    help: 'Write {proposal}.',
    wrong: 'method: FindRestaurant',
    right: 'method: FIND with path: /restaurant',
  },
  'agis/method-case': {
    rule: 'AGIS-METH-05',
    severity: 'warning',
    message: "The method '{method}' is not written in capitals.",
    why: 'Capitals set the verb apart from the path; it is compared without regard to case all the same (§4.1e).',
    help: 'Write {proposal}.',
    wrong: 'method: book',
    right: 'method: BOOK',
  },
  'agis/method-inflected': {
    rule: 'AGIS-METH-02',
    severity: 'error',
    message: "'{method}' is the {form} of {base}, not its base form.",
    why: 'Methods are orders: agents match best on the bare imperative, and one verb has one spelling (§4.1b).',
    help: 'Write {base}.',
    wrong: 'method: BOOKING',
    right: 'method: BOOK',
  },
  'agis/method-irregular': {
    rule: 'AGIS-METH-11',
    severity: 'error',
    message: "'{method}' is a past form of {base}, not its base form.",
    why: 'Methods are orders: agents match best on the bare imperative, and one verb has one spelling (§4.1b).',
    help: 'Write {base}.',
    wrong: 'method: SENT',
    right: 'method: SEND',
  },
  'agis/method-past-too': {
    rule: 'AGIS-METH-11',
    severity: 'warning',
    message: "'{method}' is a verb, and also the past form of {base}.",
    why: 'A reader takes it for the more usual verb in the past (§4.1b).',
    help: 'Write {base} if that is meant; otherwise leave it or choose a synonym.',
    wrong: 'method: FOUND (to look for something)',
    right: 'method: FIND',
  },
  'agis/method-run-together': {
    rule: 'AGIS-METH-12',
    severity: 'warning',
    message: "'{method}' looks like two words written in one.",
    why: 'The verb says what is done, the path says to what; a compound hides both from the agent (§4.1d).',
    help: 'Write {proposal}, unless it is one verb of your domain.',
    wrong: 'method: FINDRESTAURANT',
    right: 'method: FIND with path: /restaurant',
  },
};
