/** What a command is: a description that help, completion and the reference page are made from, and a function. */
import type { OptionValues } from './option-values.js';
import type { Printer } from './output/printer.js';
import type { Surroundings } from './surroundings.js';

/** 0 clean, 1 something failed or was not found, 2 usage or configuration, 3 internal. */
export type ExitCode = 0 | 1 | 2 | 3;

/** An option of a command. */
export interface CommandOption {
  /** Without the dashes. */
  name: string;
  /** One letter. */
  short?: string;
  /** Name of its value in help; absent for a flag. */
  value?: string;
  /** Name of the value that a flag may have all the same, written `--name=value`. */
  optionalValue?: string;
  /** May be given several times. */
  multiple?: boolean;
  description: string;
  /** The only values that it takes. */
  choices?: readonly string[];
}

/** A word after the command's name. */
export interface CommandArgument {
  name: string;
  required: boolean;
  /** Takes all words that are left. */
  multiple: boolean;
  description: string;
  /** The only values that it takes. */
  choices?: readonly string[];
}

/** A line that can be typed as it stands, with what it does. */
export interface CommandExample {
  line: string;
  explanation: string;
}

/** A command as data. */
export interface CommandDescription {
  /** One word, or two where commands belong together: `keys create`. */
  name: string;
  /** One sentence for the list of commands. */
  summary: string;
  /** More than a sentence, for its own help. */
  details?: string;
  arguments: readonly CommandArgument[];
  options: readonly CommandOption[];
  examples: readonly CommandExample[];
}

/** What a command gets to run. */
export interface CommandContext {
  surroundings: Surroundings;
  /** Words after the command's name. */
  args: readonly string[];
  options: OptionValues;
  print: Printer;
}

/** A command. */
export interface Command extends CommandDescription {
  run(context: CommandContext): Promise<ExitCode>;
}

/** A call of the command line that cannot be understood; exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** How a command is called, made from its description. */
export function usageOf(command: CommandDescription): string {
  const words = command.arguments.map(({ name, required, multiple }) => {
    const word = `${name}${multiple ? '…' : ''}`;
    return required ? `<${word}>` : `[${word}]`;
  });
  return ['dragoman', command.name, ...words, ...(command.options.length === 0 ? [] : ['[options]'])].join(' ');
}
