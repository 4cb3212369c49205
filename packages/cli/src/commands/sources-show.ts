/** `dragoman sources show`: shows a source with its health. */
import type { Command } from '../command/command.js';
import { printSource } from '../output/source-health.js';
import { connect } from '../registry/connect.js';

/** Shows one source. */
export const sourcesShow: Command = {
  name: 'sources show',
  summary: 'Show a source: schedule, health, findings',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id from "dragoman sources list"' }],
  options: [],
  examples: [{ line: 'dragoman sources show x7dP2sQ0m1Vt9LkJc4RbYw', explanation: 'Health of one source' }],
  async run(context) {
    const { args, print, runtime } = context;
    const source = await connect(context).sources.read(args[0] ?? '', { signal: runtime.signal });
    if (print.json) print.value(source);
    else printSource(print, source);
    return 0;
  },
};
