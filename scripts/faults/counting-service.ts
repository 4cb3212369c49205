/** A service that counts what it did, by task, so that a lost or repeated call shows. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A running service. */
export interface CountingService {
  url: string;
  /** Number of executions by task. */
  effects: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Starts it; each execution takes up to `slowestMs`. */
export async function startCountingService(slowestMs: number, host = '127.0.0.1'): Promise<CountingService> {
  const effects = new Map<string, number>();
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { task } = JSON.parse(Buffer.concat(chunks).toString()) as { task: string };
    const count = (effects.get(task) ?? 0) + 1;
    effects.set(task, count);
    await sleep(Math.random() * slowestMs);
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ task, count }));
  }
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  server.listen(0, host);
  await once(server, 'listening');
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/do`,
    effects,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
