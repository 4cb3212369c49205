/** `dragoman operations wait`: waits for a background call and prints its result. */
import type { Command } from '../command/command.js';
import { saveOutput } from '../files/save-output.js';
import { printAnswer } from '../output/call-outcome.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Waits for a background call. */
export const operationsWait: Command = {
  name: 'operations wait',
  summary: 'Wait for a background call and print its result',
  details: 'Exit code 1 when the call did not succeed, or when the timeout ends; the call itself continues.',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id of the call' }],
  options: [
    { name: 'timeout', value: 'seconds', description: 'How long to wait (default: no limit)' },
    {
      name: 'save',
      value: 'file',
      description: 'Write the image, sound or file of the response to a file; any other output as JSON',
    },
  ],
  examples: [
    {
      line: 'dragoman operations wait 0198c0de-0000-7000-8000-000000000001 --timeout 600',
      explanation: 'Wait ten minutes',
    },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const seconds = options.number('timeout', { min: 1, max: 604_800 });
    const answer = await connect(context, { attempts: 4 }).operations.wait(args[0] ?? '', {
      signal: runtime.signal,
      ...(seconds === undefined ? {} : { maxWaitMs: seconds * 1_000 }),
      onPoll: ({ state, ended }) => print.progress(ended ? undefined : line`${state} …`),
    });
    printAnswer(print, answer, { saved: await saveOutput(context, answer) });
    return 0;
  },
};
