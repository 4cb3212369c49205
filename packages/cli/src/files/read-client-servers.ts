/** Reads the MCP servers in the configuration file of a client: JSON with comments, or TOML (Codex). */
import type { ClientServers } from '@dragoman/sdk';
import { readClientServers } from '@dragoman/sdk';
import type { Runtime } from '../terminal/runtime.js';
import { readJsonText } from './edit-json-text.js';
import { parseToml } from './merge-toml-file.js';
import { UnreadableFile } from './read-bytes.js';

/** The servers in a text; undefined when it is something else. */
export async function readServersText(path: string, text: string): Promise<ClientServers | undefined> {
  const isToml = /\.toml$/i.test(path) || (path === '-' && /^\s*\[mcp_servers\./m.test(text));
  if (!isToml) return /^\s*(?:\{|\/\/|\/\*)/.test(text) ? readClientServers(readJsonText(text)) : undefined;
  const value = await parseToml(text);
  if (value === undefined) throw new UnreadableFile('it is not valid TOML');
  const servers = readClientServers(value);
  if (servers === undefined) throw new UnreadableFile('it has no MCP servers (mcp_servers)');
  return servers;
}

/** Fills in variables of this process, where the whole value refers to one; returns what is missing. */
export function fillVariables(
  env: Readonly<Record<string, string>>,
  own: Runtime['env'],
): { env: Record<string, string>; missing: string[] } {
  const filled: Record<string, string> = {};
  const missing: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    const [, dollar, braces] = /^(?:\$\{(?:env:)?(\w+)\}|\{env:(\w+)\})$/.exec(value) ?? [];
    const variable = dollar ?? braces;
    const found = variable === undefined ? value : own[variable];
    if (found === undefined || /^\$\{input:/.test(value)) missing.push(variable ?? name);
    else filled[name] = found;
  }
  return { env: filled, missing };
}
