/** `dragoman show`: one agent, or its kept versions. */
import type { AgentVersion } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command.js';
import { connect } from '../connect.js';
import { agentCard } from '../output/agent-card.js';
import { line } from '../output/paint.js';

/** Shows an agent. */
export const show: Command = {
  name: 'show',
  summary: 'Show one agent',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id of the agent' }],
  options: [
    { name: 'versions', description: 'List its kept versions instead (for its owner)' },
    { name: 'findings', description: 'List what it has in common with agents of other providers instead' },
    { name: 'revision', value: 'n', description: 'Show the metadata as it was at this revision (for its owner)' },
  ],
  examples: [
    { line: 'dragoman show pier-weather-001', explanation: 'A card for people' },
    { line: 'dragoman show pier-weather-001 --json', explanation: 'The metadata document' },
    { line: 'dragoman show pier-weather-001 --versions', explanation: 'Who changed it when' },
    { line: 'dragoman show pier-weather-001 --findings', explanation: 'Whom it might be taken for' },
  ],
  async run(context) {
    const { args, options, print, surroundings } = context;
    const [id = ''] = args;
    if (options.flag('versions')) return showVersions(context, id);
    if (options.flag('findings')) return showFindings(context, id);
    const { agents } = connect(context);
    const { signal } = surroundings;
    const revision = options.number('revision', { min: 1, max: 1e9 });
    const reading =
      revision === undefined ? await agents.read(id, { signal }) : await agents.readVersion(id, revision, { signal });
    if (!('agent' in reading)) throw new Error('an unconditional read was answered as unchanged');
    if (print.json) print.value(reading.agent);
    else for (const text of agentCard(reading.agent, print.colour)) print.out(text);
    return 0;
  },
};

async function showFindings(context: CommandContext, id: string): Promise<0> {
  const { print, surroundings } = context;
  const found = await connect(context).agents.findings(id, { signal: surroundings.signal });
  if (print.json) {
    print.value(found);
    return 0;
  }
  for (const { code, pointer, agent, name } of found.findings) {
    print.out(line`${print.colour.warning(code)}  ${name}  ${agent}  ${pointer}`);
  }
  if (found.findings.length === 0) print.note(line`it has nothing in common with others`);
  if (found.held) print.note(line`it takes no calls until an administrator accepts this`);
  return 0;
}

async function showVersions(context: CommandContext, id: string): Promise<0> {
  const { print, surroundings } = context;
  const versions: AgentVersion[] = [];
  for await (const version of connect(context).agents.versions(id, { signal: surroundings.signal })) {
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
