/** `dragoman repairs`: what the gateway supplies for an agent, and switching it. */

import type { RepairName, RepairSwitches } from '@dragoman/model';
import { repairNames } from '@dragoman/model';
import type { RepairsReading } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command.js';
import { UsageError } from '../command.js';
import { connect } from '../connect.js';
import { line } from '../output/paint.js';

/** Shows and switches repairs. */
export const repairs: Command = {
  name: 'repairs',
  summary: 'Show or switch what the gateway supplies for an agent',
  details:
    `Repairs are properties that agents rely on and upstreams often lack: ${repairNames.join(', ')}. Those that are always done cannot be switched. ` +
    'Switching one that changes tools makes new versions of the operations; pinned versions stay as they are.',
  arguments: [{ name: 'agent', required: true, multiple: false, description: 'Id of the agent' }],
  options: [
    { name: 'on', value: 'name', multiple: true, description: 'Switch a repair on; may be repeated' },
    { name: 'off', value: 'name', multiple: true, description: 'Switch a repair off; may be repeated' },
    { name: 'default', value: 'name', multiple: true, description: 'Forget the choice for a repair; may be repeated' },
  ],
  examples: [
    { line: 'dragoman repairs pier-weather-001', explanation: 'What is supplied, and for how many operations' },
    { line: 'dragoman repairs harbour-api --on cursor-pages --on truncation', explanation: 'Bounded lists by cursor' },
    { line: 'dragoman repairs harbour-api --off problem-details', explanation: 'Errors as the upstream sends them' },
  ],
  async run(context) {
    const { args, print, surroundings } = context;
    const [id = ''] = args;
    const { signal } = surroundings;
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
    if (name === undefined) throw new UsageError(`there is no repair ${text}; there are ${repairNames.join(', ')}`);
    if (wanted.has(name)) throw new UsageError(`${name} is named twice`);
    wanted.set(name, value);
  }
  return wanted;
}

/** The choices of before with what is wanted now. */
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
  const columns = [{ title: 'repair' }, { title: 'state' }, { title: 'at work' }, { title: 'supplies', min: 24 }];
  const stateOf = (row: (typeof rows)[number]) => {
    if (row.default === 'always') return 'always';
    return `${row.on ? 'on' : 'off'}${row.chosen === undefined ? '' : ' (chosen)'}`;
  };
  print.table(
    columns,
    rows.map((row) => [row.name, stateOf(row), `${row.at_work} of ${operations}`, row.supplies]),
  );
  print.note(line`dragoman profile shows what of this the upstream lacks`);
}
