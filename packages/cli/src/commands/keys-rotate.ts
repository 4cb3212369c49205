/** `dragoman keys rotate`: replaces an API key; both keys work during the overlap. */
import type { Command } from '../command/command.js';
import { readInterval } from '../command/interval.js';
import { printIssuedKey } from '../output/key-table.js';
import { serverDetails, withAdministration } from '../registry/administration.js';
import { storeOptions } from '../registry/local-store.js';
import { line } from '../terminal/paint.js';

/** Replaces a key. */
export const keysRotate: Command = {
  name: 'keys rotate',
  summary: 'Replace an API key; the old key stays valid for a while',
  details: serverDetails,
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id from "dragoman keys list"' }],
  options: [
    { name: 'overlap', value: 'interval', description: 'How long the old key stays valid (default: 1h)' },
    ...storeOptions,
  ],
  examples: [{ line: 'dragoman keys rotate 7Qm2ZtXw --overlap 1d', explanation: 'One day to switch to the new key' }],
  async run(context) {
    const { args, options, print } = context;
    const overlap = readInterval(options.text('overlap') ?? '1h');
    const issued = await withAdministration(context, ({ keys }) => keys.rotate(args[0] ?? '', overlap));
    printIssuedKey(print, issued);
    if (!print.json) print.note(line`  The old key stays valid for ${overlap} seconds.`);
    return 0;
  },
};
