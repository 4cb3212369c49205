/**
 * Environment variables for an MCP server. A value is never an argument, which other users of the machine could read:
 * it comes from the variable of the same name of this command, or from a file.
 */
import type { CommandContext, CommandOption } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { readTextFile } from './read-secret.js';

/** Options that give variables. */
export const variableOptions: readonly CommandOption[] = [
  {
    name: 'env',
    value: 'name',
    multiple: true,
    description: 'Pass this variable of your environment to the server; it is stored encrypted (repeatable)',
  },
  { name: 'env-file', value: 'file', description: 'Pass the variables of this file, with one NAME=value per line' },
];

/** Reads the variables that the options give. */
export async function readVariables(context: CommandContext): Promise<Record<string, string>> {
  const { options, runtime } = context;
  const file = options.text('env-file');
  const fromFile = file === undefined ? [] : parse(await readTextFile(context, file), file);
  const named = options.texts('env').map((name): [string, string] => {
    if (name.includes('=')) throw new UsageError('--env takes a name; set the variable before you run the command');
    const value = runtime.env[name];
    if (value === undefined) throw new UsageError(`the environment variable ${name} of --env is not set`);
    return [name, value];
  });
  return Object.fromEntries([...fromFile, ...named]);
}

function parse(text: string, file: string): [string, string][] {
  return text.split(/\r?\n/).flatMap((each, at): [string, string][] => {
    const trimmed = each.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return [];
    const [, name, value = ''] = /^(?:export\s+)?([A-Za-z_]\w*)=(.*)$/.exec(trimmed) ?? [];
    if (name === undefined) throw new UsageError(`line ${at + 1} of ${file} is not NAME=value`);
    return [[name, value.replace(/^(["'])(.*)\1$/, '$2')]];
  });
}
