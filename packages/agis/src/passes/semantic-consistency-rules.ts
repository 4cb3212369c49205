/** What pass 6 can find: intents that do not go with their method (AGIS §6.3, §9.1). */
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
    why: 'An agent that trusts the verb would do something else than the intent tells; one of the two is wrong (§6.3).',
    help: 'Say in the intent what {method} does, or choose a verb for what the intent says.',
    wrong: 'CANCEL: "Retrieves cancellation policy"',
    right: 'CANCEL: "Cancels an existing reservation"',
  },
  'agis/intent-opposed': {
    rule: 'AGIS-CONS-02',
    severity: 'error',
    message: "The intent says '{verb}', the opposite of {method}.",
    why: 'An agent that trusts the verb would do the reverse of what the intent tells (§6.3).',
    help: 'Say in the intent what {method} does, or choose a verb for what the intent says.',
    wrong: 'BOOK: "Cancels a reservation"',
    right: 'BOOK: "Books a table"',
  },
  'agis/intent-doubtful': {
    rule: 'AGIS-CONS-04',
    severity: 'warning',
    message: "{method} {implies}, but the intent's verb '{verb}' probably {says}.",
    why: 'An agent that trusts the verb may do something else than the intent tells (§6.3).',
    help: 'Use a plainer verb in the intent, if the two agree; otherwise choose another method.',
    wrong: 'DECLINE: "Peruses the invitations"',
    right: 'DECLINE: "Declines an invitation"',
  },
  'agis/intent-unlike': {
    rule: 'AGIS-VAL-13',
    severity: 'warning',
    message: 'The similarity of {method} and its intent is {score}, below {limit} ({model}).',
    why: 'An intent that is far from its verb misleads agents, or was written to mislead them (§9.1, §13).',
    help: 'Say in the intent what {method} does, in the words of its users.',
    wrong: 'BOOK: "A pleasant evening for everybody"',
    right: 'BOOK: "Books a table"',
  },
  'agis/intent-far': {
    rule: 'AGIS-VAL-14',
    severity: 'error',
    message:
      'The similarity of {method} and its intent is {score}, below {limit} ({model}): the two have nothing in common.',
    why: 'An intent that has nothing to do with its verb misleads agents, or was written to mislead them (§9.1, §13).',
    help: 'Say in the intent what {method} does, or switch the refusal by similarity off if the model is wrong.',
    wrong: 'BOOK: "The weather is fine"',
    right: 'BOOK: "Books a table"',
  },
  'agis/intent-not-evaluated': {
    rule: 'AGIS-I18N-05',
    severity: 'info',
    message: 'The intent is not recognised as English; whether it agrees with {method} was not evaluated.',
    why: 'The rules know English sentences; judging another language by them would be guessing.',
    help: 'Nothing; a multilingual similarity model would judge it.',
    wrong: '',
    right: '',
  },
};
