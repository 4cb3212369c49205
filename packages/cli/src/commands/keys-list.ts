/** `dragoman keys list`: the API keys of the configured store, never their secrets. */
import type { Command } from '../command.js';
import { storeOptions, withStore } from '../local-store.js';
import { printKeys } from '../output/key-table.js';
import { line } from '../output/paint.js';

/** Lists keys. */
export const keysList: Command = {
  name: 'keys list',
  summary: 'List the API keys, without their secrets',
  arguments: [],
  options: storeOptions,
  examples: [{ line: 'dragoman keys list', explanation: 'Who can get in, with which scopes, until when' }],
  async run(context) {
    const { print } = context;
    const keys = await withStore(context, (administration) => administration.keys.list());
    if (print.json) print.value(keys);
    else if (keys.length > 0) printKeys(print, keys);
    if (keys.length === 0) print.note(line`no keys yet; dragoman keys create <name>`);
    return 0;
  },
};
