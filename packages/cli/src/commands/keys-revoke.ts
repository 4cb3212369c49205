/** `dragoman keys revoke`: revokes API keys immediately. */
import type { Command } from '../command/command.js';
import { serverDetails, withAdministration } from '../registry/administration.js';
import { storeOptions } from '../registry/local-store.js';
import { line } from '../terminal/paint.js';

/** Revokes keys. */
export const keysRevoke: Command = {
  name: 'keys revoke',
  summary: 'Revoke API keys immediately',
  details: serverDetails,
  arguments: [{ name: 'id', required: true, multiple: true, description: 'Ids from "dragoman keys list"' }],
  options: storeOptions,
  examples: [{ line: 'dragoman keys revoke 7Qm2ZtXw', explanation: 'The key is rejected from now on' }],
  async run(context) {
    const { args, print } = context;
    const revoked = await withAdministration(context, async ({ keys }) => {
      const done = [];
      for (const id of args) {
        const key = await keys.revoke(id);
        if (!print.json) print.out(line`${print.color.good('revoked')}  ${key.id}  ${key.name}`);
        done.push(key);
      }
      return done;
    });
    if (print.json) print.value(revoked);
    return 0;
  },
};
