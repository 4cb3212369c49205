/** `dragoman keys revoke`: ends API keys at once. */
import type { Command } from '../command.js';
import { storeOptions, withStore } from '../local-store.js';
import { line } from '../output/paint.js';

/** Ends keys. */
export const keysRevoke: Command = {
  name: 'keys revoke',
  summary: 'End API keys at once',
  arguments: [{ name: 'id', required: true, multiple: true, description: 'Ids from "dragoman keys list"' }],
  options: storeOptions,
  examples: [{ line: 'dragoman keys revoke 7Qm2ZtXw', explanation: 'Whoever uses it is locked out' }],
  async run(context) {
    const { args, print } = context;
    const revoked = await withStore(context, async ({ keys }) => {
      const done = [];
      for (const id of args) {
        const key = await keys.revoke(id);
        if (!print.json) print.out(line`${print.colour.good('revoked')}  ${key.id}  ${key.name}`);
        done.push(key);
      }
      return done;
    });
    if (print.json) print.value(revoked);
    return 0;
  },
};
