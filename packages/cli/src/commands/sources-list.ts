/** `dragoman sources list`: the card addresses that the registry follows for the caller. */
import type { Source } from '@dragoman/sdk';
import type { Command } from '../command.js';
import { connect } from '../connect.js';
import { line } from '../output/paint.js';
import { printSources } from '../output/source-table.js';

/** Lists followed addresses. */
export const sourcesList: Command = {
  name: 'sources list',
  summary: 'List the card addresses that are followed for you',
  arguments: [],
  options: [],
  examples: [{ line: 'dragoman sources list', explanation: 'Addresses, how often, and how the last look went' }],
  async run(context) {
    const { print, surroundings } = context;
    const sources: Source[] = [];
    for await (const source of connect(context).sources.list({ signal: surroundings.signal })) sources.push(source);
    if (print.json) print.value(sources);
    else if (sources.length > 0) printSources(print, sources);
    if (sources.length === 0) print.note(line`no addresses are followed; dragoman sources add <url>`);
    return 0;
  },
};
