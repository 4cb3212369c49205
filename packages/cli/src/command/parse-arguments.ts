/**
 * Parses the command line into a command with its arguments and options. Values stay strings exactly as
 * typed: an id of `007` or a version of `1.10` must not become a number.
 */
import { parseArgs } from 'node:util';
import type { Command, CommandArgument, CommandOption } from './command.js';
import { usageOf } from './command.js';
import { globalOptions } from './global-options.js';
import { nearest } from './nearest.js';
import type { OptionValues } from './option-values.js';
import { createOptionValues } from './option-values.js';
import { UsageError } from './usage-error.js';

/** A parsed command line. */
export interface ParsedCall {
  /** Undefined when no command was named. */
  command: Command | undefined;
  args: string[];
  options: OptionValues;
}

/** Parses the arguments after the program name; throws a usage error for anything unknown. */
export function parseArguments(argv: readonly string[], commands: readonly Command[]): ParsedCall {
  const everything = [...globalOptions, ...commands.flatMap(({ options }) => options)];
  const words = tokensOf(argv, everything).filter(({ kind }) => kind === 'positional');
  const command = findCommand(
    words.map(({ value }) => value ?? ''),
    commands,
  );
  const known = command === undefined ? globalOptions : [...globalOptions, ...command.options];
  const tokens = tokensOf(argv, known);
  const options = readOptions(tokens, known, command);
  const skip = command?.name.split(' ').length ?? 0;
  const args = tokens.filter(({ kind }) => kind === 'positional').map(({ value }) => value ?? '');
  return { command, args: args.slice(skip), options };
}

/** Checks the number and values of positional arguments. */
export function checkArguments(command: Command, args: readonly string[]): void {
  const usage = `\n\n  ${usageOf(command)}`;
  for (const [index, argument] of command.arguments.entries()) {
    const given = argument.multiple ? args.slice(index) : args.slice(index, index + 1);
    if (argument.required && given.length === 0) throw new UsageError(`<${argument.name}> is missing${usage}`);
    for (const value of given) checkChoice(`<${argument.name}>`, value, argument);
  }
  const most = command.arguments.some(({ multiple }) => multiple) ? Number.POSITIVE_INFINITY : command.arguments.length;
  const extra = args[most];
  if (extra === undefined) return;
  const isInput = extra.includes('=') && command.options.some(({ name }) => name === 'input');
  throw new UsageError(`unexpected argument "${extra}"${isInput ? `; write --input ${extra}` : ''}${usage}`);
}

interface Token {
  kind: string;
  name?: string;
  rawName?: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
}

function tokensOf(argv: readonly string[], options: readonly CommandOption[]): Token[] {
  const config = Object.fromEntries(
    options.map(({ name, short, value }) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        ...(short === undefined ? {} : { short }),
      },
    ]),
  );
  const { tokens } = parseArgs({ args: [...argv], options: config, strict: false, tokens: true });
  return tokens;
}

function findCommand(words: readonly string[], commands: readonly Command[]): Command | undefined {
  const [first, second] = words;
  if (first === undefined) return undefined;
  const exact =
    commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first);
  if (exact !== undefined) return exact;
  const group = commands
    .filter(({ name }) => name.startsWith(`${first} `))
    .map(({ name }) => name.slice(first.length + 1));
  if (group.length > 0 && second === undefined) {
    throw new UsageError(
      `"${first}" needs a subcommand: ${group.map((word) => `dragoman ${first} ${word}`).join(', ')}`,
    );
  }
  if (group.length > 0)
    throw new UsageError(`unknown command "${first} ${second}"${hint(second ?? '', group, `${first} `)}`);
  const names = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? name))];
  throw new UsageError(`unknown command "${first}"${hint(first, names)}`);
}

function readOptions(tokens: readonly Token[], known: readonly CommandOption[], command: Command | undefined) {
  const values = new Map<string, (string | true)[]>();
  for (const { kind, name = '', rawName = '', value, inlineValue } of tokens) {
    if (kind !== 'option') continue;
    const option = known.find((candidate) => candidate.name === name);
    if (option === undefined) {
      const names = known.map((candidate) => candidate.name);
      const where = command === undefined ? '' : ` of "${command.name}"`;
      throw new UsageError(`unknown option "${rawName}"${where}${hint(name, names, '--')}`);
    }
    const given = values.get(name) ?? [];
    if (given.length > 0 && option.multiple !== true) throw new UsageError(`--${name} is given twice`);
    values.set(name, [...given, readValue(option, value, inlineValue ?? false)]);
  }
  return createOptionValues(values);
}

function readValue(option: CommandOption, value: string | undefined, inline: boolean): string | true {
  if (option.value === undefined) {
    if (option.optionalValue !== undefined && value !== '') return value ?? true;
    if (value !== undefined) throw new UsageError(`--${option.name} takes no value`);
    return true;
  }
  if (value === undefined || value === '') throw new UsageError(`--${option.name} needs a value: <${option.value}>`);
  if (!inline && value.startsWith('-') && value !== '-') {
    throw new UsageError(`--${option.name} needs a value; write --${option.name}=${value} if "${value}" is the value`);
  }
  checkChoice(`--${option.name}`, value, option);
  return value;
}

function checkChoice(what: string, value: string, { choices }: Pick<CommandArgument, 'choices'>): void {
  if (choices === undefined || choices.includes(value)) return;
  throw new UsageError(`${what} must be one of ${choices.join(', ')}, not "${value}"${hint(value, choices)}`);
}

function hint(name: string, known: readonly string[], prefix = ''): string {
  const meant = nearest(name, known);
  return meant === undefined ? '; see dragoman help' : `; did you mean "${prefix}${meant}"?`;
}
