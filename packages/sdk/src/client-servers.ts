/** Reads the MCP servers in the configuration of a client: Claude, Cursor, VS Code, Codex, Zed, OpenCode and others. */
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
  /** Its working directory. */
  cwd?: string;
}

/** The servers of a configuration. */
export interface ClientServers {
  /** Servers with a URL. */
  items: ImportItem[];
  /** Programs that must be added first. */
  commands: StdioCommand[];
  /** What was left out or cannot be carried over, by the name in the configuration. */
  remarks: { name: string; text: string }[];
}

type Members = Readonly<Record<string, unknown>>;

const maxServers = 100;

/** The servers of a parsed configuration; undefined when it has none. */
export function readClientServers(value: unknown): ClientServers | undefined {
  const servers = serversOf(value);
  if (servers === undefined) return undefined;
  const read: ClientServers = { items: [], commands: [], remarks: [] };
  const taken = new Set<string>();
  for (const [key, server] of Object.entries(servers).slice(0, maxServers)) readServer(key, server, taken, read);
  for (const name of Object.keys(servers).slice(maxServers)) {
    read.remarks.push({ name, text: `left out: only the first ${maxServers} servers are read` });
  }
  return read;
}

/** The member with the servers: `mcpServers`, `servers` (VS Code), `context_servers` (Zed), `mcp_servers` (Codex), `mcp`. */
function serversOf(value: unknown): Members | undefined {
  if (!isJsonObject(value) || 'openapi' in value || 'swagger' in value || 'agis' in value) return undefined;
  const { mcpServers, servers, context_servers: zed, mcp_servers: codex, mcp } = value;
  const inner = isJsonObject(mcp) ? (mcp.servers ?? mcp) : undefined;
  return [mcpServers, zed, codex, servers, inner].find(
    (each): each is Members & typeof value => isJsonObject(each) && Object.values(each).some(isServer),
  );
}

function isServer(value: unknown): boolean {
  return isJsonObject(value) && (value.command !== undefined || urlOf(value) !== undefined);
}

function urlOf({ url, httpUrl, serverUrl }: Members): string | undefined {
  return [url, httpUrl, serverUrl].find((each) => typeof each === 'string') as string | undefined;
}

function readServer(key: string, server: unknown, taken: Set<string>, read: ClientServers): void {
  const remark = (text: string) => read.remarks.push({ name: key, text });
  if (!isJsonObject(server)) return void remark('left out: it is not an object');
  if (server.disabled === true || server.enabled === false) return void remark('left out: it is disabled');
  const url = urlOf(server);
  const words = url === undefined ? wordsOf(server) : [];
  const [command, ...args] = words;
  if (url === undefined && command === undefined) return void remark('left out: it has neither a command nor a URL');
  const name = freeName(plainName(key), taken);
  if (url !== undefined) {
    read.items.push({ url: /^https?:/i.test(url) ? `mcp+${url}` : url, curation: { id: name } });
    const headers = headersOf(server);
    if (headers.length > 0) {
      const store = `dragoman credentials add ${url.slice(0, 200)}`;
      remark(
        `headers are not taken over (${headers.join(', ')}); store each with "${store}" first, with --kind bearer or --header`,
      );
    }
    return;
  }
  const { cwd } = server;
  const nested = isJsonObject(server.command) ? server.command.env : undefined;
  const env = { ...passedOn(server.env_vars), ...valuesOf(server.env ?? server.environment ?? nested) };
  if (server.envFile !== undefined) {
    remark(`envFile is not read; set its variables with "dragoman servers change ${name} --env NAME"`);
  }
  read.commands.push({ name, command: command ?? '', args, env, ...(typeof cwd === 'string' ? { cwd } : {}) });
}

/** The command and its arguments: texts, a list (OpenCode), or an object with a path (older versions of Zed). */
function wordsOf({ command, args }: Members): string[] {
  if (Array.isArray(command)) return textsOf(command);
  if (isJsonObject(command)) {
    return typeof command.path === 'string' ? [command.path, ...textsOf(command.args)] : [];
  }
  return typeof command === 'string' && command !== '' ? [command, ...textsOf(args)] : [];
}

function headersOf({
  headers,
  http_headers: plain,
  env_http_headers: named,
  bearer_token_env_var: token,
}: Members): string[] {
  const names = [headers, plain, named].flatMap((each) => (isJsonObject(each) ? Object.keys(each) : []));
  return [...names, ...(token === undefined ? [] : ['Authorization'])].map((each) => each.slice(0, 80));
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

function valuesOf(env: unknown): Record<string, string> {
  if (!isJsonObject(env)) return {};
  const isValue = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (isValue(value) ? [[name, String(value)]] : [])),
  );
}

/** Variables that the client passes on from its own environment (`env_vars` of Codex), as references. */
function passedOn(names: unknown): Record<string, string> {
  return Object.fromEntries(textsOf(names).map((name) => [name, `\${${name}}`]));
}

/** A name of lower-case letters, digits and hyphens. */
export function plainName(text: string): string {
  const plain = text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return plain.replace(/^-+|-+$/g, '').slice(0, 63) || 'server';
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let next = 2; taken.has(free); next += 1) free = `${name.slice(0, 58)}-${next}`;
  taken.add(free);
  return free;
}
