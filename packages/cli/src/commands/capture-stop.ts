/** `dragoman capture stop`: ends the capture of a service and removes what was captured. */
import type { Command } from '../command/command.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Ends a capture. */
export const captureStop: Command = {
  name: 'capture stop',
  summary: 'Stop capturing payloads of a service, and remove the captured ones',
  details: 'Does nothing if no payloads of the service are captured. For its owner and administrators.',
  arguments: [{ name: 'service', required: true, multiple: false, description: 'Id of the service' }],
  options: [],
  examples: [{ line: 'dragoman capture stop pier-weather-001', explanation: 'End it now' }],
  async run(context) {
    const { args, print, runtime } = context;
    const service = args[0] ?? '';
    await connect(context).captures.stop(service, { signal: runtime.signal });
    if (print.json) print.value({ service, on: false });
    else print.out(line`Payloads of ${service} are not captured any more; the captured ones are removed.`);
    return 0;
  },
};
