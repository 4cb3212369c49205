/** `dragoman status`: shows whether the registry is ready, and how its search works. */
import { isJsonObject } from '@dragoman/model';
import type { Command } from '../command/command.js';
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
  options: [],
  examples: [
    { line: 'dragoman status', explanation: 'The state of the registry' },
    {
      line: 'dragoman status --json',
      explanation: 'The same for programs, such as a script that waits for the vectors',
    },
  ],
  async run(context) {
    const { print, runtime } = context;
    const { signal } = runtime;
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
