/** How MCP clients are configured for a server: one row per client. Used by `dragoman connect` and by the console. */
import type { JsonObject } from '@dragoman/model';
import { encodeBase64 } from '@dragoman/model';

/** The server to add to a client. */
export interface McpClientTarget {
  /** URL of the endpoint. */
  endpoint: string;
  /** Command line that serves the same endpoint over stdio. */
  words: readonly string[];
  /** True when the registry requires a key, which stays in the environment. */
  keyed: boolean;
}

/** One MCP client. */
export interface McpClient {
  /** Name on the command line. */
  name: string;
  title: string;
  /** Member of its configuration file that holds the servers. */
  member: string;
  /** Format of the file; JSON when absent. */
  format?: 'toml';
  entry(target: McpClientTarget): JsonObject;
  /** URL that makes the client ask whether to add the server; absent when the client has no such link. */
  link?(name: string, entry: JsonObject): string;
  /** What the user has to do if the registry requires a key and the client cannot read it from the environment. */
  keyByHand?: string;
}

const overStdio =
  (more: JsonObject = {}) =>
  ({ words: [command = 'dragoman', ...args], keyed }: McpClientTarget): JsonObject => ({
    command,
    args,
    ...(keyed ? more : {}),
  });

const overHttp =
  (more: JsonObject, address: string, variable: string) =>
  ({ endpoint, keyed }: McpClientTarget): JsonObject => ({
    ...more,
    [address]: endpoint,
    ...(keyed ? { headers: { Authorization: `Bearer ${variable}` } } : {}),
  });

/** Every MCP client that can be configured. */
export const mcpClients: readonly McpClient[] = [
  {
    name: 'claude',
    title: 'Claude Desktop',
    member: 'mcpServers',
    entry: overStdio(),
    keyByHand:
      'Claude Desktop does not pass on its environment: add "env": { "DRAGOMAN_KEY": "…" } to the entry yourself.',
  },
  {
    name: 'claude-code',
    title: 'Claude Code (this folder)',
    member: 'mcpServers',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in.
    entry: overHttp({ type: 'http' }, 'url', '${DRAGOMAN_KEY}'),
  },
  {
    name: 'cursor',
    title: 'Cursor',
    member: 'mcpServers',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in.
    entry: overHttp({}, 'url', '${env:DRAGOMAN_KEY}'),
    link(name, entry) {
      const config = encodeBase64(new TextEncoder().encode(JSON.stringify(entry)));
      return `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({ name, config })}`;
    },
  },
  {
    name: 'vscode',
    title: 'Visual Studio Code (this folder)',
    member: 'servers',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in.
    entry: overHttp({ type: 'http' }, 'url', '${env:DRAGOMAN_KEY}'),
    link: (name, entry) => `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, ...entry }))}`,
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    member: 'mcpServers',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in.
    entry: overStdio({ env: { DRAGOMAN_KEY: '${env:DRAGOMAN_KEY}' } }),
  },
  { name: 'gemini', title: 'Gemini CLI', member: 'mcpServers', entry: overHttp({}, 'httpUrl', '$DRAGOMAN_KEY') },
  {
    name: 'codex',
    title: 'Codex',
    member: 'mcp_servers',
    format: 'toml',
    entry: ({ endpoint, keyed }) => ({
      url: endpoint,
      ...(keyed ? { bearer_token_env_var: 'DRAGOMAN_KEY' } : {}),
    }),
  },
  {
    name: 'zed',
    title: 'Zed',
    member: 'context_servers',
    entry: (target) => ({ source: 'custom', ...overStdio()(target), env: {} }),
    keyByHand: 'Zed starts the server without your shell: add "DRAGOMAN_KEY": "…" to "env" of the entry yourself.',
  },
  {
    name: 'cline',
    title: 'Cline (Visual Studio Code)',
    member: 'mcpServers',
    entry: (target) => ({ ...overStdio()(target), disabled: false }),
    keyByHand: 'Cline does not read the key: add "env": { "DRAGOMAN_KEY": "…" } to the entry yourself.',
  },
  {
    name: 'continue',
    title: 'Continue (this folder)',
    member: 'mcpServers',
    entry: overStdio(),
    keyByHand: 'Continue does not read the key: add "env": { "DRAGOMAN_KEY": "…" } to the entry yourself.',
  },
  {
    name: 'opencode',
    title: 'OpenCode (this folder)',
    member: 'mcp',
    entry: overHttp({ type: 'remote', enabled: true }, 'url', '{env:DRAGOMAN_KEY}'),
  },
];

/** The configuration of a client with one server, as its file would have it. */
export function mcpConfiguration(
  { member, format }: Pick<McpClient, 'member' | 'format'>,
  name: string,
  entry: JsonObject,
): string {
  if (format !== 'toml') return JSON.stringify({ [member]: { [name]: entry } }, undefined, 2);
  const lines = Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return [`[${member}.${tomlKey(name)}]`, ...lines].join('\n');
}

/** A key of TOML; JSON strings are basic strings of TOML, and JSON arrays of strings are its arrays. */
function tomlKey(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}

/** What a client gets: the whole catalogue, one toolset or one service. */
export type McpSelection = { kind: 'everything' } | { kind: 'toolset' | 'agent'; id: string };

/** A part of the tools of a selection. */
export interface McpSubset {
  /** A task in a few words: only the best tools for it, best first. */
  query?: string;
  /** Only tools with one of these tags. */
  tags?: readonly string[];
  /** Maximum number of tools; 20 with a query. */
  limit?: number;
}

/** URL of the MCP endpoint of a selection, or of a part of it. */
export function mcpEndpoint(baseUrl: string, selection: McpSelection, subset: McpSubset = {}): string {
  const base = baseUrl.replace(/\/+$/, '');
  const path = selection.kind === 'everything' ? '' : `/${selection.kind}s/${encodeURIComponent(selection.id)}`;
  const { query, tags = [], limit } = subset;
  const search = new URLSearchParams({
    ...(query === undefined ? {} : { query }),
    ...(tags.length === 0 ? {} : { tags: tags.join(',') }),
    ...(limit === undefined ? {} : { limit: String(limit) }),
  });
  return `${base}${path}/mcp${search.size === 0 ? '' : `?${search}`}`;
}

/** Options of `dragoman mcp` and `dragoman connect` for a selection and a part of it. */
export function mcpOptions(selection: McpSelection, { query, tags = [], limit }: McpSubset = {}): string[] {
  return [
    ...(selection.kind === 'everything' ? [] : [`--${selection.kind}`, selection.id]),
    ...(query === undefined ? [] : ['--query', query]),
    ...tags.flatMap((tag) => ['--tag', tag]),
    ...(limit === undefined ? [] : ['--limit', String(limit)]),
  ];
}

/** Name of the server in a client's configuration. */
export function mcpServerName(selection: McpSelection): string {
  return selection.kind === 'everything' ? 'dragoman' : `dragoman-${selection.id.replace(/[^A-Za-z0-9_-]+/g, '-')}`;
}
