/** A service over real HTTP for tests: the path of its URL selects its behavior. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running service. */
export interface SampleAgent {
  at(path: string): string;
  /** Received requests, in order. */
  seen: { path: string; headers: IncomingMessage['headers']; body: unknown }[];
  /** Releases a response that waits at a gate; the name is the last segment of its path. */
  open(gate: string): void;
  /** Requests that were aborted before the response, by path. */
  left: string[];
  close(): Promise<void>;
}

type Behaviour = (request: { path: string; body: unknown }, response: ServerResponse, agent: Inner) => unknown;

interface Inner {
  gate(name: string): Promise<void>;
}

const sendJson = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** First segment of the path → behavior. */
const behaviours: Record<string, Behaviour> = {
  echo: ({ body }, response) => sendJson(response, body),
  /** An internal exception, whose details are not returned. */
  fault: (_, response) =>
    sendJson(response, { error: { code: 'AgentError', message: 'The agent could not do it.' } }, 500),
  hang: () => undefined,
  reset: (_, response) => response.destroy(),
  gate: async ({ path, body }, response, agent) => {
    await agent.gate(path.split('/').at(-1) ?? '');
    sendJson(response, body);
  },
  stream: async ({ path }, response, agent) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"part":1}\n\n');
    await agent.gate(path.split('/').at(-1) ?? '');
    response.end('data: {"part":2}\n\n');
  },
  lines: async ({ path }, response, agent) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write('{"part":1}\n');
    await agent.gate(path.split('/').at(-1) ?? '');
    response.end('{"part":2}\n');
  },
};

/** Starts the service on a free loopback port. */
export async function startSampleAgent(): Promise<SampleAgent> {
  const seen: SampleAgent['seen'] = [];
  const left: string[] = [];
  const gates = new Map<string, { opened: Promise<void>; open: () => void }>();
  const gateOf = (name: string) => {
    let open: () => void = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const gate = gates.get(name) ?? { opened, open };
    gates.set(name, gate);
    return gate;
  };
  const server = createServer(async (request, response) => {
    response.on('error', () => {});
    const path = request.url ?? '';
    response.on('close', () => {
      if (!response.writableFinished) left.push(path);
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString() || 'null');
    seen.push({ path, headers: request.headers, body });
    const behaviour = behaviours[path.split('/')[1] ?? ''] ?? behaviours.echo;
    await behaviour?.({ path, body }, response, { gate: (name) => gateOf(name).opened });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    at: (path) => `http://127.0.0.1:${port}${path}`,
    seen,
    left,
    open: (name) => gateOf(name).open(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
