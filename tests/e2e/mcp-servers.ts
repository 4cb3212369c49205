/** Starts and stops the official MCP server of the fixtures as a separate process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The script of the server. */
export const serverScript = fileURLToPath(new URL('./fixtures/mcp-server.mjs', import.meta.url));

/** The script of a server whose tools ask their client; over stdio it supports only sessions. */
export const askingScript = fileURLToPath(new URL('./fixtures/mcp-asking-server.mjs', import.meta.url));

/** A listening server. */
export interface ListeningMcp {
  url: string;
  stop(): Promise<void>;
}

/** Starts a server over HTTP; `sessions`: it supports only the 2025 revisions with sessions. */
export async function startMcpServer({ sessions = false, script = serverScript } = {}): Promise<ListeningMcp> {
  const child = spawn(process.execPath, [script, '--http', ...(sessions ? ['--session'] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: `http://127.0.0.1:${line.toString().trim()}`,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
