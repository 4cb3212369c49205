/** Streams that report changes of lists and of watched resources: `subscriptions/listen`, and GET for the revisions with sessions. */
import type { JsonObject } from '@dragoman/model';
import { Failure, isJsonObject, mcpHeaders, toFailure } from '@dragoman/model';
import type { EventWriter } from '../../../transport/event-stream.js';
import { eventStreamReply } from '../../../transport/event-stream.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import type { RpcRequest } from '../../../transport/json-rpc.js';
import { rpcNotification, rpcResult } from '../../../transport/json-rpc.js';
import type { RouteContext } from '../../../transport/route.js';
import { memberOf, metaKeys } from '../wire.js';
import { contentFault, watchOf } from './answer-content.js';
import type { McpExchange } from './exchange.js';
import { faultReply, formResult, knowsSession } from './exchange.js';
import { readListRequest } from './list-request.js';
import type { McpPorts } from './ports.js';
import { resumableReply } from './reply-when-ready.js';
import type { WatchRequest } from './resource-watches.js';
import type { McpList, McpRoot } from './root.js';
import type { RootContent } from './root-content.js';

/** Milliseconds between two polls, and polls after which a stream ends; clients then open another. */
const pollEveryMs = 1000;
const maxPolls = 3600;

/** Milliseconds after which the client of an ended stream should open another, at this node or at another one. */
const reconnectMs = 500;

/** The stream of a subscription: acknowledged first, tagged with the request's id, ended with a result. */
export async function answerListen(exchange: McpExchange): Promise<HttpReply> {
  const { root, context, message, ports } = exchange;
  const wanted = memberOf(message.params, 'notifications');
  if (!isJsonObject(wanted)) {
    return faultReply(exchange, new Failure('INVALID_INPUT', { message: "The parameter 'notifications' is missing." }));
  }
  const content = await root.content?.(context);
  const lists = listsOf(root, content).filter((name) => wanted[`${name}ListChanged`] === true);
  const _meta = { [metaKeys.subscription]: message.id };
  const mark = await begin(root, context);
  const leave = new AbortController();
  const news = createNotices((method, params = {}) => JSON.stringify(rpcNotification(method, { ...params, _meta })));
  const abandon = () => leave.abort();
  context.signal.addEventListener('abort', abandon, { once: true });
  let resourceSubscriptions: string[];
  try {
    resourceSubscriptions = await watchAll(exchange, content, { wanted, lists, news, signal: leave.signal });
  } catch (thrown) {
    leave.abort();
    return contentFault(exchange, thrown);
  }
  return eventStreamReply(
    (writer) => {
      context.signal.removeEventListener('abort', abandon);
      const notifications: JsonObject = {
        ...Object.fromEntries(lists.map((name) => [`${name}ListChanged`, true])),
        ...(resourceSubscriptions.length === 0 ? {} : { resourceSubscriptions }),
      };
      const acknowledged = rpcNotification('notifications/subscriptions/acknowledged', { notifications, _meta });
      writer.send(JSON.stringify(acknowledged));
      news.open((text) => writer.send(text));
      watch(
        { root, ports, context, writer, mark },
        () => {
          for (const name of lists) news.send(`notifications/${name}/list_changed`);
        },
        () => {
          leave.abort();
          writer.send(JSON.stringify(rpcResult(message.id, formResult(exchange, { _meta }))));
        },
      );
    },
    { onLeave: () => leave.abort() },
  );
}

const updatedMethod = 'notifications/resources/updated';

/** Maximum number of resources that one stream watches. */
const maxWatched = 50;

interface WatchingAll {
  wanted: JsonObject;
  /** The lists that the stream reports. */
  lists: readonly McpList[];
  news: Notices;
  signal: AbortSignal;
}

/**
 * Watches the wanted resources; returns those that are watched, since the acknowledgment leaves out the others. Throws
 * when a limit is reached, and when the stream would report nothing.
 */
async function watchAll(
  exchange: McpExchange,
  content: RootContent | undefined,
  { wanted, lists, news, signal }: WatchingAll,
): Promise<string[]> {
  const { resourceSubscriptions } = wanted;
  if (content?.features.subscribes !== true || !Array.isArray(resourceSubscriptions)) return [];
  const uris = [...new Set(resourceSubscriptions)].filter((uri) => typeof uri === 'string');
  if (uris.length > maxWatched) {
    const message = `A stream can watch ${maxWatched} resources, and this request names ${uris.length}. Open several streams.`;
    throw new Failure('RATE_LIMITED', { message });
  }
  const started = await Promise.allSettled(
    uris.map(async (uri) => {
      const request = await watchOf(exchange, content, uri);
      await exchange.ports.watches.follow(request, () => news.send(updatedMethod, { uri }), signal);
    }),
  );
  const refused = started.flatMap((each) => (each.status === 'rejected' ? [toFailure(each.reason)] : []));
  const limited = refused.find(({ code }) => code === 'RATE_LIMITED');
  if (limited !== undefined) throw limited;
  const [first] = refused;
  if (first !== undefined && refused.length === uris.length && lists.length === 0) throw first;
  return uris.filter((_, at) => started[at]?.status === 'fulfilled');
}

