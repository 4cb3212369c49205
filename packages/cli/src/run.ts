/** One call of the command line, from its words to its exit code. */
import type { ExitCode } from './command.js';
import { UsageError } from './command.js';
import { commands } from './commands/index.js';
import { defaultServer, serverOf } from './connect.js';
import { explain, overview } from './help.js';
import { line } from './output/paint.js';
import type { Printer } from './output/printer.js';
import { createPrinter } from './output/printer.js';
import { reportProblem } from './output/report-problem.js';
import { checkArguments, parseArguments } from './parse-arguments.js';
import type { Surroundings } from './surroundings.js';

/** Runs the words after the program's name; never throws. */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  // Before the options are understood their wishes are taken from the words themselves.
  const wishes = { json: argv.includes('--json'), noColour: argv.includes('--no-color') };
  const print = createPrinter(surroundings, wishes);
  let server = defaultServer;
  try {
    if (asksForHelp(argv)) return showHelp(argv, print);
    const { command, args, options } = parseArguments(argv, commands);
    if (options.flag('version')) {
      print.out(line`${surroundings.version}`);
      return 0;
    }
    if (command === undefined) return showHelp(argv, print);
    server = serverOf({ options, surroundings });
    checkArguments(command, args);
    return await command.run({ surroundings, args, options, print });
  } catch (thrown) {
    print.progress(undefined);
    return reportProblem(thrown, print, server);
  }
}

function asksForHelp(argv: readonly string[]): boolean {
  const words = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  return words.includes('--help') || words.includes('-h');
}

/** Help on the command that the words name, on its group, or on everything. */
function showHelp(argv: readonly string[], print: Printer): ExitCode {
  const words = argv.filter((word) => !word.startsWith('-'));
  const named = (name: string) => commands.filter((command) => command.name === name);
  const exact = [...named(words.slice(0, 2).join(' ')), ...named(words[0] ?? '')];
  const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `));
  const [only] = exact;
  if (words.length > 0 && only === undefined && group.length === 0) unknown(words[0] ?? '');
  const lines =
    only === undefined ? overview(group.length > 0 ? group : commands, print.colour) : explain(only, print.colour);
  for (const text of lines) print.out(text);
  return 0;
}

/** The parser knows what is nearest, and throws. */
function unknown(word: string): never {
  parseArguments([word], commands);
  throw new UsageError(`unknown command "${word}"`);
}
