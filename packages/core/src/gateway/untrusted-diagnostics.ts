/** What can be found in the text of strangers: one row per finding. All are warnings: a pattern is no proof. */
import type { DiagnosticTable } from '@dragoman/model';

const why = 'A model that reads descriptions and answers may take such text for an order of its user.';

const rows = {
  'text/instruction-override': {
    severity: 'warning',
    message: 'tells its reader to drop earlier instructions',
    why,
    help: 'Take the text as data only; have its author say what the service does and nothing more.',
  },
  'text/role-change': {
    severity: 'warning',
    message: 'tries to change the role of its reader, or imitates the marks of a conversation',
    why,
    help: 'Take the text as data only; remove conversation marks and role texts.',
  },
  'text/hidden-section': {
    severity: 'warning',
    message: 'has a section that is meant for a model and not for people',
    why: 'What people do not see is not what they agreed to.',
    help: 'Write openly what callers have to know, without tags or comments around it.',
  },
  'text/addressed-to-model': {
    severity: 'warning',
    message: 'speaks to an AI that reads it',
    why,
    help: 'Describe the service and its conditions; leave what to do with them to the caller.',
  },
  'text/concealment': {
    severity: 'warning',
    message: 'asks its reader to keep something from the user',
    why: 'Nothing that has to be hidden from the user is in the user’s interest.',
    help: 'Do not follow it; tell the user that it is there.',
  },
  'text/exfiltration': {
    severity: 'warning',
    message: 'asks for conversations, files, prompts or secrets of its reader',
    why: 'Whoever follows it gives away what was trusted to them.',
    help: 'Do not follow it; report it to the operator of the registry.',
  },
  'text/tool-hijack': {
    severity: 'warning',
    message: 'wants other tools to be used differently or not at all',
    why: 'A service has no say over other services.',
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
    message: 'has control sequences of a terminal',
    why: 'They can hide text, move the cursor or change the clipboard of whoever prints it.',
    help: 'Remove them, or print the text through a tool that shows control characters.',
  },
} as const satisfies DiagnosticTable;

/** Codes of findings in the text of strangers. */
export type TextCode = keyof typeof rows;

/** Findings in the text of strangers: code → row. */
export const textDiagnostics: DiagnosticTable<TextCode> = rows;
