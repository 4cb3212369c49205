/** Findings about an operating procedure. */
import type { DiagnosticTable } from '@dragoman/model';

/** Codes of the findings about a procedure. */
export type ProcedureCode =
  | 'procedure/unknown-tool'
  | 'procedure/tool-not-in-set'
  | 'procedure/ambiguous-tool'
  | 'procedure/renamed-tool'
  | 'procedure/unknown-input'
  | 'procedure/missing-input'
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
    why: 'A model that is instructed to call a tool that does not exist invents one or gives up.',
    help: '{help}',
  },
  'procedure/tool-not-in-set': {
    severity: 'error',
    message: "'{name}' exists but is not in the toolset.",
    why: 'An AI agent sees only the tools of its toolset.',
    help: "Add the tool '{toolId}' of the service '{agentId}' to the toolset, or remove the mention.",
  },
  'procedure/ambiguous-tool': {
    severity: 'error',
    message: "'{name}' is ambiguous: several tools of the toolset match.",
    why: 'Tools of two vendors may share a name; in the toolset each has a unique one.',
    help: 'Write one of: {names}.',
  },
  'procedure/renamed-tool': {
    severity: 'info',
    message: "'{name}' is named '{now}' in this toolset.",
    why: 'The mention still resolves to the tool, and exports use the name that models see, but readers of the text do not see that name.',
    help: "Write '{now}()'.",
  },
  'procedure/unknown-input': {
    severity: 'error',
    message: "'{tool}' has no input '{name}'.",
    why: 'A call with an unknown input is rejected.',
    help: '{help}',
  },
  'procedure/missing-input': {
    severity: 'error',
    message: "This call of '{tool}' lacks the required input '{name}'.",
    why: 'A model follows a call with named inputs exactly, and a call without a required input is rejected.',
    help: "Add '{name}' to the call, or write '{tool}()' and leave its inputs to the model.",
  },
  'procedure/unknown-output': {
    severity: 'error',
    message: "'{tool}' has no output '{name}'.",
    why: 'A value that a tool does not return cannot be used later.',
    help: '{help}',
  },
  'procedure/unlikely-output': {
    severity: 'warning',
    message: "The text uses '{name}' from '{tool}', which has no such output.",
    why: 'Values are passed from tool to tool by the names of outputs.',
    help: '{help}',
  },
  'procedure/used-before-obtained': {
    severity: 'warning',
    message: "This step uses an output of '{tool}', but '{tool}' is called in a later step (line {line}).",
    why: 'Steps are executed in the order of their numbers.',
    help: "Move the call of '{tool}' before this step.",
  },
  'procedure/obtained-in-other-branch': {
    severity: 'warning',
    message: "This branch uses an output of '{tool}', but '{tool}' is called only in the other branch (line {line}).",
    why: 'Only one of two branches is executed.',
    help: "Call '{tool}' in this branch too, or before both.",
  },
  'procedure/tool-not-mentioned': {
    severity: 'warning',
    message: "'{name}' is in the toolset but no procedure mentions it.",
    why: 'Without a statement of when to use them, tools are called at the wrong time.',
    help: "Say when to call '{name}()', or remove it from the toolset.",
  },
  'procedure/no-tools-mentioned': {
    severity: 'warning',
    message: 'The text mentions no tool.',
    why: 'A procedure states when to call which tool.',
    help: 'Mention a tool by its name followed by parentheses, for example lookup_weather_by_city().',
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
    why: 'Parsing is limited, so that untrusted text is cheap to read.',
    help: 'Split the procedure.',
  },
};
