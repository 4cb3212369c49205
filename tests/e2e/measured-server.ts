/**
 * A server in a separate process that measures itself on request: heap after a full garbage collection, open sockets. Run
 * with `--expose-gc`, the settings as JSON in its first argument, and an IPC channel to the parent.
 */
import { createLogger, createServer, loadConfig } from '@dragoman/server';

/** Messages from the process to its parent. */
export type ServerMessage =
  | { about: 'ready'; url: string }
  | { about: 'measured'; heapBytes: number; sockets: number }
  | { about: 'stopped' };

const tell = (told: ServerMessage) => void process.send?.(told);
const flags = JSON.parse(process.argv[2] ?? '{}') as Record<string, unknown>;
const config = loadConfig({ cwd: '/nowhere', environment: {}, flags });
const server = await createServer(config, { logger: createLogger({ level: 'silent', pretty: false }) });

/** Objects that became unreachable just now need a second collection. */
async function measure(): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const sockets = process.getActiveResourcesInfo().filter((resource) => resource === 'TCPSocketWrap').length;
  tell({ about: 'measured', heapBytes: process.memoryUsage().heapUsed, sockets });
}

async function stop(): Promise<void> {
  await server.close();
  tell({ about: 'stopped' });
  process.disconnect();
}

process.on('message', (message) => void (message === 'stop' ? stop() : measure()));
const { url } = await server.listen();
tell({ about: 'ready', url });
