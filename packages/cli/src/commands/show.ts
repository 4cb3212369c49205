/** `dragoman show`: shows a service, one of its operations, or its versions. */
import { bareName } from '@dragoman/model';
import type { AgentVersion, OperationSummary } from '@dragoman/sdk';
import { chooseOperation, mcpEndpoint, projectionTargets } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { askingTools } from '../mcp/asking-tools.js';
import { agentCard } from '../output/agent-card.js';
import { noteConfirmations } from '../output/confirmation-notes.js';
import { operationCard } from '../output/operation-card.js';
import { connect } from '../registry/connect.js';
import { serverOf } from '../registry/server-address.js';
import { line } from '../terminal/paint.js';

/** Shows a service or an operation. */
export const show: Command = {
  name: 'show',
  summary: 'Show a service, or one of its operations',
  arguments: [
    { name: 'id', required: true, multiple: false, description: 'Id of the service' },
    {
      name: 'operation',
      required: false,
      multiple: false,
      description: 'Name of an operation: its impact, inputs and outputs',
    },
  ],
  options: [
    { name: 'versions', description: 'List its versions instead (only for its owner)' },
    { name: 'findings', description: 'List similarities with services of other providers instead' },
    {
      name: 'as',
      value: 'protocol',
      choices: [...projectionTargets],
      description: `With an operation: its definition in this protocol, the tokens it costs and what the conversion loses (${projectionTargets.join(', ')})`,
    },
    { name: 'revision', value: 'n', description: 'Show the metadata of this revision (only for its owner)' },
  ],
  examples: [
    { line: 'dragoman show pier-weather-001', explanation: 'Show a service' },
    { line: 'dragoman show github issues_create', explanation: 'The inputs and outputs of an operation' },
    { line: 'dragoman show github issues_create --as mcp', explanation: 'The operation as an MCP tool' },
    { line: 'dragoman show pier-weather-001 --json', explanation: 'The metadata document' },
    { line: 'dragoman show pier-weather-001 --versions', explanation: 'Who changed it, and when' },
    { line: 'dragoman show pier-weather-001 --findings', explanation: 'Services it could be confused with' },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const [id = '', operation] = args;
    if (operation !== undefined && (options.flag('versions') || options.flag('findings')))
      throw new UsageError('--versions and --findings show a whole service; leave out the operation');
    if (options.text('as') !== undefined) return showProjection(context, { id, operation });
    if (options.flag('versions')) return showVersions(context, id);
    if (options.flag('findings')) return showFindings(context, id);
    const { agents } = connect(context);
    const { signal } = runtime;
    const revision = options.number('revision', { min: 1, max: 1e9 });
    const reading =
      revision === undefined ? await agents.read(id, { signal }) : await agents.readVersion(id, revision, { signal });
    if (!('agent' in reading)) throw new Error('the registry answered "not modified" to an unconditional read');
    const chosen = operation === undefined ? undefined : chooseOperation(reading.agent, operation);
    if (print.json) print.value(chosen ?? reading.agent);
    else {
      const known = revision === undefined ? await readImpacts(context, id) : [];
      if (chosen !== undefined)
        operationCard(
          print,
          chosen,
          known.find((each) => each.operation === chosen.name),
        );
      else for (const text of agentCard(reading.agent, print.color, known)) print.out(text);
    }
    if (!print.json && revision === undefined) {
      await noteAsking(context, { id, operation });
      await noteHeld(context, { id, operation });
    }
    return 0;
  },
};

/** The impact of each operation, stated or derived; none where the registry does not list them, which hides nothing else. */
async function readImpacts(context: CommandContext, id: string): Promise<OperationSummary[]> {
  const options = { top: 200, signal: context.runtime.signal };
  const page = connect(context).agents.findOperations({ agents: [id] }, options);
  return page.then(
    ({ operations }) => operations,
    () => [],
  );
}

/** Says which tools require a confirmation of this caller, where the registry says so. */
async function noteAsking(
  context: CommandContext,
  { id, operation }: { id: string; operation: string | undefined },
): Promise<void> {
  const asking = await askingTools(context, mcpEndpoint(serverOf(context), { kind: 'agent', id }));
  if ('reason' in asking) return;
  for (const { by, names } of asking) {
    const shown = names.filter((name) => operation === undefined || bareName(name) === bareName(operation));
    if (shown.length > 0) noteConfirmations(context.print, [{ by, operations: shown.length, names: shown }]);
  }
}

/** Says which texts models do not see. */
async function noteHeld(
  context: CommandContext,
  { id, operation }: { id: string; operation: string | undefined },
): Promise<void> {
  const { texts } = await connect(context).agents.heldTexts(id, { signal: context.runtime.signal });
  const held = texts.filter(
    ({ state, places }) =>
      state === 'held' && (operation === undefined || places.some((place) => place.operation === operation)),
  );
  if (held.length === 0) return;
  const all = held.flatMap(({ reasons: [reason] }) => (reason === undefined ? [] : [`"${reason.words}"`]));
  const words = [...new Set(all)].slice(0, 3);
  context.print.note(
    line`${held.length} ${held.length === 1 ? 'text is' : 'texts are'} held and not shown to models, because of words such as ${words.join(', ')}: "dragoman texts list ${id}" shows them.`,
  );
}

async function showProjection(
  context: CommandContext,
  { id, operation }: { id: string; operation: string | undefined },
): Promise<0 | 1> {
  const { options, print, runtime } = context;
  const target = projectionTargets.find((each) => each === options.text('as'));
  if (operation === undefined || target === undefined)
    throw new UsageError(`--as needs an operation and one of ${projectionTargets.join(', ')}`);
  const view = await connect(context).agents.readOperation(id, operation, { as: [target], signal: runtime.signal });
  const [projection] = view.projections;
  if (projection === undefined) throw new Error('the registry returned no projection');
  const { definition, tokens, changes } = projection;
  if (print.json) print.value(projection);
  else if (definition !== undefined) print.value(definition);
  print.note(line`About ${tokens} tokens. Impact: ${view.impact ?? 'not stated'}. ${view.impact_reason}`);
  for (const { kind, input, reason } of changes) {
    const label = kind === 'lost' ? print.color.warning(kind) : print.color.faint(kind);
    print.note(input === undefined ? line`${label}: ${reason}` : line`${label}, input ${input}: ${reason}`);
  }
  return definition === undefined ? 1 : 0;
}

async function showFindings(context: CommandContext, id: string): Promise<0> {
  const { print, runtime } = context;
  const found = await connect(context).agents.findings(id, { signal: runtime.signal });
  if (print.json) {
    print.value(found);
    return 0;
  }
  for (const { code, pointer, agent, name } of found.findings) {
    print.out(line`${print.color.warning(code)}  ${name}  ${agent}  ${pointer}`);
  }
  if (found.findings.length === 0) print.note(line`No similarities with other services.`);
  if (found.held) print.note(line`Calls are blocked until an administrator accepts these findings.`);
  return 0;
}

async function showVersions(context: CommandContext, id: string): Promise<0> {
  const { print, runtime } = context;
  const versions: AgentVersion[] = [];
  for await (const version of connect(context).agents.versions(id, { signal: runtime.signal })) {
    versions.push(version);
  }
  if (print.json) print.value(versions);
  else {
    const columns = [{ title: 'revision' }, { title: 'at' }, { title: 'action' }, { title: 'actor' }];
    print.table(
      columns,
      versions.map(({ revision, at, action, actor }) => [String(revision), String(at), String(action), String(actor)]),
    );
  }
  return 0;
}
