/** Findings about an operating procedure. */
import type { DiagnosticTable } from '@dragoman/model';

/** Codes of the findings about a procedure. */
export type ProcedureCode =
  | 'procedure/unknown-tool'
  | 'procedure/tool-not-in-set'
  | 'procedure/ambiguous-tool'
  | 'procedure/renamed-tool'
  | 'procedure/unknown-input'
  | 'procedure/unknown-output'
  | 'procedure/unlikely-output'
  | 'procedure/used-before-obtained'
  | 'procedure/obtained-in-other-branch'
  | 'procedure/tool-not-mentioned'
  | 'procedure/no-tools-mentioned'
  | 'procedure/toolset-missing'
  | 'procedure/too-long'
  | 'procedure/too-many-mentions';

/** Findings about a procedure. */
export const procedureDiagnostics: DiagnosticTable<ProcedureCode> = {
  'procedure/unknown-tool': {
    severity: 'error',
    message: "There is no tool named '{name}'.",
    why: 'A model that is told to call a tool that does not exist makes one up or gives up.',
    help: '{help}',
  },
  'procedure/tool-not-in-set': {
    severity: 'error',
    message: "'{name}' exists but is not in the toolset.",
    why: 'An agent is shown the tools of its toolset and no others.',
    help: "Add the tool '{toolId}' of the agent '{agentId}' to the toolset, or take the mention out.",
  },
  'procedure/ambiguous-tool': {
    severity: 'error',
    message: "'{name}' means several tools of the toolset.",
    why: 'Tools of two vendors may share a name; in the toolset each has one of its own.',
    help: 'Write one of: {names}.',
  },
  'procedure/renamed-tool': {
    severity: 'info',
    message: "'{name}' is called '{now}' in this toolset.",
    why: 'The mention still leads to the tool, and exports spell it as models see it; people who read the text do not see that.',
    help: "Write '{now}()'.",
  },
  'procedure/unknown-input': {
    severity: 'error',
    message: "'{tool}' has no input '{name}'.",
    why: 'A call with an unknown input is refused.',
    help: '{help}',
  },
  'procedure/unknown-output': {
    severity: 'error',
    message: "'{tool}' has no output '{name}'.",
    why: 'What a tool does not give cannot be used later.',
    help: '{help}',
  },
  'procedure/unlikely-output': {
    severity: 'warning',
    message: "The text takes '{name}' from '{tool}', which has no such output.",
    why: 'Values go from tool to tool by the names of outputs.',
    help: '{help}',
  },
  'procedure/used-before-obtained': {
    severity: 'warning',
    message: "This step uses what '{tool}' gives, but '{tool}' is called in a later step (line {line}).",
    why: 'Steps are done in the order of their numbers.',
    help: "Move the call of '{tool}' before this step.",
  },
  'procedure/obtained-in-other-branch': {
    severity: 'warning',
    message: "This branch uses what '{tool}' gives, but '{tool}' is called only in the other branch (line {line}).",
    why: 'Of two branches only one is done.',
    help: "Call '{tool}' in this branch too, or before both.",
  },
  'procedure/tool-not-mentioned': {
    severity: 'warning',
    message: "'{name}' is in the toolset but no procedure mentions it.",
    why: 'Tools that nobody says when to use lead to false calls.',
    help: "Say when to call '{name}()', or take it out of the toolset.",
  },
  'procedure/no-tools-mentioned': {
    severity: 'warning',
    message: 'The text mentions no tool.',
    why: 'A procedure tells when to call which tool.',
    help: 'Mention a tool by its name with brackets behind it, like lookup_weather_by_city().',
  },
  'procedure/toolset-missing': {
    severity: 'error',
    message: "There is no toolset '{id}' that you may see.",
    why: 'A procedure is written for the tools of one toolset; without it nothing can be checked.',
    help: 'Restore the toolset, ask its owner for a grant, or attach the procedure to another one.',
  },
  'procedure/too-long': {
    severity: 'error',
    message: 'The text has {length} characters; {limit} are allowed.',
    why: 'A model reads the whole procedure before it begins.',
    help: 'Split the procedure, or split the agent into a team.',
  },
  'procedure/too-many-mentions': {
    severity: 'error',
    message: 'The text mentions tools more than {limit} times.',
    why: 'Reading is bounded, so that a text costs little whoever wrote it.',
    help: 'Split the procedure.',
  },
};
