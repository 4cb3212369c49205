/** An MCP server whose tool reports progress for a while, and counts what it did, by task. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CountingService } from './counting-service.js';

interface Rpc {
  id?: number | string;
  method: string;
  params?: { arguments?: { task?: string }; _meta?: { progressToken?: string } };
}

const [steps, stepMs] = [10, 100];

const tool = {
  name: 'work',
  description: 'Works on a task and reports its progress.',
  inputSchema: { type: 'object', properties: { task: { type: 'string' } }, required: ['task'] },
};

const results: Record<string, object> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'streaming', version: '1' },
  },
  'tools/list': { tools: [tool] },
  ping: {},
};

/** Starts it. */
export async function startStreamingService(host = '127.0.0.1'): Promise<CountingService> {
  const effects = new Map<string, number>();
  async function work({ id, params }: Rpc, response: ServerResponse): Promise<void> {
    const task = params?.arguments?.task ?? '';
    const progressToken = params?._meta?.progressToken;
    effects.set(task, (effects.get(task) ?? 0) + 1);
    response.setHeader('content-type', 'text/event-stream');
    const send = (message: object) => response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
    for (let step = 1; step <= steps; step += 1) {
      await sleep(stepMs);
      const progress = { progressToken, progress: step, total: steps };
      if (progressToken !== undefined) send({ method: 'notifications/progress', params: progress });
    }
    send({ id, result: { content: [{ type: 'text', text: `done: ${task}` }] } });
    response.end();
  }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const message = JSON.parse(Buffer.concat(chunks).toString()) as Rpc;
    if (message.id === undefined) return void response.writeHead(202).end();
    if (message.method === 'tools/call') return work(message, response);
    const result = results[message.method];
    const reply = result === undefined ? { error: { code: -32601, message: 'unknown method' } } : { result };
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...reply }));
  }
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  server.listen(0, host);
  await once(server, 'listening');
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/mcp`,
    effects,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
