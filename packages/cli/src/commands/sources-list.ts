/** `dragoman sources list`: lists the URLs that the registry polls for you. */
import type { Source } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { printSources } from '../output/source-table.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Lists sources. */
export const sourcesList: Command = {
  name: 'sources list',
  summary: 'List the sources that the registry polls for you',
  arguments: [],
  options: [],
  examples: [{ line: 'dragoman sources list', explanation: 'URLs, intervals, and the result of the last poll' }],
  async run(context) {
    const { print, runtime } = context;
    const sources: Source[] = [];
    for await (const source of connect(context).sources.list({ signal: runtime.signal })) sources.push(source);
    if (print.json) print.value(sources);
    else if (sources.length > 0) printSources(print, sources);
    if (sources.length === 0) print.note(line`No sources; add one with "dragoman sources add <url>".`);
    return 0;
  },
};
