/** `dragoman remove`: deletes services, or restores deleted ones. */
import type { Client } from '@dragoman/sdk';
import { isDragomanError } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command/command.js';
import { problemOf } from '../output/report-problem.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Deletes services. */
export const remove: Command = {
  name: 'remove',
  summary: 'Delete services; they can be restored',
  arguments: [{ name: 'id', required: true, multiple: true, description: 'Ids of the services' }],
  options: [
    { name: 'yes', short: 'y', description: 'Do not ask for confirmation' },
    { name: 'restore', description: 'Restore deleted services' },
  ],
  examples: [
    { line: 'dragoman remove pier-weather-001', explanation: 'Delete one, after confirmation' },
    { line: 'dragoman remove pier-weather-001 --restore', explanation: 'Restore it' },
  ],
  async run(context) {
    const { args, options, print } = context;
    const restoring = options.flag('restore');
    if (!restoring && !options.flag('yes') && !(await confirmed(context))) {
      print.note(line`Nothing was deleted.`);
      return 1;
    }
    const client = connect(context);
    const results: Record<string, unknown>[] = [];
    for (const id of args) results.push(await removeOne(context, client, id, restoring));
    if (print.json) print.value(results);
    return results.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
  },
};

/** Asks only in a terminal; scripts are not interactive. */
async function confirmed({ runtime, args }: CommandContext): Promise<boolean> {
  const { terminal, ask } = runtime;
  if (!terminal.stdin || !terminal.stderr) return true;
  const what = args.length === 1 ? line`${args[0] ?? ''}` : line`${args.length} services`;
  return /^y(es)?$/i.test((await ask(`Delete ${what.painted}? [y/N] `)).trim());
}

async function removeOne({ print, runtime }: CommandContext, client: Client, id: string, restoring: boolean) {
  const { signal } = runtime;
  try {
    if (restoring) await client.agents.restore(id, { signal });
    else await client.agents.remove(id, { signal });
    const outcome = restoring ? 'restored' : 'removed';
    if (!print.json) print.out(line`${print.color.good(outcome)}  ${id}`);
    return { id, outcome };
  } catch (error) {
    // An error about one service does not stop the others; any other error ends the command.
    if (!isDragomanError(error) || !['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'].includes(error.code)) throw error;
    if (!print.json) print.out(line`${print.color.bad('failed')}  ${id}  ${error.message} [${error.code}]`);
    return { id, outcome: 'failed', error: problemOf(error) };
  }
}
