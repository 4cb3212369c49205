/** Recognizes what a person pastes to import something: a URL, a description, `mcpServers` JSON, or a command. */
import { isJsonObject } from '@dragoman/model';
import type { ImportItem } from './imports.js';

/** A program that runs as an MCP server next to the registry. */
export interface StdioCommand {
  /** Lower-case letters, digits and hyphens: the id of the service and its address `stdio:<name>`. */
  name: string;
  command: string;
  args: string[];
  /** Values of its environment variables, which may be secrets. */
  env: Record<string, string>;
}

/** What a text means. */
export interface ImportText {
  kind: 'url' | 'description' | 'mcp-servers' | 'command' | 'empty';
  /** What can be imported at once. */
  items: ImportItem[];
  /** Commands of MCP servers that must be added first. */
  commands: StdioCommand[];
}

const maxServers = 100;
const launchers = ['npx', 'node', 'npm', 'exec', 'uvx', 'uv', 'run', 'python', 'python3', 'docker', 'bunx', 'deno'];

/** Recognizes a text; anything that is neither a URL, `mcpServers` JSON nor a command counts as a description. */
export function readImportText(text: string): ImportText {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'empty', items: [], commands: [] };
  const lines = trimmed.split(/\s*\n\s*/);
  if (lines.every((line) => /^(?:(?:mcp\+)?https?:\/\/|stdio:)\S+$/i.test(line))) {
    return { kind: 'url', items: lines.map((url) => ({ url })), commands: [] };
  }
  const servers = serversOf(trimmed);
  if (servers !== undefined) return { kind: 'mcp-servers', ...readServers(servers) };
  const words = (lines.length === 1 ? splitCommandLine(trimmed) : undefined) ?? [];
  const [command, ...args] = words;
  if (command !== undefined && isCommand(command, args)) {
    return { kind: 'command', items: [], commands: [{ name: nameOf(words), command, args, env: {} }] };
  }
  return { kind: 'description', items: [{ text }], commands: [] };
}

/** The servers of a client's configuration: `mcpServers`, or `servers` as VS Code names them. */
function serversOf(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!text.startsWith('{')) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const { mcpServers, servers, mcp } = value;
  if (isJsonObject(mcpServers)) return mcpServers;
  if (isJsonObject(mcp) && isJsonObject(mcp.servers)) return mcp.servers;
  return isJsonObject(servers) && !('openapi' in value) && !('agis' in value) ? servers : undefined;
}

function readServers(servers: Readonly<Record<string, unknown>>): Pick<ImportText, 'items' | 'commands'> {
  const items: ImportItem[] = [];
  const commands: StdioCommand[] = [];
  for (const [key, server] of Object.entries(servers).slice(0, maxServers)) {
    if (!isJsonObject(server)) continue;
    const name = plainName(key);
    const url = [server.url, server.httpUrl, server.serverUrl].find((each) => typeof each === 'string');
    if (typeof url === 'string') {
      items.push({ url: /^https?:/i.test(url) ? `mcp+${url}` : url, curation: { id: name } });
      continue;
    }
    if (typeof server.command !== 'string') continue;
    const args = Array.isArray(server.args) ? server.args.filter((each) => typeof each === 'string') : [];
    commands.push({ name, command: server.command, args, env: valuesOf(server.env) });
  }
  return { items, commands };
}

function valuesOf(env: unknown): Record<string, string> {
  if (!isJsonObject(env)) return {};
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** A description never begins with the name of a launcher or a path, followed by plain words. */
function isCommand(command: string, args: readonly string[]): boolean {
  if (/[{}<>]|^-|:$/.test(command)) return false;
  return launchers.includes(command) ? args.length > 0 : /^[./~][^\s]*$/.test(command);
}

/**
 * Words of a command line; quotes group, and a backslash escapes outside single quotes. Undefined when a quote is not
 * closed.
 */
export function splitCommandLine(line: string): string[] | undefined {
  const form = /(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/g;
  if (line.replace(form, '').trim() !== '') return undefined;
  const words = line.match(form) ?? [];
  return words.map((word) =>
    word.replace(/\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'/g, (_, escaped, double, single) =>
      String(escaped ?? double?.replace(/\\(.)/g, '$1') ?? single ?? ''),
    ),
  );
}

/** The first word that identifies the program. */
function nameOf(words: readonly string[]): string {
  const telling = words.find((word) => !word.startsWith('-') && !launchers.includes(word)) ?? 'server';
  return plainName(
    telling
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? telling,
  );
}

function plainName(text: string): string {
  const plain = text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return plain.replace(/^-+|-+$/g, '').slice(0, 63) || 'server';
}
