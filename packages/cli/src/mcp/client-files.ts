/** Where MCP clients store their servers: one path per client of the SDK's table. */
import { join } from 'node:path';
import type { McpClient } from '@dragoman/sdk';
import { mcpClients } from '@dragoman/sdk';

/** Folders of the user. */
export interface PersonFolders {
  cwd: string;
  home: string;
  /** Where applications store their settings. */
  settings: string;
  /** True on Windows. */
  isWindows: boolean;
}

/** One MCP client with its configuration file. */
export interface ClientFile extends McpClient {
  /** Path of its configuration file. */
  path(folders: PersonFolders): string;
}

const paths: Readonly<Record<string, ClientFile['path']>> = {
  claude: ({ settings }) => join(settings, 'Claude', 'claude_desktop_config.json'),
  'claude-code': ({ cwd }) => join(cwd, '.mcp.json'),
  cursor: ({ home }) => join(home, '.cursor', 'mcp.json'),
  vscode: ({ cwd }) => join(cwd, '.vscode', 'mcp.json'),
  windsurf: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
  gemini: ({ home }) => join(home, '.gemini', 'settings.json'),
  codex: ({ home }) => join(home, '.codex', 'config.toml'),
  zed: ({ home, settings, isWindows }) =>
    join(isWindows ? settings : join(home, '.config'), isWindows ? 'Zed' : 'zed', 'settings.json'),
  cline: ({ settings }) =>
    join(settings, 'Code', 'User', 'globalStorage', 'saoudrizwan.claude-dev', 'settings', 'cline_mcp_settings.json'),
  continue: ({ cwd }) => join(cwd, '.continue', 'mcpServers', 'dragoman.json'),
  opencode: ({ cwd }) => join(cwd, 'opencode.json'),
};

/** Every MCP client, by the name used on the command line. */
export const clientFiles: Readonly<Record<string, ClientFile>> = Object.fromEntries(
  mcpClients.flatMap((client) => {
    const path = paths[client.name];
    return path === undefined ? [] : [[client.name, { ...client, path }]];
  }),
);
