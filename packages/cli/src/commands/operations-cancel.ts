/** `dragoman operations cancel`: cancels a background call. */
import type { Command } from '../command/command.js';
import { operationValue } from '../output/operation-table.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Cancels a background call. */
export const operationsCancel: Command = {
  name: 'operations cancel',
  summary: 'Cancel a background call',
  details: 'Effects that the service has already produced are not undone.',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id of the call' }],
  options: [],
  examples: [
    { line: 'dragoman operations cancel 0198c0de-0000-7000-8000-000000000001', explanation: 'Cancel one call' },
  ],
  async run(context) {
    const { args, print, runtime } = context;
    const status = await connect(context).operations.cancel(args[0] ?? '', { signal: runtime.signal });
    if (print.json) print.value(operationValue(status));
    else print.out(line`${print.color.good(status.state)}  ${status.id}`);
    return 0;
  },
};
