/** Findings on the way between lists of MCP tools and entries. */
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
  | 'mcp/part-left-out';

/** Findings of the MCP folder. */
export const mcpDiagnostics: DiagnosticTable<McpCode> = {
  'mcp/no-tools': {
    severity: 'error',
    message: 'The list holds no tool that can be read.',
    why: 'An entry without operations can neither be found nor called.',
    help: 'Give the result of tools/list: an object with "tools", each with "name" and "inputSchema".',
  },
  'mcp/tool-wrong': {
    severity: 'error',
    message: 'The tool at {place} cannot be read: {reason}',
    why: 'A tool has a name and an input schema of the type object.',
    help: 'Correct it, or leave it out of the list.',
  },
  'mcp/tool-doubled': {
    severity: 'error',
    message: "Two tools are called '{name}'.",
    why: 'Tools are called by their names, so each name appears once.',
    help: 'Give one of them another name.',
  },
  'mcp/tool-left-out': {
    severity: 'warning',
    message: 'The tool at {place} is left out: {reason}',
    why: 'One tool of a live server that cannot be read must not keep its others out.',
    help: 'Tell the provider; the tool comes in when it is right.',
  },
  'mcp/tool-changed': {
    severity: 'warning',
    message: "The tool '{name}' has changed under its name ({change}): {what}.",
    why: 'Whoever chose the tool went by the definition that it had then.',
    help: 'Look at the change before you rely on the tool.',
  },
  'mcp/change-held': {
    severity: 'error',
    message: "The tool '{name}' has changed under its name ({change}): {what}. The change is held.",
    why: 'Definitions are pinned: a server that changes a tool after it was chosen may mean something else by it.',
    help: 'Look at the new definition, then bring the address in again (dragoman add, POST /imports) to accept it.',
  },
  'mcp/no-server': {
    severity: 'info',
    message: 'Nobody says which server these tools belong to; they can be found and converted, not called.',
    why: 'A call needs the address of the MCP server.',
    help: 'Add "server" with the address of its MCP endpoint beside "tools".',
  },
  'mcp/list-incomplete': {
    severity: 'warning',
    message: 'The list goes on behind this page.',
    why: 'A page is not the catalogue; tools behind nextCursor are missing here.',
    help: 'Put the tools of all pages into one list.',
  },
  'mcp/name-extended': {
    severity: 'info',
    message: 'The tool of {operation} is called {name}, since the shorter name is taken.',
    why: 'Names of tools are unique in a catalogue (AGIS §6.2; agis.md R30).',
    help: 'Set "mcp_tool_name" to choose a name.',
  },
  'mcp/name-collision': {
    severity: 'error',
    message: 'The tools of {operation} and {other} would both be called {name}.',
    why: 'Names of tools are unique in a catalogue (AGIS §6.2).',
    help: 'Set "mcp_tool_name" of one of them, for instance to {proposal}.',
  },
  'mcp/name-changed': {
    severity: 'warning',
    message: "The tool of {operation} is called '{to}' in place of '{from}'.",
    why: 'Model interfaces take at most 64 letters, digits, underscores and hyphens.',
    help: 'Choose a shorter name for the operation.',
  },
  'mcp/text-withheld': {
    severity: 'warning',
    message: 'A text of {operation} at {place} reads like an order to its reader and is withheld.',
    why: 'Descriptions of tools reach models unfiltered.',
    help: 'Tell the provider; look at the text before you let it pass.',
  },
  'mcp/tool-withheld': {
    severity: 'warning',
    message: '{operation} is no tool: what it says of itself reads like an order to its reader.',
    why: 'A tool whose description cannot be shown cannot be chosen either (AGIS §13).',
    help: 'Tell the provider; look at the text before you let it pass.',
  },
  'mcp/input-not-object': {
    severity: 'warning',
    message: 'The input of {operation} is no object; any object is accepted in its place.',
    why: 'The input schema of a tool has the type object.',
    help: 'Give the operation an input object with named members.',
  },
  'mcp/not-carried': {
    severity: 'info',
    message: 'A tool has no place for: {what}.',
    why: 'What a list of tools cannot say is lost on the way through it.',
    help: 'Keep the original description for these facts.',
  },
  'mcp/part-left-out': {
    severity: 'warning',
    message: 'The part of the result at {place} is left out: it is of an unknown kind, or not of the form of its kind.',
    why: 'Clients refuse a whole result for one part that they cannot read.',
    help: 'Tell the provider; the other parts are complete.',
  },
};
