/** Findings about an entry that is similar to others in the catalogue. */
import type { DiagnosticTable } from '@dragoman/model';

/** Codes of similarity findings. */
export type LookAlikeCode =
  | 'look-alike/equal-name'
  | 'look-alike/same-to-the-eye'
  | 'look-alike/near-name'
  | 'look-alike/same-description'
  | 'look-alike/same-meaning'
  | 'look-alike/speaks-of-another';

const why =
  'Agents choose by names and descriptions; an entry that resembles another gets calls that were meant for it.';

/** Findings about similar entries. */
export const lookAlikeDiagnostics: DiagnosticTable<LookAlikeCode> = {
  'look-alike/equal-name': {
    severity: 'warning',
    message: "Another provider's entry '{other}' already has this name.",
    why,
    help: 'Choose a unique name, or check which of the two is the right one.',
  },
  'look-alike/same-to-the-eye': {
    severity: 'warning',
    message: "The name looks like '{name}' of another provider's entry '{other}', but uses other characters.",
    why,
    help: 'Write the name in one script, and choose a name that is visibly different.',
  },
  'look-alike/near-name': {
    severity: 'warning',
    message: "The name is one letter away from '{name}' of another provider's entry '{other}'.",
    why,
    help: 'Choose a name that cannot be confused with the other.',
  },
  'look-alike/same-description': {
    severity: 'warning',
    message: "The description is identical to that of '{name}' of another provider's entry '{other}'.",
    why,
    help: 'Describe what this one does and the other does not.',
  },
  'look-alike/same-meaning': {
    severity: 'warning',
    message:
      "The meaning is nearly the same as that of '{name}' of another provider's entry '{other}', and has a similar name.",
    why,
    help: 'Describe what this one does and the other does not, and name it accordingly.',
  },
  'look-alike/speaks-of-another': {
    severity: 'warning',
    message: "A text mentions '{name}', which belongs to another provider's entry '{other}'.",
    why: 'A tool whose text explains another provider’s tool can redirect calls to itself.',
    help: 'Describe only this one.',
  },
};
