/** Streams that report changes of lists and of watched resources: `subscriptions/listen`, and GET for the revisions with sessions. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { EventWriter } from '../../../transport/event-stream.js';
import { eventStreamReply } from '../../../transport/event-stream.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import { rpcNotification, rpcResult } from '../../../transport/json-rpc.js';
import type { RouteContext } from '../../../transport/route.js';
import { mcpHeaders, memberOf, metaKeys } from '../wire.js';
import { watchOf } from './answer-content.js';
import type { McpExchange } from './exchange.js';
import { faultReply, formResult, knowsSession } from './exchange.js';
import type { McpPorts } from './ports.js';
import { resumableReply } from './reply-when-ready.js';
import type { StartWatch } from './resource-watches.js';
import type { McpRoot } from './root.js';
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
  const starts = await resourceStarts(exchange, content, wanted.resourceSubscriptions);
  const listed = Object.fromEntries(lists.map((name) => [`${name}ListChanged`, true]));
  return eventStreamReply(
    (writer) => {
      const uris = starts.map(({ uri }) => uri);
      const notifications: JsonObject = { ...listed, ...(uris.length === 0 ? {} : { resourceSubscriptions: uris }) };
      writer.send(
        JSON.stringify(rpcNotification('notifications/subscriptions/acknowledged', { notifications, _meta })),
      );
      watch(
        { root, ports, context, writer, mark },
        () => {
          for (const name of lists) {
            writer.send(JSON.stringify(rpcNotification(`notifications/${name}/list_changed`, { _meta })));
          }
        },
        () => {
          leave.abort();
          writer.send(JSON.stringify(rpcResult(message.id, formResult(exchange, { _meta }))));
        },
      );
      for (const { uri, start } of starts) {
        const tell = () => writer.send(JSON.stringify(rpcNotification(updatedMethod, { uri, _meta })));
        // A resource that the service refuses to watch is not reported; the other ones are.
        ports.watches.follow(start, tell, leave.signal).catch(() => undefined);
      }
    },
    { onLeave: () => leave.abort() },
  );
}

const updatedMethod = 'notifications/resources/updated';

/** Maximum number of resources that one stream watches. */
const maxWatched = 50;

async function resourceStarts(
  exchange: McpExchange,
  content: RootContent | undefined,
  wanted: JsonValue | undefined,
): Promise<{ uri: string; start: StartWatch }[]> {
  if (content?.features.subscribes !== true || !Array.isArray(wanted)) return [];
  const starts: { uri: string; start: StartWatch }[] = [];
  for (const uri of wanted.slice(0, maxWatched)) {
    if (typeof uri === 'string') starts.push({ uri, start: await watchOf(exchange, content, uri) });
  }
  return starts;
}

/** The lists whose changes a root reports. */
function listsOf({ changes }: McpRoot, content: RootContent | undefined): string[] {
  if (!changes) return [];
  const { prompts = false, resources = false } = content?.features ?? {};
  return ['tools', ...(prompts ? ['prompts'] : []), ...(resources ? ['resources'] : [])];
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
      if (session !== null) stop = ports.watches.listen(session, (uri) => send(updatedMethod, { uri }));
      watch({ root, ports, context, writer, mark }, tell, () => stop());
    },
    { onLeave: () => stop() },
  );
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
