/** Rules of pass 6: intents that do not match their method (AGIS §6.3, §9.1). */
import type { RuleTable } from '../finding.js';

/** Codes of pass 6. */
export type ConsistencyCode =
  | 'agis/intent-contradicts'
  | 'agis/intent-opposed'
  | 'agis/intent-doubtful'
  | 'agis/intent-unlike'
  | 'agis/intent-far'
  | 'agis/intent-not-evaluated';

/** Rules of pass 6. */
export const consistencyRules: RuleTable<ConsistencyCode> = {
  'agis/intent-contradicts': {
    rule: 'AGIS-CONS-02',
    severity: 'error',
    message: "{method} {implies}, but the intent says '{verb}', which {says}.",
    why: 'An agent that trusts the verb would do something other than the intent says; one of the two is wrong (§6.3).',
    help: 'Describe in the intent what {method} does, or choose a verb that matches the intent.',
    wrong: 'CANCEL: "Retrieves cancellation policy"',
    right: 'CANCEL: "Cancels an existing reservation"',
  },
  'agis/intent-opposed': {
    rule: 'AGIS-CONS-06',
    severity: 'error',
    message: "The intent says '{verb}', the opposite of {method}.",
    why: 'An agent that trusts the verb would do the opposite of what the intent says (§6.3).',
    help: 'Describe in the intent what {method} does, or choose a verb that matches the intent.',
    wrong: 'BOOK: "Cancels a reservation"',
    right: 'BOOK: "Books a table"',
  },
  'agis/intent-doubtful': {
    rule: 'AGIS-CONS-04',
    severity: 'warning',
    message: "{method} {implies}, but the intent's verb '{verb}' probably {says}.",
    why: 'An agent that trusts the verb may do something other than the intent says (§6.3).',
    help: 'Use a simpler verb in the intent if the two agree; otherwise choose another method.',
    wrong: 'DECLINE: "Peruses the invitations"',
    right: 'DECLINE: "Declines an invitation"',
  },
  'agis/intent-unlike': {
    rule: 'AGIS-VAL-13',
    severity: 'warning',
    message: 'The similarity of {method} and its intent is {score}, below {limit} ({model}).',
    why: 'An intent that differs from its verb misleads agents, possibly on purpose (§9.1, §13).',
    help: 'Describe in the intent what {method} does, in the words of its users.',
    wrong: 'BOOK: "A pleasant evening for everybody"',
    right: 'BOOK: "Books a table"',
  },
  'agis/intent-far': {
    rule: 'AGIS-VAL-14',
    severity: 'error',
    message:
      'The similarity of {method} and its intent is {score}, below {limit} ({model}): the two have nothing in common.',
    why: 'An intent that is unrelated to its verb misleads agents, possibly on purpose (§9.1, §13).',
    help: 'Describe in the intent what {method} does, or disable rejection by similarity if the model is wrong.',
    wrong: 'BOOK: "The weather is fine"',
    right: 'BOOK: "Books a table"',
  },
  'agis/intent-not-evaluated': {
    rule: 'AGIS-I18N-05',
    severity: 'info',
    message: 'The intent is not recognized as English; it was not compared with {method}.',
    why: 'The rules apply only to English sentences; applying them to another language would be guessing.',
    help: 'No action needed; a multilingual similarity model could evaluate it.',
    wrong: '',
    right: '',
  },
};
