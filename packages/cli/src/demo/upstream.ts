/**
 * A demo service as a plain HTTP server on a free local port. All three accept JSON by POST,
 * record what they receive, and can be closed completely.
 */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { RegisteredAgent } from '@dragoman/sdk';

/** A request that a service received. */
export interface ReceivedRequest {
  /** Name of the operation; empty when the body has none. */
  operation: string;
  input: JsonObject;
  headers: IncomingMessage['headers'];
}

/** The response of a service. */
export interface Reply {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Server-sent events instead of a body, one by one. */
  events?: readonly unknown[];
  /** True: close the connection instead of responding. */
  cut?: boolean;
}

/** How a service handles a request. */
export type RequestHandler = (received: ReceivedRequest) => Reply | Promise<Reply>;

/** A service that is not running yet. */
export interface ServiceDefinition {
  /** Its metadata, given the URL it listens at. */
  describe(endpoint: string): RegisteredAgent;
  handle: RequestHandler;
}

/** A running service. */
export interface DemoUpstream {
  document: RegisteredAgent;
  /** All received requests, in order. */
  received: ReceivedRequest[];
  close(): Promise<void>;
}

const largestBody = 1_000_000;

/** Starts a service on a free loopback port. */
export async function startUpstream({ describe, handle }: ServiceDefinition): Promise<DemoUpstream> {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    answer(request, response, received, handle).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    document: describe(`http://127.0.0.1:${port}/invoke`),
    received,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  received: ReceivedRequest[],
  handle: RequestHandler,
): Promise<void> {
  if (request.method !== 'POST' || request.url !== '/invoke') return send(response, problem(404, 'NotFound', 'No.'));
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    return send(response, problem(415, 'UnsupportedMediaType', 'Send application/json.'));
  }
  const body = await readBody(request);
  if (!isJsonObject(body)) return send(response, problem(400, 'InvalidInput', 'The body must be a JSON object.'));
  const { operation, ...input } = body as JsonObject;
  const call = { operation: typeof operation === 'string' ? operation : '', input, headers: request.headers };
  received.push(call);
  await send(response, await handle(call));
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk as string;
    if (text.length > largestBody) return undefined;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function send(response: ServerResponse, { status = 200, body, headers = {}, events, cut }: Reply): Promise<void> {
  if (cut === true) {
    response.destroy();
    return;
  }
  if (events === undefined) {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body ?? null));
    return;
  }
  response.writeHead(status, { 'content-type': 'text/event-stream', ...headers });
  for (const event of events) {
    response.write(`data: ${JSON.stringify(event)}\n\n`);
    // Flush each event on its own, so that a client sees it before the next one is sent.
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end('event: done\ndata: {}\n\n');
}

/** An error in the format of AIDIP. */
export function problem(status: number, code: string, message: string, headers: Record<string, string> = {}): Reply {
  return { status, body: { error: { code, message } }, headers };
}
