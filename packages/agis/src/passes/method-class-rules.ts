/** Rules of pass 3: the class of a method's verb (AGIS §4.2) and the banned HTTP methods (§4.3). */
import type { RuleTable } from '../finding.js';

/** Codes of pass 3. */
export type MethodClassCode =
  | 'agis/method-prohibited'
  | 'agis/method-being'
  | 'agis/method-state'
  | 'agis/method-ambiguous'
  | 'agis/method-noun'
  | 'agis/method-not-verb'
  | 'agis/method-vague'
  | 'agis/method-unknown';

/** Rules of pass 3. */
export const methodClassRules: RuleTable<MethodClassCode> = {
  'agis/method-prohibited': {
    rule: 'AGIS-PROH-01',
    severity: 'error',
    message: "'{method}' is one of the nine HTTP methods that AGIS bans as verbs.",
    why: 'An HTTP method describes the transport, not what the caller wants done (§4.3).',
    help: 'Write {proposal}, or the verb that users of the service say.',
    wrong: 'method: GET',
    right: 'method: RETRIEVE',
  },
  'agis/method-being': {
    rule: 'AGIS-CLASS-04',
    severity: 'error',
    message: "'{method}' states that something is or exists; it does not request an action.",
    why: 'A method expresses what the caller wants done on their behalf (§4.2).',
    help: 'Write the action that finds it out, such as CHECK or FIND.',
    wrong: 'method: EXISTS',
    right: 'method: CHECK',
  },
  'agis/method-state': {
    rule: 'AGIS-CLASS-02',
    severity: 'error',
    message: "'{method}' names a state, not an action.",
    why: 'A method expresses what the caller wants done; a state belongs in the outcome or the output (§4.2).',
    help: 'Write an action, such as {proposal}. If you mean it as an imperative, add it to the allowed states of the project.',
    wrong: 'method: AVAILABLE',
    right: 'method: CHECK',
  },
  'agis/method-ambiguous': {
    rule: 'AGIS-CLASS-05',
    severity: 'error',
    message: "'{method}' is more often a state than an imperative.",
    why: 'It is unclear to an agent whether to bring the state about or to report it (§4.2).',
    help: 'Write an action, such as {proposal}. If you mean it as an imperative, add it to the allowed states of the project.',
    wrong: 'method: LIVE',
    right: 'method: PUBLISH',
  },
  'agis/method-noun': {
    rule: 'AGIS-CLASS-03',
    severity: 'error',
    message: "'{method}' is a noun, not an imperative.",
    why: 'The verb names the action; things belong in the path (§4.2).',
    help: 'Write {proposal}.',
    wrong: 'method: PAYMENT',
    right: 'method: PAY',
  },
  'agis/method-not-verb': {
    rule: 'AGIS-CLASS-01',
    severity: 'error',
    message: "'{method}' is {proposal}, not a verb.",
    why: 'A method expresses what the caller wants done; other parts of speech request nothing (§4.2).',
    help: 'Write the imperative of a verb, such as FIND or BOOK.',
    wrong: 'method: QUICKLY',
    right: 'method: EXPEDITE',
  },
  'agis/method-vague': {
    rule: 'AGIS-CLASS-06',
    severity: 'warning',
    message: "'{method}' can mean nearly anything.",
    why: 'Agents choose by the verb; a verb that fits every operation does not help them choose (§4.2).',
    help: 'Write the actual action, such as {proposal}.',
    wrong: 'method: PROCESS',
    right: 'method: SETTLE',
  },
  'agis/method-unknown': {
    rule: 'AGIS-CLASS-09',
    severity: 'info',
    message: "'{method}' could not be confirmed to be a verb.",
    why: 'Any language and any domain may have its own verbs; an unknown word is not an error (§1.2, §13).',
    help: 'No action needed if it is the imperative of a verb that users of the service know.',
    wrong: 'method: ZORBLE',
    right: 'method: SORT',
  },
};
