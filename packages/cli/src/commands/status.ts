/** `dragoman status`: shows whether the registry is ready, and how its search works. */
import { isJsonObject } from '@dragoman/model';
import type { ServerStatus } from '@dragoman/sdk';
import { isDragomanError } from '@dragoman/sdk';
import type { Command, CommandContext, ExitCode } from '../command/command.js';
import { partRows, printErrors, printLimits, printParts } from '../output/part-table.js';
import { printUsage } from '../output/usage-table.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Shows the state of the registry. */
export const status: Command = {
  name: 'status',
  summary: 'Show the health of the server, callers near a limit, and the last errors',
  details:
    'Shows the server, the number of services that you may see, and how search works; with the scope admin also every part ' +
    '(store, disk, nodes, vectors, sources, stdio servers), callers that have used at least half of a limit, and the ' +
    'last errors. While vectors are being ' +
    'computed, new operations are found by their words. Exit code 1 when the registry is not ready.',
  arguments: [],
  options: [
    {
      name: 'parts',
      description: 'Show only the parts, and the use of shared resources by caller (scope admin)',
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
    const known = ready ? await readStatus(context) : undefined;
    if (print.json) {
      print.value({ server: client.baseUrl, ready, ...(entries === undefined ? {} : { entries }), search, ...known });
      return ready ? 0 : 1;
    }
    const reason = typeof details.detail === 'string' ? details.detail : 'not ready';
    const { color } = print;
    print.table(
      [{ title: 'part' }, { title: 'state', min: 30 }],
      [
        ['server', line`${client.baseUrl}  ${ready ? color.good('ready') : color.bad(reason)}`],
        ...(entries === undefined ? [] : [['services', `${entries} that you may see`]]),
        ...(ready && known === undefined ? [['store', 'responds; the index is up to date']] : []),
        ...(known === undefined ? [] : partRows(known, color)),
        ...searchRows(search, known !== undefined),
      ],
    );
    if (known !== undefined) {
      printLimits(print, known);
      printErrors(print, known);
    }
    return ready ? 0 : 1;
  },
};

/** The parts, for callers who may see them. */
async function readStatus(context: CommandContext): Promise<ServerStatus | undefined> {
  try {
    return await connect(context).status.read({ signal: context.runtime.signal });
  } catch (error) {
    if (isDragomanError(error) && [401, 403, 404].includes(error.status ?? 0)) return undefined;
    // An older server, or a proxy, answers with something else.
    if (isDragomanError(error) && error.code === 'INVALID_RESPONSE') return undefined;
    throw error;
  }
}

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

/** The parts have a row about vectors of their own. */
function searchRows(search: Readonly<Record<string, unknown>>, hasParts: boolean): string[][] {
  const { matched_by: matchedBy, compared_in: comparedIn, vectors_waiting: waiting, reason } = search;
  const { engine, entries_waiting: unindexed, entries_set_aside: failed } = search;
  if (!Array.isArray(matchedBy)) return [];
  const where = typeof comparedIn === 'string' ? `; vectors are compared in the ${placeOf(comparedIn)}` : '';
  const why = typeof reason === 'string' ? `; ${reason}` : '';
  const index = engine === 'postgres' ? '; the index is in the database' : '';
  const rows = [['search', `by ${matchedBy.join(' and ')}${where}${index}${why}`]];
  if (typeof unindexed === 'number' && unindexed > 0 && !hasParts)
    rows.push(['index', `${unindexed} ${unindexed === 1 ? 'service waits' : 'services wait'} to be indexed`]);
  if (typeof failed === 'number' && !hasParts)
    rows.push(['index', `${failed} ${failed === 1 ? 'service' : 'services'} could not be indexed; see the log`]);
  if (typeof waiting === 'number' && !hasParts) rows.push(['vectors', describeWaiting(waiting)]);
  return rows;
}

const placeOf = (comparedIn: string) => (comparedIn === 'memory' ? 'memory of the server' : comparedIn);

function describeWaiting(waiting: number): string {
  if (waiting === 0) return 'complete';
  return `${waiting} ${waiting === 1 ? 'operation waits' : 'operations wait'}, and can be found by words meanwhile`;
}
