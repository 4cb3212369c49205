/** `dragoman keys list`: lists the API keys in the configured store, without secrets. */
import type { Command } from '../command/command.js';
import { printKeys } from '../output/key-table.js';
import { serverDetails, withAdministration } from '../registry/administration.js';
import { storeOptions } from '../registry/local-store.js';
import { line } from '../terminal/paint.js';

/** Lists keys. */
export const keysList: Command = {
  name: 'keys list',
  summary: 'List the API keys, without secrets',
  details: serverDetails,
  arguments: [],
  options: storeOptions,
  examples: [{ line: 'dragoman keys list', explanation: 'Keys with their scopes and expiry' }],
  async run(context) {
    const { print } = context;
    const keys = await withAdministration(context, (administration) => administration.keys.list());
    if (print.json) print.value(keys);
    else if (keys.length > 0) printKeys(print, keys);
    if (keys.length === 0) print.note(line`No keys yet; create one with "dragoman keys create <name>".`);
    return 0;
  },
};
