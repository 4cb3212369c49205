/** `dragoman completion`: prints a script for shell completion. */
import type { Command } from '../command/command.js';
import { completionScript } from '../command/completion-script.js';

/** Creates the completion command, which needs the list of all commands. */
export function createCompletion(others: () => readonly Command[]): Command {
  return {
    name: 'completion',
    summary: 'Print a completion script for your shell',
    arguments: [
      {
        name: 'shell',
        required: true,
        multiple: false,
        description: 'bash, zsh or fish',
        choices: ['bash', 'zsh', 'fish'],
      },
    ],
    options: [],
    examples: [
      { line: 'source <(dragoman completion bash)', explanation: 'In ~/.bashrc' },
      { line: 'source <(dragoman completion zsh)', explanation: 'In ~/.zshrc, after compinit' },
      { line: 'dragoman completion fish > ~/.config/fish/completions/dragoman.fish', explanation: 'For fish' },
    ],
    async run({ args, print }) {
      print.raw(completionScript(args[0] as 'bash' | 'zsh' | 'fish', others()));
      return 0;
    },
  };
}
