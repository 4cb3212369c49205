/** Where MCP clients store their servers and in which format: one row per client. */
import { join } from 'node:path';
import type { JsonObject } from '@dragoman/model';

/** The server to add to a client. */
export interface ClientTarget {
  /** URL of the endpoint. */
  endpoint: string;
  /** Command line that serves the same endpoint over stdio. */
  words: readonly string[];
  /** True when the registry requires a key, which stays in the environment. */
  keyed: boolean;
}

/** Folders of the user. */
export interface PersonFolders {
  cwd: string;
  home: string;
  /** Where applications store their settings. */
  settings: string;
}

/** One MCP client. */
export interface ClientFile {
  title: string;
  /** Path of its configuration file. */
  path(folders: PersonFolders): string;
  /** Member of the file that holds the servers. */
  member: string;
  entry(target: ClientTarget): JsonObject;
  /** What the user has to do if the registry requires a key and the client cannot read it from the environment. */
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

/** Every MCP client, by the name used on the command line. */
export const clientFiles: Readonly<Record<string, ClientFile>> = {
  claude: {
    title: 'Claude Desktop',
    path: ({ settings }) => join(settings, 'Claude', 'claude_desktop_config.json'),
    member: 'mcpServers',
    entry: overStdio(),
    keyByHand:
      'Claude Desktop does not pass on its environment: add "env": { "DRAGOMAN_KEY": "…" } to the entry yourself.',
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
