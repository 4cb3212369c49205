/** Findings in third-party text: one row per finding. All are warnings: a pattern is not proof. */
import type { DiagnosticTable } from '@dragoman/model';

const why = 'A model that reads descriptions and answers may follow such text as an instruction of its user.';

const rows = {
  'text/instruction-override': {
    severity: 'warning',
    message: 'instructs its reader to ignore earlier instructions',
    why,
    help: 'Treat the text as data only; ask its author to describe the service and nothing more.',
  },
  'text/role-change': {
    severity: 'warning',
    message: 'tries to change the role of its reader, or imitates conversation markers',
    why,
    help: 'Treat the text as data only; remove conversation markers and role texts.',
  },
  'text/hidden-section': {
    severity: 'warning',
    message: 'has a section that is meant for a model and not for people',
    why: 'People cannot agree to text that they do not see.',
    help: 'Write everything that callers have to know openly, without tags or comments around it.',
  },
  'text/addressed-to-model': {
    severity: 'warning',
    message: 'addresses an AI that reads it',
    why,
    help: 'Describe the service and its conditions; leave decisions to the caller.',
  },
  'text/concealment': {
    severity: 'warning',
    message: 'asks its reader to keep something from the user',
    why: 'Text that must be hidden from the user is not in the user’s interest.',
    help: 'Do not follow it; inform the user about it.',
  },
  'text/exfiltration': {
    severity: 'warning',
    message: 'asks for conversations, files, prompts or secrets of its reader',
    why: 'A reader that follows it discloses data that was entrusted to it.',
    help: 'Do not follow it; report it to the operator of the registry.',
  },
  'text/tool-hijack': {
    severity: 'warning',
    message: 'asks for other tools to be used differently or not at all',
    why: 'A service must not influence the use of other services.',
    help: 'Describe this service only.',
  },
  'text/hidden-characters': {
    severity: 'warning',
    message: 'has characters that hide or reorder text: {what}',
    why: 'A model reads what people cannot see.',
    help: 'Remove the invisible and direction-changing characters.',
  },
  'text/terminal-escape': {
    severity: 'warning',
    message: 'has terminal control sequences',
    why: 'They can hide text, move the cursor or change the clipboard when the text is printed.',
    help: 'Remove them, or print the text through a tool that shows control characters.',
  },
} as const satisfies DiagnosticTable;

/** Codes of findings in third-party text. */
export type TextCode = keyof typeof rows;

/** Findings in third-party text: code → row. */
export const textDiagnostics: DiagnosticTable<TextCode> = rows;
