/** Reads the MCP servers in the configuration file of a client: JSON with comments, TOML (Codex) or YAML (Continue). */
import { basename, dirname, resolve } from 'node:path';
import { parseYaml } from '@dragoman/documents';
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { ClientServers } from '@dragoman/sdk';
import { readClientServers } from '@dragoman/sdk';
import type { Runtime } from '../terminal/runtime.js';
import { faultInJsonText, readJsonText } from './edit-json-text.js';
import { parseToml } from './merge-toml-file.js';
import { UnreadableFile } from './read-bytes.js';

/** The servers in a text; undefined when it is something else. */
export async function readServersText(path: string, text: string): Promise<ClientServers | undefined> {
  const isToml = /\.toml$/i.test(path) || (path === '-' && /^\s*\[mcp_servers\./m.test(text));
  if (!isToml && /^mcpServers:/m.test(text)) return readServers(parseYaml(Buffer.from(text)).value?.value);
  if (!isToml) return /^\s*(?:\{|\/\/|\/\*)/.test(text) ? readServers(readConfiguration(text)) : undefined;
  const value = await parseToml(text, (line) => {
    throw new UnreadableFile(`it is not valid TOML${line === undefined ? '' : ` (line ${line})`}`);
  });
  const servers = readClientServers(value);
  if (servers === undefined) throw new UnreadableFile('it has no MCP servers (mcp_servers)');
  return servers;
}

/** The value of a configuration in JSON with comments; undefined for another text that is not JSON. */
function readConfiguration(text: string): JsonObject | undefined {
  const value = readJsonText(text);
  const isOne = /"(?:mcpServers|context_servers)"\s*:|"servers"\s*:\s*\{/.test(text);
  const fault = value === undefined && isOne ? faultInJsonText(text) : undefined;
  if (fault !== undefined) throw new UnreadableFile(`it is not JSON (${fault})`);
  return value;
}

function readServers(value: unknown): ClientServers | undefined {
  const servers = readClientServers(value);
  if (servers === undefined && isJsonObject(value) && (value.mcpServers ?? value.context_servers) !== undefined) {
    throw new UnreadableFile('it has no MCP server with a command or a URL');
  }
  return servers;
}

/**
 * References to variables: `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `${input:id}` (VS Code), `{env:NAME}` (OpenCode),
 * `${{ secrets.NAME }}` (Continue), and `$NAME` as a whole value (Gemini). What only the client knows, such as
 * `${command:id}`, is missing.
 */
const reference = new RegExp(
  [
    /\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}/,
    /\$\{input:([^}]+)\}/,
    /\{env:(\w+)\}/,
    /\$\{\{\s*(?:secrets|inputs)\.(\w+)\s*\}\}/,
    /^\$([A-Za-z_]\w*)$/,
    /\$\{(?:command|config|workspaceFolder):[^}]+\}/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/**
 * Fills in variables of this process, and the folders that Cursor and VS Code know by name, in all strings of a value;
 * returns what is missing. `file` is the configuration that the value is from.
 */
export function fillVariables<Value>(
  value: Value,
  { env, cwd }: Pick<Runtime, 'env' | 'cwd'>,
  file: string,
): { filled: Value; missing: string[] } {
  const missing = new Set<string>();
  const folders = foldersOf(env, resolve(cwd, file));
  const fillText = (text: string) =>
    text.replace(reference, (all, ...[plain, usual, input, braces, secret, whole]: (string | undefined)[]) => {
      const name = plain ?? braces ?? secret ?? whole ?? (input === undefined ? all : inputVariable(input));
      const found = env[name] ?? folders[name] ?? usual;
      if (found === undefined) missing.add(input === undefined ? name : `${name} (for ${all})`);
      return found ?? all;
    });
  const fill = (part: unknown): unknown => {
    if (typeof part === 'string') return fillText(part);
    if (Array.isArray(part)) return part.map(fill);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, fill(each)]));
  };
  return { filled: fill(value) as Value, missing: [...missing] };
}

/** A workspace is the folder with `.cursor` or `.vscode`, except the user's own folder, whose servers are those of all workspaces. */
function foldersOf(env: Runtime['env'], file: string): Readonly<Record<string, string | undefined>> {
  const userHome = env.HOME ?? env.USERPROFILE;
  const parent = dirname(file);
  const folder = dirname(parent);
  if (!['.cursor', '.vscode'].includes(basename(parent)) || folder === userHome) return { userHome };
  return { userHome, workspaceFolder: folder, workspaceFolderBasename: basename(folder) };
}

/** The variable for an input that VS Code asks its user for. */
function inputVariable(id: string): string {
  return `INPUT_${id.replace(/\W/g, '_').toUpperCase()}`;
}
