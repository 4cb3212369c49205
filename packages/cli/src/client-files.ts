/** Where MCP clients keep their servers, and how each writes one down: a table, one row per client. */
import { join } from 'node:path';
import type { JsonObject } from '@dragoman/model';

/** What a client is to be told. */
export interface ClientTarget {
  /** Address of the endpoint. */
  endpoint: string;
  /** Words that speak to the same endpoint over stdio, the program first. */
  words: readonly string[];
  /** True when the registry wants a key, which stays in the environment. */
  keyed: boolean;
}

/** Folders of a person. */
export interface PersonFolders {
  cwd: string;
  home: string;
  /** Where programs keep their settings. */
  settings: string;
}

/** One client. */
export interface ClientFile {
  title: string;
  /** Path of its configuration. */
  path(folders: PersonFolders): string;
  /** Member that holds the servers. */
  member: string;
  entry(target: ClientTarget): JsonObject;
  /** What is left to do where the registry wants a key and the client cannot take it from the environment. */
  keyByHand?: string;
}

const overStdio =
  (more: JsonObject = {}) =>
  ({ words: [command = 'dragoman', ...args], keyed }: ClientTarget): JsonObject => ({
    command,
    args,
    ...(keyed ? more : {}),
  });

const overHttp =
  (more: JsonObject, address: string, variable: string) =>
  ({ endpoint, keyed }: ClientTarget): JsonObject => ({
    ...more,
    [address]: endpoint,
    ...(keyed ? { headers: { Authorization: `Bearer ${variable}` } } : {}),
  });

/** Every client, by the word that names it. */
export const clientFiles: Readonly<Record<string, ClientFile>> = {
  claude: {
    title: 'Claude Desktop',
    path: ({ settings }) => join(settings, 'Claude', 'claude_desktop_config.json'),
    member: 'mcpServers',
    entry: overStdio(),
    keyByHand:
      'Claude Desktop does not hand its environment on: give the entry "env": { "DRAGOMAN_KEY": "…" } yourself.',
  },
  'claude-code': {
    title: 'Claude Code (this folder)',
    path: ({ cwd }) => join(cwd, '.mcp.json'),
    member: 'mcpServers',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in.
    entry: overHttp({ type: 'http' }, 'url', '${DRAGOMAN_KEY}'),
  },
  cursor: {
    title: 'Cursor',
    path: ({ home }) => join(home, '.cursor', 'mcp.json'),
    member: 'mcpServers',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in.
    entry: overHttp({}, 'url', '${env:DRAGOMAN_KEY}'),
  },
  vscode: {
    title: 'Visual Studio Code (this folder)',
    path: ({ cwd }) => join(cwd, '.vscode', 'mcp.json'),
    member: 'servers',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in.
    entry: overHttp({ type: 'http' }, 'url', '${env:DRAGOMAN_KEY}'),
  },
  windsurf: {
    title: 'Windsurf',
    path: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    member: 'mcpServers',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in.
    entry: overStdio({ env: { DRAGOMAN_KEY: '${env:DRAGOMAN_KEY}' } }),
  },
  gemini: {
    title: 'Gemini CLI',
    path: ({ home }) => join(home, '.gemini', 'settings.json'),
    member: 'mcpServers',
    entry: overHttp({}, 'httpUrl', '$DRAGOMAN_KEY'),
  },
};
