/** `dragoman sources add`: has the registry follow card addresses. */
import type { Command } from '../command.js';
import { connect } from '../connect.js';
import { readInterval } from '../interval.js';
import { printSources } from '../output/source-table.js';

const kinds = ['description', 'nact'] as const;

/** Follows addresses. */
export const sourcesAdd: Command = {
  name: 'sources add',
  summary: 'Follow descriptions and N-ACT roots on a schedule',
  arguments: [
    {
      name: 'url',
      required: true,
      multiple: true,
      description: 'https addresses of cards, other descriptions, or N-ACT roots',
    },
  ],
  options: [
    { name: 'every', value: 'interval', description: '15m, 6h, 1d (1h unless given)' },
    { name: 'kind', value: 'kind', choices: kinds, description: 'nact: the addresses are N-ACT roots (description)' },
    { name: 'name', value: 'name', description: 'Name of the vendor' },
    { name: 'private', description: 'Only you see what comes from it' },
  ],
  examples: [
    {
      line: 'dragoman sources add https://pierweather.example/.well-known/agent-card.json --every 6h',
      explanation: 'Look at a card every six hours',
    },
    {
      line: 'dragoman sources add https://api.linden.example/v2 --kind nact --name Linden --private',
      explanation: 'Follow the tools of a vendor',
    },
  ],
  async run(context) {
    const { args, options, print, surroundings } = context;
    const { signal } = surroundings;
    const intervalSeconds = readInterval(options.text('every') ?? '1h');
    const kind = kinds.find((each) => each === options.text('kind'));
    const name = options.text('name');
    const created = await connect(context).sources.create(args, {
      intervalSeconds,
      signal,
      ...(kind === undefined ? {} : { kind }),
      ...(name === undefined ? {} : { name }),
      ...(options.flag('private') ? { visibility: 'private' } : {}),
    });
    if (print.json) print.value(created);
    else printSources(print, created.sources);
    return 0;
  },
};
