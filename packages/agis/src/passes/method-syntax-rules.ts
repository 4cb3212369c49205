/** Rules of pass 2: the form of a method identifier (AGIS §4.1). */
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
    why: 'An endpoint combines one method with one path; without the verb the request is undefined (§3.2).',
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
    why: 'A method identifier is one token without white space, so that it can be used in a request line (§4.1a).',
    help: 'Write {proposal}.',
    wrong: 'method: BOOK TABLE',
    right: 'method: BOOK with path: /table',
  },
  'agis/method-script': {
    rule: 'AGIS-I18N-02',
    severity: 'error',
    message: "The method '{method}' contains '{character}', a letter outside A to Z.",
    why: 'Verbs of other languages are allowed, written in letters that every transport carries (§13, §4.1c).',
    help: 'Write the verb in Latin letters without diacritics{proposal}.',
    wrong: 'method: RÉSERVER',
    right: 'method: RESERVER',
  },
  'agis/method-character': {
    rule: 'AGIS-METH-03',
    severity: 'error',
    message: "The method '{method}' contains '{character}', which is not a letter from A to Z.",
    why: 'A method identifier contains only letters: no digits, hyphens, underscores or other characters (§4.1c).',
    help: 'Write {proposal}.',
    wrong: 'method: SEARCH2',
    right: 'method: SEARCH',
  },
  'agis/method-joined': {
    rule: 'AGIS-METH-03',
    severity: 'error',
    message: "The method '{method}' joins several words with '{character}'.",
    why: 'The verb names the action, the path names its object; a compound hides both from the agent (§4.1c, d).',
    help: 'Write {proposal}.',
    wrong: 'method: BOOK_TABLE',
    right: 'method: BOOK with path: /table',
  },
  'agis/method-compound': {
    rule: 'AGIS-METH-04',
    severity: 'error',
    message: "The method '{method}' consists of several words.",
    why: 'The verb names the action, the path names its object; a compound hides both from the agent (§4.1d).',
    help: 'Write {proposal}.',
    wrong: 'method: FindRestaurant',
    right: 'method: FIND with path: /restaurant',
  },
  'agis/method-case': {
    rule: 'AGIS-METH-05',
    severity: 'warning',
    message: "The method '{method}' is not written in capitals.",
    why: 'Capitals distinguish the verb from the path; comparison ignores case anyway (§4.1e).',
    help: 'Write {proposal}.',
    wrong: 'method: book',
    right: 'method: BOOK',
  },
  'agis/method-inflected': {
    rule: 'AGIS-METH-02',
    severity: 'error',
    message: "'{method}' is the {form} of {base}, not its base form.",
    why: 'Methods are imperatives: agents match best on the bare imperative, and one verb has one spelling (§4.1b).',
    help: 'Write {base}.',
    wrong: 'method: BOOKING',
    right: 'method: BOOK',
  },
  'agis/method-irregular': {
    rule: 'AGIS-METH-11',
    severity: 'error',
    message: "'{method}' is a past form of {base}, not its base form.",
    why: 'Methods are imperatives: agents match best on the bare imperative, and one verb has one spelling (§4.1b).',
    help: 'Write {base}.',
    wrong: 'method: SENT',
    right: 'method: SEND',
  },
  'agis/method-past-too': {
    rule: 'AGIS-METH-11',
    severity: 'warning',
    message: "'{method}' is a verb, and also the past form of {base}.",
    why: 'Readers understand it as the past of the more common verb (§4.1b).',
    help: 'Write {base} if you mean that verb; otherwise keep it or choose a synonym.',
    wrong: 'method: FOUND (to look for something)',
    right: 'method: FIND',
  },
  'agis/method-run-together': {
    rule: 'AGIS-METH-12',
    severity: 'warning',
    message: "'{method}' looks like two words written as one.",
    why: 'The verb names the action, the path names its object; a compound hides both from the agent (§4.1d).',
    help: 'Write {proposal}, unless it is one verb of your domain.',
    wrong: 'method: FINDRESTAURANT',
    right: 'method: FIND with path: /restaurant',
  },
};
