/** `dragoman sources refresh`: polls sources now. */
import type { Source } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { printSources } from '../output/source-table.js';
import { connect } from '../registry/connect.js';

/** Polls sources now. */
export const sourcesRefresh: Command = {
  name: 'sources refresh',
  summary: 'Poll sources now; exit code 1 when one of them fails',
  arguments: [{ name: 'id', required: true, multiple: true, description: 'Ids from "dragoman sources list"' }],
  options: [],
  examples: [
    { line: 'dragoman sources refresh x7dP2sQ0m1Vt9LkJc4RbYw', explanation: 'After the vendor has published a change' },
  ],
  async run(context) {
    const { args, print, runtime } = context;
    const client = connect(context);
    const polled: Source[] = [];
    for (const id of args) polled.push(await client.sources.refresh(id, { signal: runtime.signal }));
    if (print.json) print.value(polled);
    else printSources(print, polled);
    return polled.some(({ failures }) => failures > 0) ? 1 : 0;
  },
};
