/** `dragoman keys rotate`: replaces an API key without a gap. */
import type { Command } from '../command.js';
import { readInterval } from '../interval.js';
import { storeOptions, withStore } from '../local-store.js';
import { printIssuedKey } from '../output/key-table.js';
import { line } from '../output/paint.js';

/** Replaces a key. */
export const keysRotate: Command = {
  name: 'keys rotate',
  summary: 'Replace an API key; the old one works on for a while',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id from "dragoman keys list"' }],
  options: [
    { name: 'overlap', value: 'interval', description: 'How long the old key works on (1h unless given)' },
    ...storeOptions,
  ],
  examples: [{ line: 'dragoman keys rotate 7Qm2ZtXw --overlap 1d', explanation: 'A day to change over' }],
  async run(context) {
    const { args, options, print } = context;
    const overlap = readInterval(options.text('overlap') ?? '1h');
    const issued = await withStore(context, ({ keys }) => keys.rotate(args[0] ?? '', overlap));
    printIssuedKey(print, issued);
    if (!print.json) print.note(line`  The old key works on for ${overlap} seconds.`);
    return 0;
  },
};
