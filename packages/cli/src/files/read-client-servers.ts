/** Reads the MCP servers in the configuration file of a client: JSON with comments, or TOML (Codex). */
import { isJsonObject } from '@dragoman/model';
import type { ClientServers } from '@dragoman/sdk';
import { readClientServers } from '@dragoman/sdk';
import type { Runtime } from '../terminal/runtime.js';
import { readJsonText } from './edit-json-text.js';
import { parseToml } from './merge-toml-file.js';
import { UnreadableFile } from './read-bytes.js';

/** The servers in a text; undefined when it is something else. */
export async function readServersText(path: string, text: string): Promise<ClientServers | undefined> {
  const isToml = /\.toml$/i.test(path) || (path === '-' && /^\s*\[mcp_servers\./m.test(text));
  if (!isToml) return /^\s*(?:\{|\/\/|\/\*)/.test(text) ? readJsonServers(readJsonText(text)) : undefined;
  const value = await parseToml(text);
  if (value === undefined) throw new UnreadableFile('it is not valid TOML');
  const servers = readClientServers(value);
  if (servers === undefined) throw new UnreadableFile('it has no MCP servers (mcp_servers)');
  return servers;
}

function readJsonServers(value: unknown): ClientServers | undefined {
  const servers = readClientServers(value);
  if (servers === undefined && isJsonObject(value) && (value.mcpServers ?? value.context_servers) !== undefined) {
    throw new UnreadableFile('it has no MCP server with a command or a URL');
  }
  return servers;
}

/** References to variables: `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `${input:id}` (VS Code), `{env:NAME}` (OpenCode). */
const reference = /\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}|\$\{input:([^}]+)\}|\{env:(\w+)\}/g;

/** Fills in variables of this process in all strings of a value; returns what is missing. */
export function fillVariables<Value>(value: Value, own: Runtime['env']): { filled: Value; missing: string[] } {
  const missing = new Set<string>();
  const fillText = (text: string) =>
    text.replace(reference, (all, plain?: string, usual?: string, input?: string, braces?: string) => {
      const name = plain ?? braces ?? inputVariable(input ?? '');
      const found = own[name] ?? (name === 'userHome' ? own.HOME : undefined) ?? usual;
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

/** The variable for an input that VS Code asks its user for. */
function inputVariable(id: string): string {
  return `INPUT_${id.replace(/\W/g, '_').toUpperCase()}`;
}
