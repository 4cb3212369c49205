/** What pass 3 can find: the class of a method's verb (AGIS §4.2) and the banned HTTP methods (§4.3). */
import type { RuleTable } from '../finding.js';

/** Codes of pass 3. */
export type MethodClassCode =
  | 'agis/method-prohibited'
  | 'agis/method-being'
  | 'agis/method-state'
  | 'agis/method-ambiguous'
  | 'agis/method-noun'
  | 'agis/method-vague'
  | 'agis/method-unknown';

/** Rules of pass 3. */
export const methodClassRules: RuleTable<MethodClassCode> = {
  'agis/method-prohibited': {
    rule: 'AGIS-PROH-01',
    severity: 'error',
    message: "'{method}' is one of the nine HTTP methods that AGIS bans as verbs.",
    why: 'HTTP methods say how something travels, not what the caller wants done (§4.3).',
    help: 'Write {proposal}, or the verb that the users of the service say.',
    wrong: 'method: GET',
    right: 'method: RETRIEVE',
  },
  'agis/method-being': {
    rule: 'AGIS-CLASS-04',
    severity: 'error',
    message: "'{method}' says that something is or exists; it asks for nothing.",
    why: 'A method expresses what the caller wants done on their behalf (§4.2).',
    help: 'Write what the agent does to find out, such as CHECK or FIND.',
    wrong: 'method: EXISTS',
    right: 'method: CHECK',
  },
  'agis/method-state': {
    rule: 'AGIS-CLASS-02',
    severity: 'error',
    message: "'{method}' names a state, not an action.",
    why: 'A method expresses what the caller wants done; a state belongs into the outcome or the output (§4.2).',
    help: 'Write an action, such as {proposal}. A project that means it as an order can put it on its list of allowed states.',
    wrong: 'method: AVAILABLE',
    right: 'method: CHECK',
  },
  'agis/method-ambiguous': {
    rule: 'AGIS-CLASS-05',
    severity: 'error',
    message: "'{method}' is more often a state than an order.",
    why: 'An agent cannot tell whether it is asked to bring the state about or to report it (§4.2).',
    help: 'Write an action, such as {proposal}. A project that means it as an order can put it on its list of allowed states.',
    wrong: 'method: LIVE',
    right: 'method: PUBLISH',
  },
  'agis/method-noun': {
    rule: 'AGIS-CLASS-03',
    severity: 'error',
    message: "'{method}' is a noun, not an order.",
    why: 'The verb says what is done; things belong into the path (§4.2).',
    help: 'Write {proposal}.',
    wrong: 'method: PAYMENT',
    right: 'method: PAY',
  },
  'agis/method-vague': {
    rule: 'AGIS-CLASS-06',
    severity: 'warning',
    message: "'{method}' can mean nearly anything.",
    why: 'Agents choose by the verb; one that fits every operation helps to choose none (§4.2).',
    help: 'Write what is really done, such as {proposal}.',
    wrong: 'method: PROCESS',
    right: 'method: SETTLE',
  },
  'agis/method-unknown': {
    rule: 'AGIS-CLASS-09',
    severity: 'info',
    message: "It cannot be confirmed that '{method}' is a verb.",
    why: 'Any language and any trade may bring its own verbs; an unknown word is no mistake (§1.2, §13).',
    help: 'Nothing, if it is the imperative of a verb that the users of the service know.',
    wrong: 'method: ZORBLE',
    right: 'method: SORT',
  },
};
