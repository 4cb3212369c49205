/** `dragoman sources remove`: stops polling sources. */
import type { Command } from '../command/command.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Stops polling sources. */
export const sourcesRemove: Command = {
  name: 'sources remove',
  summary: 'Stop polling sources; their services stay registered',
  arguments: [{ name: 'id', required: true, multiple: true, description: 'Ids from "dragoman sources list"' }],
  options: [],
  examples: [{ line: 'dragoman sources remove x7dP2sQ0m1Vt9LkJc4RbYw', explanation: 'Stop polling one' }],
  async run(context) {
    const { args, print, runtime } = context;
    const client = connect(context);
    for (const id of args) {
      await client.sources.remove(id, { signal: runtime.signal });
      if (!print.json) print.out(line`${print.color.good('removed')}  ${id}`);
    }
    if (print.json) print.value(args.map((id) => ({ id, outcome: 'removed' })));
    return 0;
  },
};
