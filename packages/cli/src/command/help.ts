/** Help for people, and the same content as data for the reference page and for programs. */

import type { Painted, Palette } from '../terminal/paint.js';
import { line, verbatim } from '../terminal/paint.js';
import type { Command, CommandDescription, CommandOption } from './command.js';
import { usageOf } from './command.js';
import { globalOptions } from './global-options.js';

/** Meaning of the exit codes. */
export const exitCodeMeanings = [
  { code: 0, meaning: 'success' },
  { code: 1, meaning: 'something failed, was rejected or was not found' },
  { code: 2, meaning: 'the arguments or the configuration are invalid' },
  { code: 3, meaning: 'internal error' },
] as const;

/** Environment variables that the command line reads; those of the server are settings. */
export const environmentVariables = [
  { name: 'DRAGOMAN_SERVER', meaning: 'URL of the registry' },
  { name: 'DRAGOMAN_KEY', meaning: 'API key for the registry' },
  { name: 'DRAGOMAN_TOKEN', meaning: 'access token for the registry, instead of a key' },
  { name: 'NO_COLOR', meaning: 'print without colors' },
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

/** Help for all commands, or for a group. */
export function overview(commands: readonly Pick<CommandDescription, 'name' | 'summary'>[], color: Palette): Painted[] {
  return [
    line`${color.strong('dragoman')}: one catalogue and one search for AI agents and the services they use`,
    line``,
    line`${color.strong('Usage')}  dragoman <command> [options]`,
    line``,
    color.strong('Commands'),
    ...pairs(
      commands.map(({ name, summary }) => [name, summary]),
      color,
    ),
    line``,
    color.strong('Global options'),
    ...pairs(globalOptions.map(optionPair), color),
    line``,
    line`"dragoman help <command>" explains a command with examples. Start with "dragoman demo", "add", "search" and "call".`,
  ];
}

/** Help for one command. */
export function explain(command: CommandDescription, color: Palette): Painted[] {
  const words = command.arguments.map(({ name, description }): [string, string] => [`<${name}>`, description]);
  return [
    line`${command.summary}`,
    ...(command.details === undefined ? [] : [line``, line`${command.details}`]),
    line``,
    line`${color.strong('Usage')}  ${usageOf(command)}`,
    ...section('Arguments', words, color),
    ...section('Options', command.options.map(optionPair), color),
    ...section('Global options', globalOptions.map(optionPair), color),
    line``,
    color.strong('Examples'),
    ...command.examples.flatMap(({ line: text, explanation }) => [
      line`  ${color.faint(`# ${explanation}`)}`,
      verbatim(line`  ${text}`),
    ]),
  ];
}

function section(title: string, content: readonly [string, string][], color: Palette): Painted[] {
  return content.length === 0 ? [] : [line``, color.strong(title), ...pairs(content, color)];
}

function pairs(content: readonly (readonly [string, string])[], color: Palette): Painted[] {
  const width = Math.max(...content.map(([name]) => name.length));
  return content.map(([name, meaning]) => line`  ${color.name(name.padEnd(width))}  ${meaning}`);
}

function optionPair({ name, short, value, optionalValue, description }: CommandOption): [string, string] {
  const letter = short === undefined ? '' : `-${short}, `;
  const optional = optionalValue === undefined ? '' : `[=<${optionalValue}>]`;
  return [`${letter}--${name}${value === undefined ? optional : ` <${value}>`}`, description];
}
