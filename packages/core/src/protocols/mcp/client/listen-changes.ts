/**
 * Listens for changes of the lists (tools, resources, prompts) of an HTTP server until it ends the stream: `subscriptions/listen` in the stateless
 * revision, GET in the revisions with sessions. Only servers that declare list changes are listened to; the others
 * are polled on a schedule.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
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

/** Maximum bytes per stream; another is opened after that. */
const maxBytes = 4_000_000;

const method = 'subscriptions/listen';

/** Lists whose changes are followed, by their capability. */
const followedLists = ['tools', 'resources', 'prompts'] as const;

/** True for the notification that one of the lists of an entry has changed. */
export function isListChange(notified: string): boolean {
  return followedLists.some((name) => notified === `notifications/${name}/list_changed`);
}

/** Listens until the stream ends; false when the server does not declare list changes. Throws transport errors. */
export async function listenForChanges(options: HttpLinkOptions, onChange: () => void): Promise<boolean> {
  const link = createHttpLink(options);
  const { era, capabilities } = await connectServer(link, options.client);
  try {
    const reports = followedLists.some((name) => {
      const declared = memberOf(capabilities, name);
      return isJsonObject(declared) && declared.listChanged === true;
    });
    return reports && (await listenIn(era, options, onChange));
  } finally {
    link.leave?.(era);
  }
}

async function listenIn(era: Era, options: HttpLinkOptions, onChange: () => void): Promise<boolean> {
  const response = await options.send(openingOf(options, era));
  if (response.status >= 300 || response.mediaType !== eventStreamType) {
    await response.body.cancel();
    return false;
  }
  await readNotices(response, onChange);
  return true;
}

function openingOf({ server, client }: HttpLinkOptions, era: Era): PreparedCall {
  if (!era.modern) {
    const { 'content-type': _, ...headers } = headersFor('', {}, era);
    return { url: server, method: 'GET', headers: { ...headers, accept: eventStreamType } };
  }
  const notifications = Object.fromEntries(followedLists.map((name) => [`${name}ListChanged`, true]));
  const params: JsonObject = { notifications };
  const body = rpcRequest(1, method, paramsFor({ method, params }, era, { id: 1, client }));
  return { url: server, method: 'POST', headers: headersFor(method, {}, era), body };
}

async function readNotices(response: UpstreamResponse, onChange: () => void): Promise<void> {
  for await (const text of readEvents(response.body, { bytes: maxBytes })) {
    const message = readRpc(parse(text));
    if (message.kind === 'notification' && isListChange(message.method)) onChange();
    // The last message of a subscription is its result.
    if (message.kind === 'response') return;
  }
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}
