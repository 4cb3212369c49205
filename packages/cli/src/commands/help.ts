/** `dragoman help`: explains all commands, or one of them. */
import type { Command } from '../command/command.js';
import { describeCommands, explain, overview } from '../command/help.js';
import { nearest } from '../command/nearest.js';
import { UsageError } from '../command/usage-error.js';

/** Creates the help command, which needs the list of all commands. */
export function createHelp(others: () => readonly Command[]): Command {
  return {
    name: 'help',
    summary: 'Explain the commands',
    arguments: [{ name: 'command', required: false, multiple: true, description: 'The command to explain' }],
    options: [],
    examples: [
      { line: 'dragoman help add', explanation: 'One command, with examples' },
      { line: 'dragoman help --json', explanation: 'All of them, for a program' },
    ],
    async run({ args, print }) {
      const name = args.join(' ');
      const commands = others();
      const asked = commands.filter(
        (command) => name === '' || command.name === name || command.name.startsWith(`${name} `),
      );
      if (asked.length === 0) {
        const meant = nearest(
          name,
          commands.map((command) => command.name),
        );
        throw new UsageError(`unknown command "${name}"${meant === undefined ? '' : `; did you mean "${meant}"?`}`);
      }
      const [only] = asked;
      if (print.json) print.value(describeCommands(asked));
      else {
        const lines =
          asked.length === 1 && only !== undefined ? explain(only, print.color) : overview(asked, print.color);
        for (const text of lines) print.out(text);
      }
      return 0;
    },
  };
}
