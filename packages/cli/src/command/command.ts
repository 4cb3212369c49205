/** What a command is: a description, from which help, completion and the reference page are generated, and a function. */

import type { Printer } from '../terminal/printer.js';
import type { Runtime } from '../terminal/runtime.js';
import type { OptionValues } from './option-values.js';

/** 0 success, 1 failed or not found, 2 usage or configuration error, 3 internal error. */
export type ExitCode = 0 | 1 | 2 | 3;

/** An option of a command. */
export interface CommandOption {
  /** Without the dashes. */
  name: string;
  /** One letter. */
  short?: string;
  /** Name of its value in help; absent for a flag. */
  value?: string;
  /** Name of the optional value of a flag, written `--name=value`. */
  optionalValue?: string;
  /** Can be given several times. */
  multiple?: boolean;
  description: string;
  /** The only values that it accepts. */
  choices?: readonly string[];
}

/** A positional argument. */
export interface CommandArgument {
  name: string;
  required: boolean;
  /** Accepts all remaining words. */
  multiple: boolean;
  description: string;
  /** The only values that it accepts. */
  choices?: readonly string[];
}

/** A command line to copy, with an explanation. */
export interface CommandExample {
  line: string;
  explanation: string;
}

/** A command as data. */
export interface CommandDescription {
  /** One word, or two for grouped commands: `keys create`. */
  name: string;
  /** One sentence for the list of commands. */
  summary: string;
  /** Further sentences for the help of the command. */
  details?: string;
  arguments: readonly CommandArgument[];
  options: readonly CommandOption[];
  examples: readonly CommandExample[];
}

/** What a command receives when it runs. */
export interface CommandContext {
  runtime: Runtime;
  /** Words after the command's name. */
  args: readonly string[];
  options: OptionValues;
  print: Printer;
  /** Runs another command line, for commands that consist of others. */
  run(argv: readonly string[], runtime: Runtime): Promise<ExitCode>;
}

/** A command. */
export interface Command extends CommandDescription {
  run(context: CommandContext): Promise<ExitCode>;
}

/** The usage line of a command, generated from its description. */
export function usageOf(command: CommandDescription): string {
  const words = command.arguments.map(({ name, required, multiple }) => {
    const word = `${name}${multiple ? '…' : ''}`;
    return required ? `<${word}>` : `[${word}]`;
  });
  return ['dragoman', command.name, ...words, ...(command.options.length === 0 ? [] : ['[options]'])].join(' ');
}
