/** `dragoman operations show`: shows the state of a background call. */
import type { Command } from '../command/command.js';
import { operationLines, operationValue } from '../output/operation-table.js';
import { connect } from '../registry/connect.js';

/** Shows a background call. */
export const operationsShow: Command = {
  name: 'operations show',
  summary: 'Show the state of a background call',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id of the call' }],
  options: [],
  examples: [{ line: 'dragoman operations show 0198c0de-0000-7000-8000-000000000001', explanation: 'Its state' }],
  async run(context) {
    const { args, print, runtime } = context;
    const status = await connect(context).operations.read(args[0] ?? '', { signal: runtime.signal });
    if (print.json) print.value(operationValue(status));
    else for (const text of operationLines(print, status)) print.out(text);
    return 0;
  },
};
