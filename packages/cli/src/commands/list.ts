/** `dragoman list`: lists the services of the registry by name, optionally filtered. */
import type { AgentSummary } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { agentColumns, agentRow } from '../output/agent-table.js';
import { conditionOptions, conditionsOf } from '../registry/conditions.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

const defaultLimit = 50;

/** Lists services. */
export const list: Command = {
  name: 'list',
  summary: 'List the services of the registry',
  arguments: [],
  options: [
    ...conditionOptions,
    { name: 'limit', value: 'n', description: `Maximum number of services (default: ${defaultLimit})` },
    { name: 'all', description: 'Show all services' },
  ],
  examples: [
    { line: 'dragoman list', explanation: 'The first services by name' },
    { line: 'dragoman list --capability translation --language pl', explanation: 'Services that translate Polish' },
    { line: 'dragoman list --all --json', explanation: 'All services, as JSON' },
  ],
  async run(context) {
    const { options, print, runtime } = context;
    const client = connect(context);
    const { signal } = runtime;
    const limit = options.flag('all')
      ? Number.POSITIVE_INFINITY
      : (options.number('limit', { min: 1, max: 1_000_000 }) ?? defaultLimit);
    const agents: AgentSummary[] = [];
    let more = false;
    const pageSize = Math.min(100, limit);
    for await (const agent of client.agents.list({ ...conditionsOf(options), pageSize, signal })) {
      more = agents.length >= limit;
      if (more) break;
      agents.push(agent);
      if (agents.length % pageSize === 0) print.progress(line`${agents.length} services …`);
    }
    print.progress(undefined);
    if (print.json) print.value(agents);
    else if (agents.length > 0)
      print.table(
        agentColumns,
        agents.map((agent) => agentRow(agent, print.color)),
      );
    if (agents.length === 0)
      print.note(
        isFiltered(options)
          ? line`No service matches the filters.`
          : line`No services yet; register one with "dragoman add <file>".`,
      );
    else if (more) print.note(line`There are more; use --all or a higher --limit.`);
    return 0;
  },
};

function isFiltered(options: Parameters<typeof conditionsOf>[0]): boolean {
  return conditionOptions.some(({ name }) => options.texts(name).length > 0);
}
