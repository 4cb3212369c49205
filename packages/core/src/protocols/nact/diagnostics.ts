/** What can be found when an operation is shown as an N-ACT tool, or when somebody's tools are read. */
import type { DiagnosticTable } from '@dragoman/model';

/** Codes of the N-ACT folder; findings about one signature have a table of their own in the model. */
export type NactCode =
  | 'nact/input-not-expressible'
  | 'nact/input-left-out'
  | 'nact/no-root'
  | 'nact/no-tools'
  | 'nact/tool-left-out'
  | 'nact/tool-doubled'
  | 'nact/name-doubled'
  | 'nact/lock-broken'
  | 'nact/breaking-change'
  | 'nact/list-incomplete'
  | 'nact/cursor-repeated'
  | 'nact/pages-without-end';

/** Findings of the N-ACT folder. */
export const nactDiagnostics: DiagnosticTable<NactCode> = {
  'nact/input-not-expressible': {
    severity: 'error',
    message: "'{operation}' cannot be shown as a tool: {reason}.",
    why: 'Inputs of an N-ACT tool are single scalars with simple limits, and a rule that the signature does not show must not exist (§6.1, §7).',
    help: '{cure}',
  },
  'nact/input-left-out': {
    severity: 'warning',
    message: "An optional input of '{operation}' is left out of its tool: {reason}.",
    why: 'Inputs of an N-ACT tool are single scalars with simple limits (§6.1); the call is valid without this one.',
    help: '{cure}',
  },
  'nact/no-root': {
    severity: 'error',
    message: 'Nobody says where these tools are invoked.',
    why: 'A tool is run by POST below the root that its list stands under (§7).',
    help: 'Import the address of the list, or add "root" with the address that "/tools" follows.',
  },
  'nact/no-tools': {
    severity: 'error',
    message: 'The list holds no tool that can be read.',
    why: 'An entry without operations can neither be found nor called.',
    help: 'Give at least one valid tool signature in "items".',
  },
  'nact/tool-left-out': {
    severity: 'warning',
    message: 'The tool at {place} is left out: {reason}',
    why: 'A signature that cannot be understood cannot be called; the others can.',
    help: 'Tell the provider; the pointer shows the place.',
  },
  'nact/tool-doubled': {
    severity: 'warning',
    message: "The tool '{toolId}' is listed twice; the first one counts.",
    why: 'Each tool appears once in the list (§5.2, §6.1).',
    help: 'Tell the provider.',
  },
  'nact/name-doubled': {
    severity: 'warning',
    message: "Two tools are called '{name}'.",
    why: 'A tool name is unique on its server (§6.1); calls go by the id, so both can be used.',
    help: 'Tell the provider; choose the tool by its operation name here.',
  },
  'nact/lock-broken': {
    severity: 'warning',
    message: "Version {version} of '{name}' has changed although it is published.",
    why: 'A published version is locked but for currentVersion (§6.1); agents were tested against the former text.',
    help: 'Compare both versions before you rely on the tool, and tell the provider.',
  },
  'nact/breaking-change': {
    severity: 'error',
    message: "Version {version} of '{name}' breaks version {before}: {change}",
    why: 'A new version may only add optional inputs and outputs (§5.4); callers of the old one must not notice.',
    help: 'Undo the change, or publish it as a new tool with an id and a name of its own.',
  },
  'nact/list-incomplete': {
    severity: 'warning',
    message: 'The list goes on behind this page.',
    why: 'A page is not the catalogue; tools behind it are missing here (§6.4).',
    help: 'Import the address of the list, which is then read to its end. When that was done, the server repeats a cursor or pages for ever.',
  },
  'nact/cursor-repeated': {
    severity: 'warning',
    message: 'The server repeated a page cursor; reading stopped there.',
    why: 'Following it would go round in a circle (§6.4).',
    help: 'Tell the provider; tools behind that page are missing here.',
  },
  'nact/pages-without-end': {
    severity: 'warning',
    message: 'The list did not end after {pages} pages or {tools} tools; reading stopped there.',
    why: 'A list without end would cost every reader.',
    help: 'Import a filtered list, or tell the provider.',
  },
};
