/** `dragoman capture show`: shows whether payloads of a service are captured, and the captured calls. */
import type { CapturedCall } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { printPayload } from '../output/captured-payload.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Shows captured calls. */
export const captureShow: Command = {
  name: 'capture show',
  summary: 'Show whether payloads of a service are captured, and the captured calls',
  details:
    'Everyone who sees the service sees whether its payloads are captured. Its owner and administrators also see the captured calls, newest first: ' +
    'what was sent and received, without secrets. Everything is removed when the time ends.',
  arguments: [{ name: 'service', required: true, multiple: false, description: 'Id of the service' }],
  options: [],
  examples: [{ line: 'dragoman capture show pier-weather-001', explanation: 'What callers sent and received' }],
  async run(context) {
    const { args, print, runtime } = context;
    const { signal } = runtime;
    const service = args[0] ?? '';
    const { captures } = connect(context);
    const state = await captures.read(service, { signal });
    const calls: CapturedCall[] = [];
    if (state.on && state.may_change) for await (const call of captures.list(service, { signal })) calls.push(call);
    if (print.json) {
      print.value({ ...state, items: calls });
      return 0;
    }
    if (!state.on) print.note(line`Payloads of ${service} are not captured.`);
    else print.note(line`Payloads of ${service} are captured until ${state.until ?? ''}.`);
    if (state.on && !state.may_change) print.note(line`Its owner and administrators see the captured calls.`);
    for (const call of calls) {
      const { at, operation, caller, status, code, trace_id: traceId } = call;
      const result = code === undefined ? print.color.good(String(status ?? '')) : print.color.bad(code);
      print.out(line`${at}  ${print.color.strong(operation)}  ${result}  by ${caller}, trace ${traceId}`);
      printPayload(print, call);
    }
    return 0;
  },
};