/** Notifications that wait until the stream is open. */
interface Notices {
  send(method: string, params?: JsonObject): void;
  open(write: (text: string) => void): void;
}

function createNotices(textOf: (method: string, params?: JsonObject) => string): Notices {
  const waiting = new Set<string>();
  let write: ((text: string) => void) | undefined;
  return {
    send(method, params) {
      const text = textOf(method, params);
      if (write === undefined) waiting.add(text);
      else write(text);
    },
    open(to) {
      write = to;
      for (const text of waiting) to(text);
      waiting.clear();
    },
  };
}

/** The lists whose changes a root reports. */
function listsOf({ changes }: McpRoot, content: RootContent | undefined): McpList[] {
  const { prompts = false, resources = false } = content?.features ?? {};
  const has = { tools: true, prompts, resources };
  return changes.filter((list) => has[list]);
}

/** The stream that a client with a session opens with GET. */
export async function answerGet(root: McpRoot, ports: McpPorts, context: RouteContext): Promise<HttpReply> {
  const session = context.request.headers.get(mcpHeaders.session);
  if (session !== null && !knowsSession(root, ports, context, session)) {
    throw new Failure('NOT_FOUND', { message: 'Unknown session; start a new one with initialize.' });
  }
  const mark = await begin(root, context);
  const lastEventId = context.request.headers.get('last-event-id');
  if (lastEventId !== null) return resume(ports, session, lastEventId);
  const lists = listsOf(root, await root.content?.(context));
  let stop = () => {};
  return eventStreamReply(
    (writer) => {
      const send = (method: string, params?: JsonObject) =>
        writer.send(JSON.stringify(rpcNotification(method, params)));
      const tell = () => {
        for (const name of lists) send(`notifications/${name}/list_changed`);
      };
      if (session !== null) {
        stop = ports.watches.listen(session, {
          send: (uri) => send(updatedMethod, { uri }),
          request: (uri) => watchAgain({ root, ports, context, session }, uri),
        });
      }
      watch({ root, ports, context, writer, mark }, tell, () => stop());
    },
    { onLeave: () => stop() },
  );
}

/** Makes the request to watch a resource that a session has subscribed to, with the caller of its stream. */
async function watchAgain(
  { root, ports, context, session }: Pick<McpExchange, 'root' | 'ports' | 'context'> & { session: string },
  uri: string,
): Promise<WatchRequest> {
  const content = await root.content?.(context);
  if (content?.features.subscribes !== true) throw new Failure('NOT_FOUND');
  const message: RpcRequest = { kind: 'request', id: `watch ${uri}`, method: 'resources/subscribe', params: { uri } };
  const request = readListRequest(context);
  return watchOf({ root, ports, context, session, message, request, modern: false }, content, uri);
}

/** Continues the stream of a call; only its own session finds it. */
async function resume({ streams }: McpPorts, session: string | null, lastEventId: string): Promise<HttpReply> {
  const found = session === null ? undefined : await streams.find(session, lastEventId);
  if (found !== undefined) return resumableReply(found.stream, found.after);
  throw new Failure('NOT_FOUND', {
    message: 'No stream of this session can be resumed after this event: it is unknown, too old, or ended long ago.',
  });
}

/** Rejects callers that may not see the root, and reads its current mark. */
async function begin(root: McpRoot, context: RouteContext): Promise<string> {
  await root.tools(context);
  return root.mark(context);
}

interface Watching {
  root: McpRoot;
  ports: McpPorts;
  context: RouteContext;
  writer: EventWriter;
  mark: string;
}

function watch({ root, ports, context, writer, mark }: Watching, tell: () => void, atEnd: () => void): void {
  let last = mark;
  let looks = 0;
  let looking = false;
  const end = () => {
    stop();
    if (writer.closed) return;
    atEnd();
    writer.end(reconnectMs);
  };
  const look = async () => {
    const now = await root.mark(context);
    if (now !== last) tell();
    last = now;
  };
  const stop = ports.every(pollEveryMs, () => {
    looks += 1;
    if (writer.closed || ports.isStopping() || looks > maxPolls) end();
    else if (!looking) {
      looking = true;
      look()
        .catch(end)
        .finally(() => {
          looking = false;
        });
    }
  });
}
