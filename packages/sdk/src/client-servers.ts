/** Reads the MCP servers in the configuration of a client: Claude, Cursor, VS Code, Codex, Zed, OpenCode, Continue and others. */
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
  for (const [key, server] of servers.slice(0, maxServers)) readServer(key, server, taken, read);
  for (const [name] of servers.slice(maxServers)) {
    read.remarks.push({ name, text: `left out: only the first ${maxServers} servers are read` });
  }
  return read;
}

/**
 * The names and definitions of the servers: in `mcpServers`, also of each project (Claude Code), `servers` (VS Code),
 * `context_servers` (Zed), `mcp_servers` (Codex), or `mcp`. A server that several projects define alike is one.
 */
function serversOf(value: unknown): [name: string, server: unknown][] | undefined {
  if (!isJsonObject(value) || 'openapi' in value || 'swagger' in value || 'agis' in value) return undefined;
  const { mcpServers, servers, context_servers: zed, mcp_servers: codex, mcp, projects } = value;
  const inner = isJsonObject(mcp) ? (mcp.servers ?? mcp) : undefined;
  const own = [byName(mcpServers), zed, codex, servers, inner].find(hasServers);
  const ofProjects = isJsonObject(projects) ? Object.values(projects).map(projectServers).filter(hasServers) : [];
  const all = [own, ...ofProjects].flatMap((each) => Object.entries(each ?? {}));
  const distinct = new Map(all.map((server) => [JSON.stringify(server), server]));
  return distinct.size === 0 ? undefined : [...distinct.values()];
}

function hasServers(value: unknown): value is Members {
  return isJsonObject(value) && Object.values(value).some(isServer);
}

function projectServers(project: unknown): unknown {
  return isJsonObject(project) ? project.mcpServers : undefined;
}

/** Continue has a list of servers with names. */
function byName(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const nameOf = (server: unknown, at: number) =>
    isJsonObject(server) && typeof server.name === 'string' ? server.name : `server-${at + 1}`;
  return Object.fromEntries(value.map((server: unknown, at) => [nameOf(server, at), server]));
}

function isServer(value: unknown): boolean {
  return isJsonObject(value) && (value.command !== undefined || urlOf(value) !== undefined);
}

function urlOf({ url, httpUrl, serverUrl }: Members): string | undefined {
  return [url, httpUrl, serverUrl].find((each) => typeof each === 'string') as string | undefined;
}

/** The URL with the marker of MCP servers, if its path does not say that it is one. */
function addressOf(url: string): string {
  return /^https?:/i.test(url) && !/\/(?:mcp|sse)\/?(?:[?#]|$)/.test(url) ? `mcp+${url}` : url;
}

function readServer(key: string, server: unknown, taken: Set<string>, read: ClientServers): void {
  const remark = (text: string) => read.remarks.push({ name: key, text });
  if (!isJsonObject(server)) return void remark('left out: it is not an object');
  if (server.disabled === true || server.enabled === false) return void remark('left out: it is disabled');
  const url = urlOf(server);
  const words = url === undefined ? wordsOf(server) : [];
  const [command, ...args] = words;
  if (url === undefined && command === undefined) return void remark('left out: it has neither a command nor a URL');
  if (url === undefined && !hasList(server)) return void remark('left out: its args are not a list');
  if (isBridge(words)) return void remark('left out: it connects the client to a registry (dragoman mcp)');
  const name = freeName(plainName(key), taken);
  if (url !== undefined) {
    const address = addressOf(url);
    read.items.push({ url: address, curation: { id: name } });
    const headers = headersOf(server);
    const [first] = headers;
    if (first !== undefined) {
      const how = /^authorization$/i.test(first) ? '--kind bearer' : `--header ${first}`;
      remark(
        `headers are not imported (${headers.join(', ')}): store them with "dragoman credentials add ${address.slice(0, 200)} ${how}", then repeat this command`,
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

function hasList({ command, args }: Members): boolean {
  const given = isJsonObject(command) ? command.args : args;
  return given === undefined || given === null || Array.isArray(given);
}

/** True for `dragoman mcp`, however it is started: the tools of a registry would be added to it again. */
function isBridge(words: readonly string[]): boolean {
  const at = words.findIndex((word) => /(?:^|[\\/])dragoman(?:\.(?:js|cmd|exe))?$|^@dragoman\/cli(?:@|$)/i.test(word));
  return at !== -1 && words[at + 1] === 'mcp';
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
  return Array.isArray(value) ? value.filter(isValue).map(String) : [];
}

function valuesOf(env: unknown): Record<string, string> {
  if (!isJsonObject(env)) return {};
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (isValue(value) ? [[name, String(value)]] : [])),
  );
}

/** Numbers and booleans stand for their texts. */
function isValue(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
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
