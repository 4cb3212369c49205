/** `dragoman operations wait`: the answer of a call in the background. */
import type { Command } from '../command.js';
import { connect } from '../connect.js';
import { printAnswer } from '../output/call-outcome.js';
import { line } from '../output/paint.js';

/** Waits for a call in the background. */
export const operationsWait: Command = {
  name: 'operations wait',
  summary: 'Wait for a call in the background and print its answer',
  details: 'Exit code 1 when it ended in anything but success, or when the time is over; the call itself goes on then.',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id of the call' }],
  options: [{ name: 'timeout', value: 'seconds', description: 'How long to wait (no end unless given)' }],
  examples: [
    { line: 'dragoman operations wait 0198c0de-0000-7000-8000-000000000001 --timeout 600', explanation: 'Ten minutes' },
  ],
  async run(context) {
    const { args, options, print, surroundings } = context;
    const seconds = options.number('timeout', { min: 1, max: 604_800 });
    const answer = await connect(context, { attempts: 4 }).operations.wait(args[0] ?? '', {
      signal: surroundings.signal,
      ...(seconds === undefined ? {} : { maxWaitMs: seconds * 1_000 }),
      onPoll: ({ state, ended }) => print.progress(ended ? undefined : line`${state} …`),
    });
    printAnswer(print, answer);
    return 0;
  },
};
