/**
 * Watches one resource of an HTTP server until its watcher leaves: in a session of its own for the revisions with
 * sessions, by `subscriptions/listen` in the stateless one. A stream that ends is opened again, ever more slowly.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { PreparedCall } from '../../../gateway/prepared-call.js';
import { eventStreamType } from '../../../gateway/relay-stream.js';
import type { UpstreamResponse } from '../../../gateway/upstream.js';
import { readEvents } from '../../../transport/event-stream.js';
import { readRpc, rpcRequest } from '../../../transport/json-rpc.js';
import { memberOf } from '../wire.js';
import { connectServer } from './connect-server.js';
import type { HttpLinkOptions } from './http-link.js';
import { createHttpLink, headersFor } from './http-link.js';
import type { Era } from './mcp-link.js';
import { paramsFor } from './mcp-link.js';
import { failureOf } from './read-result.js';

/** Who watches a resource. */
export interface ResourceWatcher {
  /** Called when the resource has changed, or may have. */
  onUpdate(): void;
  /** Aborts when the watcher leaves. */
  signal: AbortSignal;
}

/** Maximum bytes per stream; another is opened after that. */
const maxBytes = 4_000_000;

/** Milliseconds before a stream is opened again; doubled after each, up to the maximum. */
const reopenAfterMs = { first: 1000, most: 60_000 };

const method = 'subscriptions/listen';

/** Resolves once the resource is watched; rejects when the server refuses. */
export async function watchResource(options: HttpLinkOptions, uri: string, watcher: ResourceWatcher): Promise<void> {
  const opened = await open(options, uri);
  void follow(options, { uri, watcher, opened }).catch(() => undefined);
}

interface OpenStream {
  response: UpstreamResponse;
  leave: () => void;
}

async function follow(
  options: HttpLinkOptions,
  { uri, watcher, opened }: { uri: string; watcher: ResourceWatcher; opened: OpenStream },
): Promise<void> {
  let stream: OpenStream | undefined = opened;
  let pause = reopenAfterMs.first;
  while (!watcher.signal.aborted) {
    if (stream !== undefined) await readUpdates(stream, uri, watcher).catch(() => undefined);
    await sleep(pause, undefined, { signal: watcher.signal, ref: false });
    pause = Math.min(pause * 2, reopenAfterMs.most);
    stream = await open(options, uri).catch(() => undefined);
    // Changes in the meantime were not reported.
    if (stream !== undefined) watcher.onUpdate();
  }
  stream?.leave();
}

async function open(options: HttpLinkOptions, uri: string): Promise<OpenStream> {
  const link = createHttpLink(options);
  const { era, capabilities } = await connectServer(link, options.client);
  const leave = () => link.leave?.(era);
  try {
    const declared = memberOf(capabilities, 'resources');
    if (!isJsonObject(declared) || declared.subscribe !== true) throw refused();
    if (!era.modern) {
      const answer = await link.ask({ method: 'resources/subscribe', params: { uri }, repeatable: true }, era);
      if (answer.kind === 'error') throw failureOf(answer);
    }
    const response = await options.send(openingOf(options, era, uri), { repeatable: true });
    if (response.status < 300 && response.mediaType === eventStreamType) return { response, leave };
    await response.body.cancel();
    throw refused();
  } catch (thrown) {
    leave();
    throw thrown;
  }
}

function refused(): Failure {
  return new Failure('CONFLICT', { message: 'The server does not report changes of single resources.' });
}

function openingOf({ server, client }: HttpLinkOptions, era: Era, uri: string): PreparedCall {
  if (!era.modern) {
    const { 'content-type': _, ...headers } = headersFor('', {}, era);
    return { url: server, method: 'GET', headers: { ...headers, accept: eventStreamType } };
  }
  const params: JsonObject = { notifications: { resourceSubscriptions: [uri] } };
  const body = rpcRequest(1, method, paramsFor({ method, params }, era, { id: 1, client }));
  return { url: server, method: 'POST', headers: headersFor(method, {}, era), body };
}

async function readUpdates({ response, leave }: OpenStream, uri: string, watcher: ResourceWatcher): Promise<void> {
  try {
    for await (const text of readEvents(response.body, { bytes: maxBytes })) {
      const message = readRpc(parse(text));
      if (message.kind === 'response') return;
      const isUpdate = message.kind === 'notification' && message.method === 'notifications/resources/updated';
      if (isUpdate && message.params.uri === uri) watcher.onUpdate();
    }
  } finally {
    leave();
  }
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}
