/** `dragoman webhooks unsubscribe`: removes a webhook subscription with its address and its messages. */
import type { Command } from '../command/command.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Removes a subscription. */
export const webhooksUnsubscribe: Command = {
  name: 'webhooks unsubscribe',
  summary: 'Remove a webhook subscription, its address and its messages',
  arguments: [{ name: 'subscription', required: true, multiple: false, description: 'Id of the subscription' }],
  options: [],
  examples: [{ line: 'dragoman webhooks unsubscribe 0192f5a0-7c1b-7e2a-9d3c-5b8e4f6a1c20', explanation: 'Remove one' }],
  async run(context) {
    const { args, print, runtime } = context;
    const [id = ''] = args;
    await connect(context).webhooks.unsubscribe(id, { signal: runtime.signal });
    if (print.json) print.value({ removed: id });
    else print.out(line`Removed ${id}.`);
    return 0;
  },
};
