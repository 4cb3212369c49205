/**
 * Watches one resource over HTTP: in a session of its own for the revisions with sessions, by `subscriptions/listen` in
 * the stateless one. The watch ends with the stream, which the signal of the requests ends.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import type { PreparedCall } from '../../../gateway/prepared-call.js';
import { eventStreamType } from '../../../gateway/relay-stream.js';
import type { UpstreamResponse } from '../../../gateway/upstream.js';
import { readEvents } from '../../../transport/event-stream.js';
import { readRpc, rpcRequest } from '../../../transport/json-rpc.js';
import type { HttpLinkOptions } from './http-link.js';
import { headersFor } from './http-link.js';
import type { Era, McpLink, OpenWatch, ResourceWatcher } from './mcp-link.js';
import { paramsFor } from './mcp-link.js';
import { failureOf } from './read-result.js';
import { createServerLink } from './server-link.js';
import { isUpdateOf, watchRefused } from './watch-resource.js';

/** Maximum bytes per stream; another is opened after that. */
const maxBytes = 4_000_000;

const method = 'subscriptions/listen';

/** Creates a link over HTTP that can watch; every request of its watch has the signal of the watcher. */
export function createWatchingLink(options: HttpLinkOptions): McpLink {
  const link = createServerLink(options);
  return { ...link, watch: (uri, era, watcher) => watchOverHttp(link, options, { uri, era, watcher }) };
}

async function watchOverHttp(
  link: McpLink,
  options: HttpLinkOptions,
  { uri, era, watcher }: { uri: string; era: Era; watcher: ResourceWatcher },
): Promise<OpenWatch> {
  if (era.sse === true) throw watchRefused();
  if (!era.modern) {
    const answer = await link.ask({ method: 'resources/subscribe', params: { uri }, repeatable: true }, era);
    if (answer.kind === 'error') throw failureOf(answer);
  }
  const response = await options.send(openingOf(options, era, uri), { repeatable: true });
  if (response.status >= 300 || response.mediaType !== eventStreamType) {
    await response.body.cancel();
    throw watchRefused();
  }
  const ended = readUpdates(response, uri, watcher)
    .catch(() => undefined)
    .finally(() => link.leave?.(era));
  return { ended };
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

async function readUpdates({ body }: UpstreamResponse, uri: string, watcher: ResourceWatcher): Promise<void> {
  for await (const text of readEvents(body, { bytes: maxBytes })) {
    const message = readRpc(parse(text));
    if (message.kind === 'response') return;
    const isUpdate = message.kind === 'notification' && message.method === 'notifications/resources/updated';
    if (isUpdate && isUpdateOf(uri, message.params.uri)) watcher.onUpdate();
  }
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}
