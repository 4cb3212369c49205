/** Starts and stops the official MCP server of the fixtures as a separate process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The script of the server. */
export const serverScript = fileURLToPath(new URL('./fixtures/mcp-server.mjs', import.meta.url));

/** The script of a server whose tools ask their client; over stdio it supports only sessions. */
export const askingScript = fileURLToPath(new URL('./fixtures/mcp-asking-server.mjs', import.meta.url));

/** The script of a server whose tools create tasks of revision 2025-11-25. */
export const taskScript = fileURLToPath(new URL('./fixtures/mcp-task-server.mjs', import.meta.url));

/** The script of a server whose tasks misbehave. */
export const hostileTasksScript = fileURLToPath(new URL('./fixtures/mcp-hostile-tasks.mjs', import.meta.url));

/** A listening server. */
export interface ListeningMcp {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a server over HTTP; `sessions`: it supports only the 2025 revisions with sessions; `suite`: it has the tools of
 * the conformance suites.
 */
export async function startMcpServer({
  sessions = false,
  suite = false,
  script = serverScript,
} = {}): Promise<ListeningMcp> {
  const flags = [...(sessions ? ['--session'] : []), ...(suite ? ['--suite'] : [])];
  const child = spawn(process.execPath, [script, '--http', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
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
