/**
 * The stream on which an HTTP server reports changes: `subscriptions/listen` in the stateless revision, GET in the
 * revisions with sessions, and the event stream of a session over HTTP+SSE.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import type { PreparedCall } from '../../../gateway/prepared-call.js';
import { eventStreamType } from '../../../gateway/relay-stream.js';
import { readEvents } from '../../../transport/event-stream.js';
import { readRpc, rpcRequest } from '../../../transport/json-rpc.js';
import { openSseSession } from './ask-over-sse.js';
import type { HttpLinkOptions } from './http-link.js';
import { headersFor } from './http-link.js';
import type { Era, LinkRequest } from './mcp-link.js';
import { paramsFor } from './mcp-link.js';
import { failureOf } from './read-result.js';

/** Maximum bytes per stream; another is opened after that. */
const maxBytes = 4_000_000;

const method = 'subscriptions/listen';

/** A notification of a server. */
export interface Notice {
  method: string;
  params: JsonObject;
}

/** What is reported: the filter of the stateless revision, and a request to send first on a stream of HTTP+SSE. */
export interface NoticeOptions {
  filter: JsonObject;
  first?: LinkRequest;
}

/** Opens the stream; undefined when the server has none. Throws transport errors. */
export async function openNotices(
  options: HttpLinkOptions,
  era: Era,
  { filter, first }: NoticeOptions,
): Promise<AsyncIterable<Notice> | undefined> {
  if (era.sse === true) return readNotices(await openSse(options, first));
  const response = await options.send(openingOf(options, era, filter), { repeatable: true });
  if (response.status < 300 && response.mediaType === eventStreamType) {
    return readNotices(readEvents(response.body, { bytes: maxBytes }));
  }
  await response.body.cancel();
  return undefined;
}

function openingOf({ server, client }: HttpLinkOptions, era: Era, notifications: JsonObject): PreparedCall {
  if (!era.modern) {
    const { 'content-type': _, ...headers } = headersFor('', {}, era);
    return { url: server, method: 'GET', headers: { ...headers, accept: eventStreamType } };
  }
  const params = { notifications };
  const body = rpcRequest(1, method, paramsFor({ method, params }, era, { id: 1, client }));
  return { url: server, method: 'POST', headers: headersFor(method, {}, era), body };
}

/** The stream on which a session was opened reports the changes. */
async function openSse(options: HttpLinkOptions, first: LinkRequest | undefined): Promise<AsyncIterable<string>> {
  const { events, greet, exchange } = await openSseSession({ ...options, answerBytes: maxBytes });
  try {
    const answer = (await greet()) ?? (first === undefined ? undefined : await exchange(first));
    if (answer?.kind === 'error') throw failureOf(answer);
    return events;
  } catch (thrown) {
    await events.return(undefined);
    throw thrown;
  }
}

/** Notifications until the stream ends, or the server ends the subscription with its result. */
async function* readNotices(events: AsyncIterable<string>): AsyncGenerator<Notice, void, undefined> {
  for await (const text of events) {
    const message = readRpc(parse(text));
    if (message.kind === 'response') return;
    if (message.kind === 'notification') yield message;
  }
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}
