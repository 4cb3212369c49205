/** `dragoman trace`: shows the calls of one trace with their checks and tries, and what their failure codes mean. */
import type { Command } from '../command/command.js';
import { printTrace } from '../output/trace-table.js';
import { connect } from '../registry/connect.js';

/** Shows a trace. */
export const trace: Command = {
  name: 'trace',
  summary: 'Show the calls of one trace, their checks and attempts, and what their failure codes mean',
  details:
    'Shows the call with this trace id, the calls that a workflow made as its steps, and changes, in order of time; ' +
    'then the checks, attempts and delays of each call with their times. ' +
    'For each failure code it says what the code means, what to do and who can fix the cause. You see your own ' +
    'calls; with the scope admin, all.',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Trace id, as printed with every error' }],
  options: [],
  examples: [{ line: 'dragoman trace 4bf92f3577b34da6a3ce929d0e0e4736', explanation: 'What happened in this request' }],
  async run(context) {
    const { args, print, runtime } = context;
    const found = await connect(context).traces.read(args[0] ?? '', { signal: runtime.signal });
    if (print.json) print.value(found);
    else printTrace(print, found);
    return 0;
  },
};
