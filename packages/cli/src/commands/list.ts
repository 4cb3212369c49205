/** `dragoman list`: the agents of the registry, by conditions, ordered by name. */
import type { AgentSummary } from '@dragoman/sdk';
import type { Command } from '../command.js';
import { conditionOptions, conditionsOf } from '../conditions.js';
import { connect } from '../connect.js';
import { agentColumns, agentRow } from '../output/agent-table.js';
import { line } from '../output/paint.js';

const usualLimit = 50;

/** Lists agents. */
export const list: Command = {
  name: 'list',
  summary: 'List the agents of the registry',
  arguments: [],
  options: [
    ...conditionOptions,
    { name: 'limit', value: 'n', description: `Most agents to show (${usualLimit} unless given)` },
    { name: 'all', description: 'Show all of them, page after page' },
  ],
  examples: [
    { line: 'dragoman list', explanation: 'The first agents by name' },
    { line: 'dragoman list --capability translation --language pl', explanation: 'Translators that know Polish' },
    { line: 'dragoman list --all --json', explanation: 'Everything, for a program' },
  ],
  async run(context) {
    const { options, print, surroundings } = context;
    const client = connect(context);
    const { signal } = surroundings;
    const limit = options.flag('all')
      ? Number.POSITIVE_INFINITY
      : (options.number('limit', { min: 1, max: 1_000_000 }) ?? usualLimit);
    const agents: AgentSummary[] = [];
    let more = false;
    const pageSize = Math.min(100, limit);
    for await (const agent of client.agents.list({ ...conditionsOf(options), pageSize, signal })) {
      more = agents.length >= limit;
      if (more) break;
      agents.push(agent);
      if (agents.length % pageSize === 0) print.progress(line`${agents.length} agents …`);
    }
    print.progress(undefined);
    if (print.json) print.value(agents);
    else if (agents.length > 0)
      print.table(
        agentColumns,
        agents.map((agent) => agentRow(agent, print.colour)),
      );
    if (agents.length === 0)
      print.note(line`no agents${isFiltered(options) ? ' satisfy all conditions' : ' yet: dragoman add <file>'}`);
    else if (more) print.note(line`there are more; --all shows all of them, --limit more of them`);
    return 0;
  },
};

function isFiltered(options: Parameters<typeof conditionsOf>[0]): boolean {
  return conditionOptions.some(({ name }) => options.texts(name).length > 0);
}
