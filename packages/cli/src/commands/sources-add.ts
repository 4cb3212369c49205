/** `dragoman sources add`: makes the registry poll URLs. */
import type { Command } from '../command/command.js';
import { readInterval } from '../command/interval.js';
import { printSources } from '../output/source-table.js';
import { connect } from '../registry/connect.js';
import { visibilityOf } from './add.js';

const kinds = ['description', 'nact'] as const;

/** Follows URLs. */
export const sourcesAdd: Command = {
  name: 'sources add',
  summary: 'Poll descriptions and N-ACT roots on a schedule',
  arguments: [
    {
      name: 'url',
      required: true,
      multiple: true,
      description: 'https URLs of agent cards, other descriptions, or N-ACT roots',
    },
  ],
  options: [
    { name: 'every', value: 'interval', description: '15m, 6h, 1d (default: 1h)' },
    {
      name: 'kind',
      value: 'kind',
      choices: kinds,
      description: 'nact: the URLs are N-ACT roots (default: description)',
    },
    { name: 'name', value: 'name', description: 'Name of the vendor; with one URL also the id of the service' },
    { name: 'id', value: 'id', description: 'Id of the service (one URL only)' },
    { name: 'public', description: 'Services from this source are visible to everyone who may use the registry' },
    { name: 'private', description: 'Services from this source are visible only to you' },
  ],
  examples: [
    {
      line: 'dragoman sources add https://pierweather.example/.well-known/agent-card.json --every 6h',
      explanation: 'Poll an agent card every six hours',
    },
    {
      line: 'dragoman sources add https://api.linden.example/v2 --kind nact --name Linden --private',
      explanation: 'Poll the tools of a vendor',
    },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const { signal } = runtime;
    const intervalSeconds = readInterval(options.text('every') ?? '1h');
    const kind = kinds.find((each) => each === options.text('kind'));
    const name = options.text('name');
    const agentId = options.text('id');
    const created = await connect(context).sources.create(args, {
      intervalSeconds,
      signal,
      ...(kind === undefined ? {} : { kind }),
      ...(name === undefined ? {} : { name }),
      ...(agentId === undefined ? {} : { agentId }),
      ...visibilityOf(options),
    });
    if (print.json) print.value(created);
    else printSources(print, created.sources);
    return 0;
  },
};
