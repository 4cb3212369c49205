/** Commands by name, each loaded when it is run. Made by `npm run docs` from the list of commands; do not edit. */
import type { Command } from './command.js';

/** What is known of a command before it is loaded. */
export interface ListedCommand {
  name: string;
  summary: string;
  /** Absent for a command that knows all others. */
  load?: () => Promise<Command>;
}

/** Every command, in the order of help. */
export const commandTable: readonly ListedCommand[] = [
  {
    name: 'demo',
    summary: 'See it work: three agents, a registry and a gateway for a minute',
    load: async () => (await import('./commands/demo.js')).demo,
  },
  {
    name: 'serve',
    summary: 'Run the registry',
    load: async () => (await import('./commands/serve.js')).serve,
  },
  {
    name: 'add',
    summary: 'Register agents and APIs from files or addresses',
    load: async () => (await import('./commands/add.js')).add,
  },
  {
    name: 'list',
    summary: 'List the agents of the registry',
    load: async () => (await import('./commands/list.js')).list,
  },
  {
    name: 'search',
    summary: 'Find agents for a task described in words',
    load: async () => (await import('./commands/search.js')).search,
  },
  {
    name: 'resolve',
    summary: 'Find the operation that should do a task, with reasons',
    load: async () => (await import('./commands/resolve.js')).resolve,
  },
  {
    name: 'eval',
    summary: 'Try cases (utterance → operation) on a description or a catalogue',
    load: async () => (await import('./commands/eval.js')).evaluate,
  },
  {
    name: 'show',
    summary: 'Show one agent',
    load: async () => (await import('./commands/show.js')).show,
  },
  {
    name: 'profile',
    summary: 'Show how an agent stands with the Agent-Friendly Profile, upstream and here',
    load: async () => (await import('./commands/profile.js')).profile,
  },
  {
    name: 'repairs',
    summary: 'Show or switch what the gateway supplies for an agent',
    load: async () => (await import('./commands/repairs.js')).repairs,
  },
  {
    name: 'verify',
    summary: 'Try the examples of agents, and mark those that do what they say',
    load: async () => (await import('./commands/verify.js')).verify,
  },
  {
    name: 'call',
    summary: 'Call an agent through the gateway',
    load: async () => (await import('./commands/call.js')).call,
  },
  {
    name: 'mcp',
    summary: 'Speak MCP over standard input and output',
    load: async () => (await import('./commands/mcp.js')).mcp,
  },
  {
    name: 'connect',
    summary: 'Put the registry into an MCP client’s configuration',
    load: async () => (await import('./commands/connect.js')).connectClient,
  },
  {
    name: 'sculpt new',
    summary: 'Draft a workflow over operations of agents (Arazzo 1.0)',
    load: async () => (await import('./commands/sculpt-new.js')).sculptNew,
  },
  {
    name: 'sculpt check',
    summary: 'Check a file of workflows (Arazzo 1.0)',
    load: async () => (await import('./commands/sculpt-check.js')).sculptCheck,
  },
  {
    name: 'sculpt run',
    summary: 'Run a workflow of a file through the gateway',
    load: async () => (await import('./commands/sculpt-run.js')).sculptRun,
  },
  {
    name: 'lint',
    summary: 'Check how well API descriptions serve agents',
    load: async () => (await import('./commands/lint.js')).lint,
  },
  {
    name: 'probe',
    summary: 'Check what a running API does, not only what its description says',
    load: async () => (await import('./commands/probe.js')).probe,
  },
  {
    name: 'agis ask',
    summary: 'Say what you want; find the endpoint that does it, and call it',
    load: async () => (await import('./commands/agis-ask.js')).agisAsk,
  },
  {
    name: 'agis propose',
    summary: 'Ask an AGIS service for an endpoint that it does not publish',
    load: async () => (await import('./commands/agis-propose.js')).agisPropose,
  },
  {
    name: 'operations list',
    summary: 'List your calls in the background',
    load: async () => (await import('./commands/operations-list.js')).operationsList,
  },
  {
    name: 'operations show',
    summary: 'Show how far a call in the background has come',
    load: async () => (await import('./commands/operations-show.js')).operationsShow,
  },
  {
    name: 'operations wait',
    summary: 'Wait for a call in the background and print its answer',
    load: async () => (await import('./commands/operations-wait.js')).operationsWait,
  },
  {
    name: 'operations cancel',
    summary: 'Cancel a call in the background',
    load: async () => (await import('./commands/operations-cancel.js')).operationsCancel,
  },
  {
    name: 'remove',
    summary: 'Delete agents; they can be restored',
    load: async () => (await import('./commands/remove.js')).remove,
  },
  {
    name: 'sources list',
    summary: 'List the card addresses that are followed for you',
    load: async () => (await import('./commands/sources-list.js')).sourcesList,
  },
  {
    name: 'sources add',
    summary: 'Follow descriptions and N-ACT roots on a schedule',
    load: async () => (await import('./commands/sources-add.js')).sourcesAdd,
  },
  {
    name: 'sources show',
    summary: 'Show a followed address: schedule, health, findings',
    load: async () => (await import('./commands/sources-show.js')).sourcesShow,
  },
  {
    name: 'sources refresh',
    summary: 'Look at followed addresses now; exit code 1 when one of them fails',
    load: async () => (await import('./commands/sources-refresh.js')).sourcesRefresh,
  },
  {
    name: 'sources changes',
    summary: 'Show what changed at a followed address, look by look',
    load: async () => (await import('./commands/sources-changes.js')).sourcesChanges,
  },
  {
    name: 'sources accept',
    summary: 'Take over changes of tools that are held at a followed address',
    load: async () => (await import('./commands/sources-accept.js')).sourcesAccept,
  },
  {
    name: 'sources refuse',
    summary: 'Leave tools as they are although a followed address changed them',
    load: async () => (await import('./commands/sources-refuse.js')).sourcesRefuse,
  },
  {
    name: 'sources credential',
    summary: 'Store or remove the credential that a vendor is shown',
    load: async () => (await import('./commands/sources-credential.js')).sourcesCredential,
  },
  {
    name: 'sources remove',
    summary: 'Stop following card addresses; their agents stay',
    load: async () => (await import('./commands/sources-remove.js')).sourcesRemove,
  },
  {
    name: 'toolsets list',
    summary: 'List toolsets',
    load: async () => (await import('./commands/toolsets-list.js')).toolsetsList,
  },
  {
    name: 'toolsets show',
    summary: 'Show a toolset: its tools, versions, your words and the vendors’',
    load: async () => (await import('./commands/toolsets-show.js')).toolsetsShow,
  },
  {
    name: 'toolsets find',
    summary: 'Search the tools that can be chosen for a toolset',
    load: async () => (await import('./commands/toolsets-find.js')).toolsetsFind,
  },
  {
    name: 'toolsets new',
    summary: 'Make a toolset; add tools to it with "toolsets add"',
    load: async () => (await import('./commands/toolsets-new.js')).toolsetsNew,
  },
  {
    name: 'toolsets add',
    summary: 'Choose a tool for a toolset',
    load: async () => (await import('./commands/toolsets-add.js')).toolsetsAdd,
  },
  {
    name: 'toolsets rename',
    summary: 'Give a tool of a toolset another name or description',
    load: async () => (await import('./commands/toolsets-rename.js')).toolsetsRename,
  },
  {
    name: 'toolsets pin',
    summary: 'Pin a tool of a toolset to a version, or let it follow its vendor',
    load: async () => (await import('./commands/toolsets-pin.js')).toolsetsPin,
  },
  {
    name: 'toolsets remove',
    summary: 'Take tools out of a toolset; without tools, delete the toolset',
    load: async () => (await import('./commands/toolsets-remove.js')).toolsetsRemove,
  },
  {
    name: 'toolsets updates',
    summary: 'Show what vendors changed; exit code 1 when there is something to decide',
    load: async () => (await import('./commands/toolsets-updates.js')).toolsetsUpdates,
  },
  {
    name: 'toolsets accept',
    summary: 'Move tools of a toolset to what their vendors offer now',
    load: async () => (await import('./commands/toolsets-accept.js')).toolsetsAccept,
  },
  {
    name: 'toolsets stay',
    summary: 'Stay with the versions that a toolset has, until the next ones',
    load: async () => (await import('./commands/toolsets-stay.js')).toolsetsStay,
  },
  {
    name: 'toolsets export',
    summary: 'Export a toolset for a run time, as JSON',
    load: async () => (await import('./commands/toolsets-export.js')).toolsetsExport,
  },
  {
    name: 'toolsets history',
    summary: 'Show the versions of a toolset and what changed each time',
    load: async () => (await import('./commands/toolsets-history.js')).toolsetsHistory,
  },
  {
    name: 'toolsets back',
    summary: 'Bring a toolset back to what it was at a version, deleted or not',
    load: async () => (await import('./commands/toolsets-back.js')).toolsetsBack,
  },
  {
    name: 'procedures new',
    summary: 'Draft an operating procedure over the tools of a toolset',
    load: async () => (await import('./commands/procedures-new.js')).proceduresNew,
  },
  {
    name: 'procedures check',
    summary: 'Check an operating procedure against a toolset',
    load: async () => (await import('./commands/procedures-check.js')).proceduresCheck,
  },
  {
    name: 'procedures save',
    summary: 'Keep an operating procedure in the registry',
    load: async () => (await import('./commands/procedures-save.js')).proceduresSave,
  },
  {
    name: 'procedures place',
    summary: 'Put a tool into an operating procedure, and into its toolset',
    load: async () => (await import('./commands/procedures-place.js')).proceduresPlace,
  },
  {
    name: 'procedures list',
    summary: 'List operating procedures',
    load: async () => (await import('./commands/procedures-list.js')).proceduresList,
  },
  {
    name: 'procedures show',
    summary: 'Show an operating procedure and what is to be said about it',
    load: async () => (await import('./commands/procedures-show.js')).proceduresShow,
  },
  {
    name: 'procedures export',
    summary: 'Export an operating procedure with its toolset, or as an Agent Skill',
    load: async () => (await import('./commands/procedures-export.js')).proceduresExport,
  },
  {
    name: 'teams check',
    summary: 'Check a team of sub-agents',
    load: async () => (await import('./commands/teams-check.js')).teamsCheck,
  },
  {
    name: 'teams save',
    summary: 'Keep a team of sub-agents in the registry',
    load: async () => (await import('./commands/teams-save.js')).teamsSave,
  },
  {
    name: 'teams list',
    summary: 'List teams of sub-agents',
    load: async () => (await import('./commands/teams-list.js')).teamsList,
  },
  {
    name: 'teams show',
    summary: 'Show a team of sub-agents and what is to be said about it',
    load: async () => (await import('./commands/teams-show.js')).teamsShow,
  },
  {
    name: 'teams export',
    summary: 'Export a team of sub-agents for a run time',
    load: async () => (await import('./commands/teams-export.js')).teamsExport,
  },
  {
    name: 'credentials add',
    summary: 'Store a credential that the gateway shows to an agent',
    load: async () => (await import('./commands/credentials-add.js')).credentialsAdd,
  },
  {
    name: 'credentials list',
    summary: 'List the credentials stored for an agent, without their secrets',
    load: async () => (await import('./commands/credentials-list.js')).credentialsList,
  },
  {
    name: 'credentials remove',
    summary: 'Remove stored credentials of an agent for good',
    load: async () => (await import('./commands/credentials-remove.js')).credentialsRemove,
  },
  {
    name: 'credentials rotate-key',
    summary: 'Change the key that seals the credentials for agents',
    load: async () => (await import('./commands/credentials-rotate-key.js')).credentialsRotateKey,
  },
  {
    name: 'diff',
    summary: 'Show what changed between two versions of an API or of tools',
    load: async () => (await import('./commands/diff.js')).diff,
  },
  {
    name: 'agis new',
    summary: 'Write a first AGIS document to begin from',
    load: async () => (await import('./commands/agis-new.js')).agisNew,
  },
  {
    name: 'agis validate',
    summary: 'Validate AGIS documents in eight passes',
    load: async () => (await import('./commands/agis-validate.js')).agisValidate,
  },
  {
    name: 'agis fmt',
    summary: 'Bring AGIS documents into their canonical form',
    load: async () => (await import('./commands/agis-fmt.js')).agisFmt,
  },
  {
    name: 'agis convert',
    summary: 'Convert a description between AGIS, OpenAPI and MCP tools',
    load: async () => (await import('./commands/agis-convert.js')).agisConvert,
  },
  {
    name: 'agis classes',
    summary: 'Data classes of an AGIS service: what stands behind them, and proposals that wait',
    load: async () => (await import('./commands/agis-classes.js')).agisClasses,
  },
  {
    name: 'agis explain',
    summary: 'Explain a rule of the AGIS validator',
    load: async () => (await import('./commands/agis-explain.js')).agisExplain,
  },
  {
    name: 'agis schema',
    summary: 'Print the JSON Schema of AGIS documents',
    load: async () => (await import('./commands/agis-schema.js')).agisSchema,
  },
  {
    name: 'agis summary',
    summary: 'Write the /.well-known/agis.json of an AGIS document, or check one',
    load: async () => (await import('./commands/agis-summary.js')).agisSummary,
  },
  {
    name: 'nact lock',
    summary: 'Lock the signatures of new tool versions in a file to be committed',
    load: async () => (await import('./commands/nact-lock.js')).nactLock,
  },
  {
    name: 'nact check',
    summary: 'Check that no locked tool signature changed without a new version',
    load: async () => (await import('./commands/nact-check.js')).nactCheck,
  },
  {
    name: 'keys create',
    summary: 'Make an API key; it is shown once',
    load: async () => (await import('./commands/keys-create.js')).keysCreate,
  },
  {
    name: 'keys list',
    summary: 'List the API keys, without their secrets',
    load: async () => (await import('./commands/keys-list.js')).keysList,
  },
  {
    name: 'keys rotate',
    summary: 'Replace an API key; the old one works on for a while',
    load: async () => (await import('./commands/keys-rotate.js')).keysRotate,
  },
  {
    name: 'keys revoke',
    summary: 'End API keys at once',
    load: async () => (await import('./commands/keys-revoke.js')).keysRevoke,
  },
  {
    name: 'audit list',
    summary: 'Show the last records of the audit log',
    load: async () => (await import('./commands/audit-list.js')).auditList,
  },
  {
    name: 'audit verify',
    summary: 'Check that no audit record was changed, removed or moved',
    load: async () => (await import('./commands/audit-verify.js')).auditVerify,
  },
  {
    name: 'audit export',
    summary: 'Print the whole audit log, one JSON object per line',
    load: async () => (await import('./commands/audit-export.js')).auditExport,
  },
  {
    name: 'config',
    summary: 'Print the settings in force and where each came from',
    load: async () => (await import('./commands/config.js')).config,
  },
  {
    name: 'completion',
    summary: 'Print a completion script for your shell',
  },
  {
    name: 'help',
    summary: 'Explain the commands',
  },
];
