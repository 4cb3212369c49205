/** `dragoman remove`: deletes agents, or brings deleted ones back. */
import type { Client } from '@dragoman/sdk';
import { isDragomanError } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command.js';
import { connect } from '../connect.js';
import { line } from '../output/paint.js';
import { problemOf } from '../output/report-problem.js';

/** Removes agents. */
export const remove: Command = {
  name: 'remove',
  summary: 'Delete agents; they can be restored',
  arguments: [{ name: 'id', required: true, multiple: true, description: 'Ids of the agents' }],
  options: [
    { name: 'yes', short: 'y', description: 'Do not ask' },
    { name: 'restore', description: 'Bring deleted agents back instead' },
  ],
  examples: [
    { line: 'dragoman remove pier-weather-001', explanation: 'Delete one, after a question' },
    { line: 'dragoman remove pier-weather-001 --restore', explanation: 'Bring it back' },
  ],
  async run(context) {
    const { args, options, print } = context;
    const restoring = options.flag('restore');
    if (!restoring && !options.flag('yes') && !(await agreed(context))) {
      print.note(line`nothing was removed`);
      return 1;
    }
    const client = connect(context);
    const results: Record<string, unknown>[] = [];
    for (const id of args) results.push(await removeOne(context, client, id, restoring));
    if (print.json) print.value(results);
    return results.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
  },
};

/** Asks only where somebody can answer; a script has said what it wants. */
async function agreed({ surroundings, args }: CommandContext): Promise<boolean> {
  const { terminal, ask } = surroundings;
  if (!terminal.stdin || !terminal.stderr) return true;
  const what = args.length === 1 ? line`${args[0] ?? ''}` : line`${args.length} agents`;
  return /^y(es)?$/i.test((await ask(`Remove ${what.painted}? [y/N] `)).trim());
}

async function removeOne({ print, surroundings }: CommandContext, client: Client, id: string, restoring: boolean) {
  const { signal } = surroundings;
  try {
    if (restoring) await client.agents.restore(id, { signal });
    else await client.agents.remove(id, { signal });
    const outcome = restoring ? 'restored' : 'removed';
    if (!print.json) print.out(line`${print.colour.good(outcome)}  ${id}`);
    return { id, outcome };
  } catch (error) {
    // What concerns one agent leaves the others to be tried; anything else ends the command.
    if (!isDragomanError(error) || !['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'].includes(error.code)) throw error;
    if (!print.json) print.out(line`${print.colour.bad('failed')}  ${id}  ${error.message} [${error.code}]`);
    return { id, outcome: 'failed', error: problemOf(error) };
  }
}
