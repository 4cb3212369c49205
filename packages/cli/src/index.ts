/** The command line as a library: for tests and for the reference page. Each export is named by hand. */
export type {
  Command,
  CommandArgument,
  CommandContext,
  CommandDescription,
  CommandExample,
  CommandOption,
  ExitCode,
} from './command.js';
export { usageOf } from './command.js';
export { commands } from './commands/index.js';
export { describeCommands } from './help.js';
export { run } from './run.js';
export type { Surroundings, Terminal, Writer } from './surroundings.js';
