/**
 * Adds an MCP server that runs next to the registry to the configuration file of the registry, which needs no running
 * registry; `dragoman servers add` adds one to a running registry that allows it.
 */
import { basename, resolve } from 'node:path';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { StdioCommand } from '@dragoman/sdk';
import type { CommandContext } from '../command/command.js';
import { splitWords } from '../command/split-words.js';
import { UsageError } from '../command/usage-error.js';
import { mergeJsonFile } from '../files/merge-json-file.js';
import { line } from '../terminal/paint.js';

const usualFile = 'dragoman.config.json';
const nameForm = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** The server that `--stdio` and `--name` define. */
export function serverOf({ options }: CommandContext, commandLine: string): StdioCommand {
  const [command, ...args] = splitWords(commandLine);
  if (command === undefined) throw new UsageError('--stdio needs a command');
  const name = options.text('name') ?? nameOf([command, ...args]);
  if (!nameForm.test(name)) throw new UsageError(`--name takes lower-case letters, digits and hyphens, not "${name}"`);
  return { name, command, args, env: {} };
}

/** Adds the server to the file; false when a running registry does not know it yet. */
export async function configureServer(
  context: CommandContext,
  { name, command, args }: Pick<StdioCommand, 'name' | 'command' | 'args'>,
): Promise<boolean> {
  const { options, print, runtime } = context;
  const path = resolve(runtime.cwd, options.text('config') ?? usualFile);
  const { outcome } = await mergeJsonFile(runtime, path, (value) => withServer(value, { name, command, args }));
  print.note(line`${outcome}  ${path}: ${name} runs "${[command, ...args].join(' ')}"`);
  if (outcome !== 'unchanged') {
    print.note(line`Restart a running registry to apply this; then run: dragoman add stdio:${name}`);
  }
  return outcome === 'unchanged';
}

function withServer(value: JsonObject, server: { name: string; command: string; args: string[] }): JsonObject {
  const mcp: JsonValue = value.mcp ?? {};
  const listed = isJsonObject(mcp) ? (mcp.stdio ?? []) : undefined;
  if (!isJsonObject(mcp) || !Array.isArray(listed))
    throw new UsageError('"mcp.stdio" in the configuration must be a list');
  const there = listed.find((each) => isJsonObject(each) && each.name === server.name);
  if (isJsonObject(there)) {
    if (isSameCommand(there, server)) return value;
    const runs = [there.command, ...(Array.isArray(there.args) ? there.args : [])].join(' ').slice(0, 200);
    throw new UsageError(
      `the name "${server.name}" is taken: it runs "${runs}"; choose another --name, or edit the file`,
    );
  }
  return { ...value, mcp: { ...mcp, stdio: [...listed, server] } };
}

function isSameCommand({ command, args = [] }: JsonObject, server: { command: string; args: string[] }): boolean {
  return command === server.command && JSON.stringify(args) === JSON.stringify(server.args);
}

/** The first word that identifies the program, without launchers such as npx. */
function nameOf(words: readonly string[]): string {
  const starters = ['npx', 'node', 'npm', 'exec', 'uvx', 'uv', 'run', 'python', 'python3', 'docker', 'bunx', 'deno'];
  const telling = words.find((word) => !word.startsWith('-') && !starters.includes(basename(word))) ?? 'server';
  const plain = basename(telling)
    .toLowerCase()
    .replace(/\.\w+$/, '')
    .replace(/[^a-z0-9]+/g, '-');
  return plain.replace(/^-+|-+$/g, '').slice(0, 63) || 'server';
}
