/** `dragoman list`: lists the services of the registry by name, optionally filtered. */
import type { AgentSummary, Client, ServiceState } from '@dragoman/sdk';
import { isDragomanError } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { agentColumns, agentRow } from '../output/agent-table.js';
import { printServices } from '../output/service-table.js';
import { conditionOptions, conditionsOf } from '../registry/conditions.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

const defaultLimit = 50;

/** Lists services. */
export const list: Command = {
  name: 'list',
  summary: 'List the services of the registry',
  details:
    'Shows the number of operations, what needs attention (missing credentials, open circuit breakers, held changes, findings), and, for services that you own and for administrators, the calls of the last 24 hours.',
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
    const states = await readStates(client, agents, signal);
    if (print.json) print.value(agents.map((agent) => ({ ...states?.find(({ id }) => id === agent.id), ...agent })));
    else if (states !== undefined) printServices(print, states);
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

/** How the services are doing; undefined where the registry does not say, or not to this caller. */
async function readStates(
  client: Client,
  agents: readonly AgentSummary[],
  signal: AbortSignal,
): Promise<ServiceState[] | undefined> {
  if (agents.length === 0) return undefined;
  const ids = agents.map(({ id }) => id);
  return client.agents.readServices(ids, { signal }).catch((error: unknown) => {
    if (isDragomanError(error) && [401, 403, 404].includes(error.status ?? 0)) return undefined;
    throw error;
  });
}

function isFiltered(options: Parameters<typeof conditionsOf>[0]): boolean {
  return conditionOptions.some(({ name }) => options.texts(name).length > 0);
}
