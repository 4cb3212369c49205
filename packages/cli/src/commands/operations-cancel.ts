/** `dragoman operations cancel`: ends a call in the background. */
import type { Command } from '../command.js';
import { connect } from '../connect.js';
import { operationValue } from '../output/operation-table.js';
import { line } from '../output/paint.js';

/** Cancels a call in the background. */
export const operationsCancel: Command = {
  name: 'operations cancel',
  summary: 'Cancel a call in the background',
  details: 'What the agent has done by then is not undone.',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id of the call' }],
  options: [],
  examples: [{ line: 'dragoman operations cancel 0198c0de-0000-7000-8000-000000000001', explanation: 'End it' }],
  async run(context) {
    const { args, print, surroundings } = context;
    const status = await connect(context).operations.cancel(args[0] ?? '', { signal: surroundings.signal });
    if (print.json) print.value(operationValue(status));
    else print.out(line`${print.colour.good(status.state)}  ${status.id}`);
    return 0;
  },
};
