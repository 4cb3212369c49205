/** `dragoman repairs`: shows and switches the repairs that the gateway applies to a service. */
import type { RepairName, RepairSwitches } from '@dragoman/model';
import { repairNames } from '@dragoman/model';
import type { RepairsReading } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Shows and switches repairs. */
export const repairs: Command = {
  name: 'repairs',
  summary: 'Show, enable or disable the repairs that the gateway applies to a service',
  details:
    `Repairs add features that AI agents rely on and upstream services often lack: ${repairNames.join(', ')}. ` +
    'Repairs that always apply cannot be turned off. Turning a repair that changes tools on or off creates new ' +
    'versions of the operations; pinned versions do not change.',
  arguments: [{ name: 'service', required: true, multiple: false, description: 'Id of the service' }],
  options: [
    { name: 'on', value: 'name', multiple: true, description: 'Turn a repair on (repeatable)' },
    { name: 'off', value: 'name', multiple: true, description: 'Turn a repair off (repeatable)' },
    { name: 'default', value: 'name', multiple: true, description: 'Reset a repair to its default (repeatable)' },
  ],
  examples: [
    { line: 'dragoman repairs pier-weather-001', explanation: 'Repairs, and how many operations they apply to' },
    {
      line: 'dragoman repairs harbour-api --on cursor-pages --on truncation',
      explanation: 'Cursor pagination and truncation',
    },
    { line: 'dragoman repairs harbour-api --off problem-details', explanation: 'Pass on errors unchanged' },
  ],
  async run(context) {
    const { args, print, runtime } = context;
    const [id = ''] = args;
    const { signal } = runtime;
    const wanted = readWanted(context);
    const { agents } = connect(context);
    const before = await agents.repairs(id, { signal });
    const after =
      wanted.size === 0 ? before : await agents.switchRepairs(id, merge(before, wanted), switching(before, signal));
    if (print.json) print.value(after);
    else show(context, after);
    return 0;
  },
};

type Wanted = ReadonlyMap<RepairName, boolean | undefined>;

function readWanted({ options }: CommandContext): Wanted {
  const given = [
    ...options.texts('on').map((name) => [name, true] as const),
    ...options.texts('off').map((name) => [name, false] as const),
    ...options.texts('default').map((name) => [name, undefined] as const),
  ];
  const wanted = new Map<RepairName, boolean | undefined>();
  for (const [text, value] of given) {
    const name = repairNames.find((each) => each === text);
    if (name === undefined) throw new UsageError(`unknown repair ${text}; use one of ${repairNames.join(', ')}`);
    if (wanted.has(name)) throw new UsageError(`${name} is given twice`);
    wanted.set(name, value);
  }
  return wanted;
}

/** The current choices with the requested changes. */
function merge({ repairs: rows }: RepairsReading, wanted: Wanted): RepairSwitches {
  const switches: RepairSwitches = {};
  for (const { name, chosen } of rows) {
    const value = wanted.has(name) ? wanted.get(name) : chosen;
    if (value !== undefined) switches[name] = value;
  }
  return switches;
}

function switching({ etag }: RepairsReading, signal: AbortSignal) {
  return etag === undefined ? { signal } : { signal, ifMatch: etag };
}

function show({ print }: CommandContext, { repairs: rows, operations }: RepairsReading): void {
  const columns = [{ title: 'repair' }, { title: 'state' }, { title: 'applies to' }, { title: 'supplies', min: 24 }];
  const stateOf = (row: (typeof rows)[number]) => {
    if (row.default === 'always') return 'always';
    return `${row.on ? 'on' : 'off'}${row.chosen === undefined ? '' : ' (set)'}`;
  };
  print.table(
    columns,
    rows.map((row) => [row.name, stateOf(row), `${row.at_work} of ${operations}`, row.supplies]),
  );
  print.note(line`"dragoman profile" shows which of these properties the upstream service lacks.`);
}
