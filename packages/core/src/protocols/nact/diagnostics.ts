/** Diagnostics for writing an operation as an N-ACT tool and for reading tools. */
import type { DiagnosticTable } from '@dragoman/model';

/** Codes of the N-ACT folder; diagnostics of single signatures have their own table in the model. */
export type NactCode =
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

/** Diagnostics of the N-ACT folder. */
export const nactDiagnostics: DiagnosticTable<NactCode> = {
  'nact/no-root': {
    severity: 'error',
    message: 'These tools name no root URL, so they cannot be called.',
    why: 'A tool is run by POST below the root of its list (§7).',
    help: 'Import the URL of the list, or add "root" with the URL that precedes "/tools".',
  },
  'nact/no-tools': {
    severity: 'error',
    message: 'The list has no readable tool.',
    why: 'An entry without operations can be neither found nor called.',
    help: 'Provide at least one valid tool signature in "items".',
  },
  'nact/tool-left-out': {
    severity: 'warning',
    message: 'The tool at {place} is skipped: {reason}',
    why: 'A tool with an unreadable signature cannot be called; the other tools can.',
    help: 'Report this to the provider; the pointer shows the location.',
  },
  'nact/tool-doubled': {
    severity: 'warning',
    message: "The tool '{toolId}' is listed twice; the first one is used.",
    why: 'Each tool appears once in the list (§5.2, §6.1).',
    help: 'Report this to the provider.',
  },
  'nact/name-doubled': {
    severity: 'warning',
    message: "Two tools have the name '{name}'.",
    why: 'A tool name is unique on its server (§6.1); calls use the id, so both can be called.',
    help: 'Report this to the provider; select the tool by its operation name here.',
  },
  'nact/lock-broken': {
    severity: 'warning',
    message: "Version {version} of '{name}' changed after it was published.",
    why:
      'A published version never changes except for currentVersion (§6.1); agents were tested with the ' +
      'earlier signature.',
    help: 'Compare both versions before you rely on the tool, and report this to the provider.',
  },
  'nact/breaking-change': {
    severity: 'error',
    message: "Version {version} of '{name}' breaks version {before}: {change}",
    why:
      'A new version may only add optional inputs and outputs (§5.4); callers of the old one must not ' +
      'be affected.',
    help: 'Revert the change, or publish it as a new tool with its own id and name.',
  },
  'nact/list-incomplete': {
    severity: 'warning',
    message: 'The list continues after this page.',
    why: 'A single page is incomplete; the tools after it are missing (§6.4).',
    help:
      'Import the URL of the list, which is then read to its end. If that was done, the server repeats ' +
      'a cursor or never ends its pages.',
  },
  'nact/cursor-repeated': {
    severity: 'warning',
    message: 'The server repeated a page cursor; reading stopped there.',
    why: 'Following it would loop (§6.4).',
    help: 'Report this to the provider; tools after that page are missing.',
  },
  'nact/pages-without-end': {
    severity: 'warning',
    message: 'The list did not end after {pages} pages or {tools} tools; reading stopped there.',
    why: 'An endless list would block every reader.',
    help: 'Import a filtered list, or report this to the provider.',
  },
};
