/** `dragoman status`: shows whether the registry is ready, and how its search works. */
import { isJsonObject } from '@dragoman/model';
import type { Command, CommandContext, ExitCode } from '../command/command.js';
import { printParts } from '../output/part-table.js';
import { printUsage } from '../output/usage-table.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Shows the state of the registry. */
export const status: Command = {
  name: 'status',
  summary: 'Show whether the registry is ready, and how many vectors wait',
  details:
    'Shows the server, its store, the number of services that you may see, and how search works. While vectors are being ' +
    'computed, new operations are found by their words. Exit code 1 when the registry is not ready.',
  arguments: [],
  options: [
    {
      name: 'parts',
      description: 'Show every part of the server and the callers nearest to their limits (scope admin)',
    },
    { name: 'service', value: 'id', description: 'Show the calls of this service over time instead' },
    { name: 'hours', value: 'n', description: 'Hours back from now: by minutes for one hour (default), else by hours' },
  ],
  examples: [
    { line: 'dragoman status', explanation: 'The state of the registry' },
    { line: 'dragoman status --parts', explanation: 'Store, disk, vectors, nodes, and who uses most' },
    { line: 'dragoman status --service pier-weather-001 --hours 24', explanation: 'The calls of one service in a day' },
    {
      line: 'dragoman status --json',
      explanation: 'The same for programs, such as a script that waits for the vectors',
    },
  ],
  async run(context) {
    const { print, runtime } = context;
    const { signal } = runtime;
    if (context.options.flag('parts')) return showParts(context);
    const service = context.options.text('service');
    if (service !== undefined) return showUsage(context, service);
    const client = connect(context);
    const { ready, details } = await client.ready({ signal });
    const entries = ready ? (await client.agents.search({ top: 1 }, { signal })).count : undefined;
    const search = isJsonObject(details.search) ? details.search : {};
    if (print.json) {
      print.value({ server: client.baseUrl, ready, ...(entries === undefined ? {} : { entries }), search });
      return ready ? 0 : 1;
    }
    const reason = typeof details.detail === 'string' ? details.detail : 'not ready';
    const { color } = print;
    print.table(
      [{ title: 'part' }, { title: 'state', min: 30 }],
      [
        ['server', line`${client.baseUrl}  ${ready ? color.good('ready') : color.bad(reason)}`],
        ...(ready ? [['store', 'responds; the index is up to date']] : []),
        ...(entries === undefined ? [] : [['services', `${entries} that you may see`]]),
        ...searchRows(search),
      ],
    );
    return ready ? 0 : 1;
  },
};

/** Exit code 1 when a part has failed. */
async function showParts(context: CommandContext): Promise<ExitCode> {
  const { print, runtime } = context;
  const status = await connect(context).status.read({ signal: runtime.signal });
  if (print.json) print.value(status);
  else printParts(print, status);
  return status.state === 'failed' ? 1 : 0;
}

async function showUsage(context: CommandContext, service: string): Promise<ExitCode> {
  const { print, runtime, options } = context;
  const hours = options.number('hours', { min: 1, max: 744 }) ?? 1;
  const step = hours === 1 ? 'minute' : 'hour';
  const usage = await connect(context).usage.read(service, { step, hours, signal: runtime.signal });
  if (print.json) print.value(usage);
  else printUsage(print, usage);
  return 0;
}

function searchRows(search: Readonly<Record<string, unknown>>): string[][] {
  const { matched_by: matchedBy, compared_in: comparedIn, vectors_waiting: waiting, reason } = search;
  if (!Array.isArray(matchedBy)) return [];
  const where = typeof comparedIn === 'string' ? `; vectors are compared in the ${placeOf(comparedIn)}` : '';
  const why = typeof reason === 'string' ? `; ${reason}` : '';
  const rows = [['search', `by ${matchedBy.join(' and ')}${where}${why}`]];
  if (typeof waiting === 'number') rows.push(['vectors', describeWaiting(waiting)]);
  return rows;
}

const placeOf = (comparedIn: string) => (comparedIn === 'memory' ? 'memory of the server' : comparedIn);

function describeWaiting(waiting: number): string {
  if (waiting === 0) return 'complete';
  return `${waiting} ${waiting === 1 ? 'operation waits' : 'operations wait'}, and can be found by words meanwhile`;
}
