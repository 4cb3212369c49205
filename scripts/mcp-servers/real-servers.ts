/** The servers of the table, and how they are installed and started. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Servers that start without an account; keys that some of them require are placeholders. */
export const realServers: readonly { id: string; name: string; args?: readonly string[] }[] = [
  { id: 'everything', name: '@modelcontextprotocol/server-everything', args: ['stdio'] },
  { id: 'filesystem', name: '@modelcontextprotocol/server-filesystem', args: ['.'] },
  { id: 'memory', name: '@modelcontextprotocol/server-memory' },
  { id: 'thinking', name: '@modelcontextprotocol/server-sequential-thinking' },
  { id: 'playwright', name: '@playwright/mcp' },
  { id: 'context7', name: '@upstash/context7-mcp' },
  { id: 'devtools', name: 'chrome-devtools-mcp' },
  { id: 'firecrawl', name: 'firecrawl-mcp' },
  { id: 'notion', name: '@notionhq/notion-mcp-server' },
  { id: 'tavily', name: 'tavily-mcp' },
];

/** Keys without which some of the servers do not start. */
export const placeholders = Object.freeze({ NOTION_TOKEN: 'none', FIRECRAWL_API_KEY: 'none', TAVILY_API_KEY: 'none' });

const folder = fileURLToPath(new URL('../../node_modules/.cache/dragoman/mcp-servers', import.meta.url));

/** How a server is started, and its version. */
export interface ServerCommand {
  args: string[];
  version: string;
}

/** Installs the servers, without their install scripts, and returns how they are started with Node. */
export async function installServers(): Promise<ServerCommand[]> {
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/package.json`, JSON.stringify({ private: true }), { flag: 'wx' }).catch(() => undefined);
  const flags = [
    '--silent',
    '--ignore-scripts',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    '--engine-strict=false',
  ];
  const names = realServers.map(({ name }) => name);
  await promisify(execFile)('npm', ['install', ...flags, '--prefix', folder, ...names]);
  return Promise.all(realServers.map(({ name, args = [] }) => readCommand(name, args)));
}

async function readCommand(name: string, args: readonly string[]): Promise<ServerCommand> {
  const home = `${folder}/node_modules/${name}`;
  const { bin, version } = JSON.parse(await readFile(`${home}/package.json`, 'utf8')) as {
    bin: string | Record<string, string>;
    version: string;
  };
  const [first = ''] = typeof bin === 'string' ? [bin] : Object.values(bin);
  return { args: [`${home}/${first}`, ...args], version };
}
