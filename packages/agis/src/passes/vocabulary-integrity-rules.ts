/** Rules of pass 7: the declared verbs are the verbs in use. */
import type { RuleTable } from '../finding.js';

const rows = {
  'agis/undeclared-verb': {
    rule: 'AGIS-VOC-02',
    severity: 'error',
    message: '{verb} is used by {endpoint} but not declared',
    why: 'Agents index the vocabulary first; an undeclared verb is never found.',
    help: 'Add {verb} to declared_verbs.',
    wrong: 'declared_verbs: [BOOK]   # with an endpoint CANCEL /reservation/{id}',
    right: 'declared_verbs: [BOOK, CANCEL]',
  },
  'agis/unused-verb': {
    rule: 'AGIS-VOC-03',
    severity: 'error',
    message: '{verb} is declared but no endpoint uses it',
    why: 'A vocabulary that promises more than the service offers misleads routers.',
    help: 'Remove {verb} from declared_verbs, or add its endpoint.',
    wrong: 'declared_verbs: [BOOK, CHECK]   # with no endpoint CHECK',
    right: 'declared_verbs: [BOOK]',
  },
  'agis/repeated-verb': {
    rule: 'AGIS-VOC-04',
    severity: 'warning',
    message: '{verb} is declared more than once',
    why: 'The list is a set, and case is ignored.',
    help: 'Remove the repetition.',
    wrong: 'declared_verbs: [BOOK, book]',
    right: 'declared_verbs: [BOOK]',
  },
} as const satisfies RuleTable;

/** Codes of pass 7. */
export type VocabularyCode = keyof typeof rows;

/** Rules of pass 7. */
export const vocabularyRules: RuleTable<VocabularyCode> = rows;
