/** `dragoman sources refresh`: looks at followed addresses now. */
import type { Source } from '@dragoman/sdk';
import type { Command } from '../command.js';
import { connect } from '../connect.js';
import { printSources } from '../output/source-table.js';

/** Looks now. */
export const sourcesRefresh: Command = {
  name: 'sources refresh',
  summary: 'Look at followed addresses now; exit code 1 when one of them fails',
  arguments: [{ name: 'id', required: true, multiple: true, description: 'Ids from "dragoman sources list"' }],
  options: [],
  examples: [
    { line: 'dragoman sources refresh x7dP2sQ0m1Vt9LkJc4RbYw', explanation: 'After the vendor has published' },
  ],
  async run(context) {
    const { args, print, surroundings } = context;
    const client = connect(context);
    const looked: Source[] = [];
    for (const id of args) looked.push(await client.sources.refresh(id, { signal: surroundings.signal }));
    if (print.json) print.value(looked);
    else printSources(print, looked);
    return looked.some(({ failures }) => failures > 0) ? 1 : 0;
  },
};
