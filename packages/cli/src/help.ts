/** Help for people, and the same as data for the reference page and for programs. */
import type { Command, CommandDescription, CommandOption } from './command.js';
import { usageOf } from './command.js';
import { globalOptions } from './global-options.js';
import type { Painted, Palette } from './output/paint.js';
import { line, verbatim } from './output/paint.js';

/** Exit codes in words. */
export const exitCodeMeanings = [
  { code: 0, meaning: 'all went well' },
  { code: 1, meaning: 'something failed, was refused or was not found' },
  { code: 2, meaning: 'the call or the configuration cannot be used' },
  { code: 3, meaning: 'an internal error' },
] as const;

/** Environment variables that the command itself reads; those of the server are settings. */
export const environmentVariables = [
  { name: 'DRAGOMAN_SERVER', meaning: 'registry to talk to' },
  { name: 'DRAGOMAN_KEY', meaning: 'API key for it' },
  { name: 'DRAGOMAN_TOKEN', meaning: 'access token for it, instead of a key' },
  { name: 'NO_COLOR', meaning: 'print without colours' },
] as const;

/** Every command as data. */
export function describeCommands(commands: readonly Command[]) {
  return {
    commands: commands.map(({ run: _, ...command }) => ({ ...command, usage: usageOf(command) })),
    options: globalOptions,
    environment: environmentVariables,
    exitCodes: exitCodeMeanings,
  };
}

/** Help on everything, or on a group of commands. */
export function overview(
  commands: readonly Pick<CommandDescription, 'name' | 'summary'>[],
  colour: Palette,
): Painted[] {
  return [
    line`${colour.strong('dragoman')}: one catalogue and one search for agents and the services they use`,
    line``,
    line`${colour.strong('Usage')}  dragoman <command> [options]`,
    line``,
    colour.strong('Commands'),
    ...pairs(
      commands.map(({ name, summary }) => [name, summary]),
      colour,
    ),
    line``,
    colour.strong('Options of every command'),
    ...pairs(globalOptions.map(optionPair), colour),
    line``,
    line`"dragoman help <command>" explains one of them with examples.`,
  ];
}

/** Help on one command. */
export function explain(command: CommandDescription, colour: Palette): Painted[] {
  const words = command.arguments.map(({ name, description }): [string, string] => [`<${name}>`, description]);
  return [
    line`${command.summary}`,
    ...(command.details === undefined ? [] : [line``, line`${command.details}`]),
    line``,
    line`${colour.strong('Usage')}  ${usageOf(command)}`,
    ...section('Arguments', words, colour),
    ...section('Options', command.options.map(optionPair), colour),
    ...section('Options of every command', globalOptions.map(optionPair), colour),
    line``,
    colour.strong('Examples'),
    ...command.examples.flatMap(({ line: text, explanation }) => [
      line`  ${colour.faint(`# ${explanation}`)}`,
      verbatim(line`  ${text}`),
    ]),
  ];
}

function section(title: string, content: readonly [string, string][], colour: Palette): Painted[] {
  return content.length === 0 ? [] : [line``, colour.strong(title), ...pairs(content, colour)];
}

function pairs(content: readonly (readonly [string, string])[], colour: Palette): Painted[] {
  const width = Math.max(...content.map(([name]) => name.length));
  return content.map(([name, meaning]) => line`  ${colour.name(name.padEnd(width))}  ${meaning}`);
}

function optionPair({ name, short, value, optionalValue, description }: CommandOption): [string, string] {
  const letter = short === undefined ? '' : `-${short}, `;
  const optional = optionalValue === undefined ? '' : `[=<${optionalValue}>]`;
  return [`${letter}--${name}${value === undefined ? optional : ` <${value}>`}`, description];
}
