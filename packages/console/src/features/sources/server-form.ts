/** What a person writes to add or change an MCP server, and the request that it becomes. */
import type { StdioServerDefinition, StdioServerRequest } from '@dragoman/sdk';
import { splitCommandLine } from '@dragoman/sdk';
import { commandLine, shellWord } from '../../session/copy-text.js';

/** The fields of the form. */
export interface ServerForm {
  name: string;
  /** Program and arguments, with quotes as in a shell. */
  command: string;
  /** Lines of `NAME=value`; a name alone keeps its stored value. */
  env: string;
  cwd: string;
}

/** The request, or what is wrong by field. */
export type ReadForm =
  | { request: StdioServerRequest & { name: string } }
  | { problems: Partial<Record<keyof ServerForm, string>> };

/** An empty form. */
export const emptyForm: ServerForm = { name: '', command: '', env: '', cwd: '' };

/** The form of a stored definition; values of variables are unknown and stay. */
export function toForm({ name, command, args, cwd = '', env }: StdioServerDefinition): ServerForm {
  return { name, command: [command, ...args].map(shellWord).join(' '), cwd, env: env.join('\n') };
}

/** Reads the form; `stored` are the variables whose values can be kept. */
export function readForm({ name, command: text, env, cwd }: ServerForm, stored: readonly string[]): ReadForm {
  const problems: Partial<Record<keyof ServerForm, string>> = {};
  const words = splitCommandLine(text);
  const [command, ...args] = words ?? [];
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(name.trim())) problems.name = 'Use lower-case letters, digits and hyphens.';
  if (words === undefined) problems.command = 'A quote is not closed.';
  else if (command === undefined) problems.command = 'Write the program and its arguments.';
  const lines = env
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
    .filter((line) => line.trim() !== '');
  const values = lines.map((line): [string, string | null] => {
    const at = line.indexOf('=');
    return at < 0 ? [line.trim(), null] : [line.slice(0, at).trim(), line.slice(at + 1)];
  });
  const wrong = values.find(([key, value]) => value === null && !stored.includes(key));
  if (wrong !== undefined) problems.env = `“${wrong[0].slice(0, 40)}” has no value: write NAME=value.`;
  if (command === undefined || Object.keys(problems).length > 0) return { problems };
  const folder = cwd.trim() === '' ? {} : { cwd: cwd.trim() };
  return { request: { name: name.trim(), command, args, ...folder, env: Object.fromEntries(values) } };
}

/** The command that does the same; values of variables come from the environment of that command. */
export function toServerCommand(
  baseUrl: string,
  { name, command, args = [], cwd, env = {} }: StdioServerRequest & { name: string },
  isNew: boolean,
): string {
  const given = Object.entries(env).flatMap(([key, value]) => (value === null ? [] : ['--env', key]));
  const folder = cwd === undefined ? [] : ['--cwd', cwd];
  const words = ['servers', isNew ? 'add' : 'change', name, ...given, ...folder];
  return `${commandLine(baseUrl, words)} -- ${[command, ...args].map(shellWord).join(' ')}`;
}
