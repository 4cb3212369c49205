/** Runs one command line and returns its exit code. */
import type { Command, ExitCode } from './command/command.js';
import { UsageError } from './command/usage-error.js';
import { commandTable } from './command-table.js';
import { loadCommands } from './load-commands.js';
import { defaultServer, serverOf } from './registry/server-address.js';
import { line } from './terminal/paint.js';
import type { Printer } from './terminal/printer.js';
import { createPrinter } from './terminal/printer.js';
import type { Runtime } from './terminal/runtime.js';

/** Runs the arguments after the program name; never throws. */
export async function run(argv: readonly string[], runtime: Runtime): Promise<ExitCode> {
  // Errors of the option parser are printed too, so these two flags are read before parsing.
  const wants = { json: argv.includes('--json'), noColor: argv.includes('--no-color') };
  const print = await createPrinter(runtime, wants);
  let server = defaultServer;
  try {
    // Without the parser and the commands, --version starts fast.
    if (argv.length === 1 && ['--version', '-v'].includes(argv[0] ?? '')) return printVersion(runtime, print);
    if (asksForHelp(argv)) return await showHelp(argv, print);
    const { checkArguments, parseArguments } = await import('./command/parse-arguments.js');
    const { command, args, options } = parseArguments(argv, await loadCommands(argv));
    if (options.flag('version')) return printVersion(runtime, print);
    if (command === undefined) return await showHelp(argv, print);
    server = serverOf({ options, runtime });
    checkArguments(command, args);
    return await command.run({ runtime, args, options, print, run });
  } catch (thrown) {
    print.progress(undefined);
    if (runtime.signal.aborted && thrown === runtime.signal.reason) {
      print.note(line`Canceled.`);
      return 1;
    }
    const { reportProblem } = await import('./output/report-problem.js');
    return reportProblem(thrown, print, server);
  }
}

function printVersion({ version }: Runtime, print: Printer): ExitCode {
  print.out(line`${version}`);
  return 0;
}

function asksForHelp(argv: readonly string[]): boolean {
  const words = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  return words.includes('--help') || words.includes('-h');
}

/** Prints help for the command that the arguments name, for its group, or for all commands. */
async function showHelp(argv: readonly string[], print: Printer): Promise<ExitCode> {
  const { explain, overview } = await import('./command/help.js');
  const { globalOptions } = await import('./command/global-options.js');
  const valued = new Set(globalOptions.flatMap(({ name, value }) => (value === undefined ? [] : [`--${name}`])));
  const words = argv.filter((word, at) => !word.startsWith('-') && !valued.has(argv[at - 1] ?? ''));
  const [first = '', second] = words;
  const exact = commandTable.find(({ name }) => name === `${first} ${second}` || name === first);
  const group = commandTable.filter(({ name }) => name.startsWith(`${first} `));
  const lines =
    exact === undefined && (words.length === 0 || group.length > 0)
      ? overview(group.length > 0 ? group : commandTable, print.color)
      : explain(await requireCommand(exact?.name ?? first), print.color);
  for (const text of lines) print.out(text);
  return 0;
}

/** The command with this name; the parser throws an error with the closest name if there is none. */
async function requireCommand(name: string): Promise<Command> {
  const { parseArguments } = await import('./command/parse-arguments.js');
  const words = name.split(' ');
  const { command } = parseArguments(words, await loadCommands(words));
  if (command === undefined) throw new UsageError(`unknown command "${name}"`);
  return command;
}
