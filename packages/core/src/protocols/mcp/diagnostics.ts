/** Diagnostics for converting between MCP tool lists and entries. */
import type { DiagnosticTable } from '@dragoman/model';

/** Codes of this folder. */
export type McpCode =
  | 'mcp/no-tools'
  | 'mcp/tool-wrong'
  | 'mcp/tool-doubled'
  | 'mcp/tool-left-out'
  | 'mcp/tool-changed'
  | 'mcp/change-held'
  | 'mcp/no-server'
  | 'mcp/list-incomplete'
  | 'mcp/name-extended'
  | 'mcp/name-collision'
  | 'mcp/name-changed'
  | 'mcp/text-withheld'
  | 'mcp/tool-withheld'
  | 'mcp/input-not-object'
  | 'mcp/not-carried'
  | 'mcp/part-left-out'
  | 'mcp/content-left-out'
  | 'mcp/content-cut'
  | 'mcp/content-unread'
  | 'mcp/content-changed'
  | 'mcp/content-held';

/** Diagnostics of the MCP folder. */
export const mcpDiagnostics: DiagnosticTable<McpCode> = {
  'mcp/no-tools': {
    severity: 'error',
    message: 'The list has no readable tool, resource or prompt.',
    why: 'An entry without any of them can be neither found nor used.',
    help: 'Provide the result of tools/list: an object with "tools", each with "name" and "inputSchema".',
  },
  'mcp/tool-wrong': {
    severity: 'error',
    message: 'The tool at {place} cannot be read: {reason}',
    why: 'A tool must have a name and an input schema of type object.',
    help: 'Correct it, or remove it from the list.',
  },
  'mcp/tool-doubled': {
    severity: 'error',
    message: "Two tools have the name '{name}'.",
    why: 'Tools are called by name, so each name may appear only once.',
    help: 'Give one of them another name.',
  },
  'mcp/tool-left-out': {
    severity: 'warning',
    message: 'The tool at {place} is skipped: {reason}',
    why: 'One unreadable tool of a live server must not block its other tools.',
    help: 'Report this to the provider; the tool is imported once it is valid.',
  },
  'mcp/tool-changed': {
    severity: 'warning',
    message: "The tool '{name}' changed under the same name ({change}): {what}.",
    why: 'The tool was chosen for its earlier definition.',
    help: 'Review the change before you rely on the tool.',
  },
  'mcp/change-held': {
    severity: 'error',
    message: "The tool '{name}' changed under the same name ({change}): {what}.",
    why: 'Definitions are pinned: a server that changes a tool after it was chosen may use it for another purpose.',
    help: 'The registry keeps the earlier definition until the change is accepted (dragoman sources accept, POST /sources/{id}/held).',
  },
  'mcp/no-server': {
    severity: 'info',
    message: 'These tools name no server URL, so they cannot be called.',
    why: 'A call needs the URL of the MCP server.',
    help: 'Add "server" with the URL of its MCP endpoint next to "tools".',
  },
  'mcp/list-incomplete': {
    severity: 'warning',
    message: 'The list continues after this page.',
    why: 'A single page is incomplete; the tools after nextCursor are missing.',
    help: 'Combine the tools of all pages in one list.',
  },
  'mcp/name-extended': {
    severity: 'info',
    message: 'The tool of {operation} is named {name}, since the shorter name is taken.',
    why: 'Tool names are unique in a catalogue (AGIS §6.2; agis.md R30).',
    help: 'Set "mcp_tool_name" to choose a name.',
  },
  'mcp/name-collision': {
    severity: 'error',
    message: 'The tools of {operation} and {other} would have the same name {name}.',
    why: 'Tool names are unique in a catalogue (AGIS §6.2).',
    help: 'Set "mcp_tool_name" of one of them, for example to {proposal}.',
  },
  'mcp/name-changed': {
    severity: 'warning',
    message: "The tool of {operation} is named '{to}' instead of '{from}'.",
    why: 'Model APIs accept at most 64 letters, digits, underscores and hyphens; a name that contains instructions to a model is replaced.',
    help: 'Choose a shorter name that only names the operation.',
  },
  'mcp/text-withheld': {
    severity: 'warning',
    message: 'A text of {operation} at {place} looks like an instruction to its reader and is held.',
    why: 'Tool descriptions reach models unfiltered (AGIS §13).',
    help: 'Review it (dragoman texts list, GET /agents/{id}/held-texts); an administrator can release it.',
  },
  'mcp/tool-withheld': {
    severity: 'warning',
    message: '{operation} is not converted to a tool: its description looks like an instruction to its reader.',
    why: 'A converted list reaches models without a gateway that could review it (AGIS §13).',
    help: 'Report this to the provider, or register the service and release the text (dragoman texts release).',
  },
  'mcp/input-not-object': {
    severity: 'warning',
    message: 'The input of {operation} is not an object; any object is accepted instead.',
    why: 'The input schema of a tool must have type object.',
    help: 'Give the operation an input object with named members.',
  },
  'mcp/not-carried': {
    severity: 'info',
    message: 'A tool cannot represent: {what}.',
    why: 'Facts that a tool list cannot represent are lost in the conversion.',
    help: 'Keep the original description for these facts.',
  },
  'mcp/part-left-out': {
    severity: 'warning',
    message: 'The part of the result at {place} is left out: its kind is unknown or its form is invalid.',
    why: 'Clients reject a whole result for one part that they cannot read.',
    help: 'Report this to the provider; the other parts are complete.',
  },
  'mcp/content-left-out': {
    severity: 'warning',
    message: 'The {kind} at {place} is skipped: {reason}',
    why: 'One unreadable item must not block the others.',
    help: 'Report this to the provider; the item is imported once it is valid.',
  },
  'mcp/content-cut': {
    severity: 'warning',
    message: 'Only the first {count} {kind} are imported; the server lists more.',
    why: 'Lists are stored with the service, so their length is limited.',
    help: 'Resources that are not listed can still be read by their URI.',
  },
  'mcp/content-unread': {
    severity: 'warning',
    message: 'The server declares {kind}, but did not list them: {reason}',
    why: 'A list that cannot be read must not block the tools.',
    help: 'Report this to the provider; the list is read again at the next refresh.',
  },
  'mcp/content-changed': {
    severity: 'warning',
    message: "The {kind} '{name}' changed ({change}): {what}.",
    why: 'It was chosen for its earlier definition.',
    help: 'Review the change before you rely on it.',
  },
  'mcp/content-held': {
    severity: 'error',
    message: "The {kind} '{name}' changed ({change}): {what}.",
    why: 'Definitions are pinned: a server that changes one after it was chosen may use it for another purpose.',
    help: 'The registry keeps the earlier definition until the change is accepted (dragoman sources accept, POST /sources/{id}/held).',
  },
};
