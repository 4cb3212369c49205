/** `dragoman capture start`: captures the payloads of a service for some minutes. */
import type { Command } from '../command/command.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Starts a capture. */
export const captureStart: Command = {
  name: 'capture start',
  summary: 'Capture the payloads of a service for some minutes',
  details:
    'Stores what callers send to the service and receive from it, without secrets, for at most 100 calls, and ' +
    'removes it when the time ends. Every caller can see that capturing is on, and the audit log records who turned ' +
    'it on or off. For the owner of the service and administrators; the setting gateway.captureMinutes limits the ' +
    'time.',
  arguments: [{ name: 'service', required: true, multiple: false, description: 'Id of the service' }],
  options: [{ name: 'minutes', value: 'n', description: 'For how long (default: 15)' }],
  examples: [
    { line: 'dragoman capture start pier-weather-001', explanation: 'For 15 minutes' },
    { line: 'dragoman capture start pier-weather-001 --minutes 5', explanation: 'For 5 minutes' },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const minutes = options.number('minutes', { min: 1, max: 1440 });
    const state = await connect(context).captures.start(args[0] ?? '', {
      signal: runtime.signal,
      ...(minutes === undefined ? {} : { minutes }),
    });
    if (print.json) print.value(state);
    else print.out(line`Payloads of ${state.service} are captured until ${state.until ?? ''}.`);
    return 0;
  },
};
