/** `dragoman sources add`: has the registry follow card addresses. */
import type { Command } from '../command.js';
import { connect } from '../connect.js';
import { readInterval } from '../interval.js';
import { printSources } from '../output/source-table.js';

/** Follows addresses. */
export const sourcesAdd: Command = {
  name: 'sources add',
  summary: 'Follow card addresses on a schedule',
  arguments: [{ name: 'url', required: true, multiple: true, description: 'https addresses of cards' }],
  options: [{ name: 'every', value: 'interval', description: '15m, 6h, 1d (1h unless given)' }],
  examples: [
    {
      line: 'dragoman sources add https://pierweather.example/.well-known/agent-card.json --every 6h',
      explanation: 'Look at a card every six hours',
    },
  ],
  async run(context) {
    const { args, options, print, surroundings } = context;
    const { signal } = surroundings;
    const intervalSeconds = readInterval(options.text('every') ?? '1h');
    const created = await connect(context).sources.create(args, { intervalSeconds, signal });
    if (print.json) print.value(created);
    else printSources(print, created.sources);
    return 0;
  },
};
