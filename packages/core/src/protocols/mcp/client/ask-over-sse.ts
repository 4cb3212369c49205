/**
 * HTTP+SSE, the transport of revision 2024-11-05: a server sends all its messages on one event stream, whose first event
 * names the address for messages of the client. Every request has a stream and a handshake of its own.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import { eventStreamType } from '../../../gateway/relay-stream.js';
import { readEvents } from '../../../transport/event-stream.js';
import { rpcNotification, rpcRequest } from '../../../transport/json-rpc.js';
import type { HttpLinkOptions } from './http-link.js';
import { createNextId, maxReplies, NotMcpResponse } from './http-link.js';
import type { LinkAnswer, LinkRequest, WatchOptions } from './mcp-link.js';
import { requireShape, watchAnswer } from './mcp-link.js';

/** The version in the handshake; servers answer with their own. */
const sseVersion = '2024-11-05';

/** Sends a request in a session of its own and returns the response; `initialize` is the handshake itself. */
export async function askOverSse(options: HttpLinkOptions, request: LinkRequest): Promise<LinkAnswer> {
  const { server, send, answerBytes, client, capabilities = {}, nextId = createNextId() } = options;
  const opened = await send({ url: server, method: 'GET', headers: { accept: eventStreamType } }, { repeatable: true });
  if (opened.status >= 300 || opened.mediaType !== eventStreamType) {
    await opened.body.cancel();
    throw new NotMcpResponse(opened, undefined);
  }
  const events = readEvents(opened.body, { bytes: answerBytes });
  try {
    const url = await endpointIn(events, server);
    const post = async (body: JsonObject, repeatable: boolean) => {
      const headers = { 'content-type': 'application/json', accept: `application/json, ${eventStreamType}` };
      const response = await send({ url, method: 'POST', headers, body }, { repeatable });
      await response.body.cancel();
      if (response.status >= 300) throw new NotMcpResponse(response, undefined);
    };
    const exchange = async ({ method, params, repeatable = false, ...watched }: LinkRequest) => {
      const id = nextId();
      await post(rpcRequest(id, method, paramsOf(params, watched, id)), repeatable);
      return readAnswer(events, id, { ...watched, reply: createReply(post) });
    };
    if (request.method !== 'initialize') {
      const params = { protocolVersion: sseVersion, capabilities, clientInfo: client };
      const greeted = await exchange({ method: 'initialize', params, repeatable: true });
      if (greeted.kind === 'error') return greeted;
      await post(rpcNotification('notifications/initialized'), true);
    }
    return await exchange(request);
  } finally {
    await events.return(undefined);
  }
}

function paramsOf(params: JsonObject, { onProgress }: Pick<LinkRequest, 'onProgress'>, id: number): JsonObject {
  if (onProgress === undefined) return params;
  const { _meta: meta } = params;
  return { ...params, _meta: { ...(isJsonObject(meta) ? meta : {}), progressToken: id } };
}

/** Replies to requests of the server; their outcome does not affect the call. */
function createReply(post: (body: JsonObject, repeatable: boolean) => Promise<void>): (answer: JsonObject) => void {
  let replies = 0;
  return (answer) => {
    replies += 1;
    if (replies <= maxReplies) post(answer, true).catch(() => undefined);
  };
}

/** The address in the first event; it must be one of the same server, which gets the credential. */
async function endpointIn(events: AsyncGenerator<string, void, undefined>, server: string): Promise<string> {
  const { value } = await events.next();
  const said = typeof value === 'string' ? value.trim() : '';
  if (said === '' || said.length > 2000 || !URL.canParse(said, server)) {
    throw new Failure('UPSTREAM_ERROR', { message: 'The server named no address for messages on its event stream.' });
  }
  const endpoint = new URL(said, server);
  if (endpoint.origin !== new URL(server).origin) {
    throw new Failure('UPSTREAM_REFUSED', { message: 'The server named an address of another host for messages.' });
  }
  return endpoint.href;
}

async function readAnswer(
  events: AsyncGenerator<string, void, undefined>,
  id: number,
  watched: WatchOptions,
): Promise<LinkAnswer> {
  const watch = watchAnswer(id, watched);
  for (let next = await events.next(); next.done !== true; next = await events.next()) {
    const message = parse(next.value);
    const answer = message === undefined ? undefined : watch.take(message);
    if (answer !== undefined) return answer;
  }
  throw new Failure('UPSTREAM_ERROR', { message: 'The server ended its stream without a response.' });
}

function parse(text: string): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    requireShape(value, text.length);
    return isJsonObject(value) ? value : undefined;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}
