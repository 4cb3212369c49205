/** `dragoman quota`: the caller's quotas and what is left of each. */
import type { Command } from '../command/command.js';
import { writeInterval } from '../command/interval.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Shows quotas. */
export const quota: Command = {
  name: 'quota',
  summary: 'Show your quotas and what is left of each',
  details:
    'Quotas are part of the policy of a server. Without --service, only those that apply to every call are shown.',
  arguments: [],
  options: [
    { name: 'service', value: 'id', description: 'For calls of this service' },
    { name: 'operation', value: 'name', description: 'For calls of this operation' },
  ],
  examples: [
    {
      line: 'dragoman quota --service payments-eu --operation refund',
      explanation: 'What is left, and what a call costs',
    },
  ],
  async run(context) {
    const { print, options, runtime } = context;
    const [service, operation] = [options.text('service'), options.text('operation')];
    const quotas = await connect(context).quotas({
      ...(service === undefined ? {} : { service }),
      ...(operation === undefined ? {} : { operation }),
      signal: runtime.signal,
    });
    if (print.json) print.value(quotas);
    else if (quotas.length > 0) {
      print.table(
        ['quota', 'left', 'of', 'one call costs', 'whole again in'].map((title) => ({ title })),
        quotas.map(({ name, remaining, limit, cost, full_in_seconds: full }) => [
          name,
          remaining === undefined ? '' : String(remaining),
          String(limit),
          String(cost),
          full === undefined || full === 0 ? '' : writeInterval(full > 7200 ? Math.ceil(full / 3600) * 3600 : full),
        ]),
      );
    }
    if (quotas.length === 0) print.note(line`No quota applies.`);
    return 0;
  },
};
