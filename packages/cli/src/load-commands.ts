/** Loads only the commands that a command line needs. */
import type { Command } from './command/command.js';
import { commandTable } from './command-table.js';

/** The command that the first words name; none if there are only options; otherwise every command. */
export async function loadCommands(argv: readonly string[]): Promise<readonly Command[]> {
  if (argv.every((word) => word.startsWith('-'))) return [];
  const [first = '', second = ''] = argv;
  const named = (name: string) => commandTable.find((listed) => listed.name === name);
  const load = (named(`${first} ${second}`) ?? named(first))?.load;
  if (load !== undefined) return [await load()];
  const { commands } = await import('./commands/index.js');
  return commands;
}
