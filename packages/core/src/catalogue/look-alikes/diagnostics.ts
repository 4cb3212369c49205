/** What can be found when an entry is held against the names and words of all the others. */
import type { DiagnosticTable } from '@dragoman/model';

/** Codes of look-alikes. */
export type LookAlikeCode =
  | 'look-alike/equal-name'
  | 'look-alike/same-to-the-eye'
  | 'look-alike/near-name'
  | 'look-alike/same-description'
  | 'look-alike/same-meaning'
  | 'look-alike/speaks-of-another';

const why = 'Agents choose by names and descriptions; one that passes for another gets what was meant for it.';

/** Findings of look-alikes. */
export const lookAlikeDiagnostics: DiagnosticTable<LookAlikeCode> = {
  'look-alike/equal-name': {
    severity: 'warning',
    message: "Another provider's entry '{other}' has this name already.",
    why,
    help: 'Choose a name of its own, or see that it is the right one of the two.',
  },
  'look-alike/same-to-the-eye': {
    severity: 'warning',
    message: "The name looks like '{name}' of another provider's entry '{other}', in other letters.",
    why,
    help: 'Write the name in the letters of one script, and unlike anybody else’s.',
  },
  'look-alike/near-name': {
    severity: 'warning',
    message: "The name is one letter away from '{name}' of another provider's entry '{other}'.",
    why,
    help: 'Choose a name that nobody takes for the other.',
  },
  'look-alike/same-description': {
    severity: 'warning',
    message: "The description is word for word that of '{name}' of another provider's entry '{other}'.",
    why,
    help: 'Say what this one does and the other does not.',
  },
  'look-alike/same-meaning': {
    severity: 'warning',
    message: "This means nearly the same as '{name}' of another provider's entry '{other}', and is called alike.",
    why,
    help: 'Say what this one does and the other does not, and name it after that.',
  },
  'look-alike/speaks-of-another': {
    severity: 'warning',
    message: "A text speaks of '{name}', which belongs to another provider's entry '{other}'.",
    why: 'A tool that tells its reader how to use somebody else’s tool can steer calls that are none of its own.',
    help: 'Describe this one only.',
  },
};
