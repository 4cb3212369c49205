/** Streams that report changes of the tool list: `subscriptions/listen`, and GET for the revisions with sessions. */
import type { JsonObject } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { EventWriter } from '../../../transport/event-stream.js';
import { eventStreamReply } from '../../../transport/event-stream.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import { rpcNotification, rpcResult } from '../../../transport/json-rpc.js';
import type { RouteContext } from '../../../transport/route.js';
import { mcpHeaders, memberOf, metaKeys } from '../wire.js';
import type { McpExchange } from './exchange.js';
import { faultReply, formResult, knowsSession } from './exchange.js';
import type { McpPorts } from './ports.js';
import type { McpRoot } from './root.js';

/** Milliseconds between two polls, and polls after which a stream ends; clients then open another. */
const pollEveryMs = 1000;
const maxPolls = 3600;

/** The stream of a subscription: acknowledged first, tagged with the request's id, ended with a result. */
export async function answerListen(exchange: McpExchange): Promise<HttpReply> {
  const { root, context, message, ports } = exchange;
  const wanted = memberOf(message.params, 'notifications');
  if (!isJsonObject(wanted)) {
    return faultReply(exchange, new Failure('INVALID_INPUT', { message: "The parameter 'notifications' is missing." }));
  }
  const sendsChanges = root.changes && wanted.toolsListChanged === true;
  const _meta = { [metaKeys.subscription]: message.id };
  const mark = await begin(root, context);
  return eventStreamReply((writer) => {
    const notifications: JsonObject = sendsChanges ? { toolsListChanged: true } : {};
    writer.send(JSON.stringify(rpcNotification('notifications/subscriptions/acknowledged', { notifications, _meta })));
    watch(
      { root, ports, context, writer, mark },
      () => {
        if (sendsChanges) writer.send(JSON.stringify(rpcNotification('notifications/tools/list_changed', { _meta })));
      },
      () => writer.send(JSON.stringify(rpcResult(message.id, formResult(exchange, { _meta })))),
    );
  });
}

/** The stream that a client with a session opens with GET. */
export async function answerGet(root: McpRoot, ports: McpPorts, context: RouteContext): Promise<HttpReply> {
  const session = context.request.headers.get(mcpHeaders.session);
  if (session !== null && !knowsSession(root, ports, context, session)) {
    throw new Failure('NOT_FOUND', { message: 'Unknown session; start a new one with initialize.' });
  }
  const mark = await begin(root, context);
  return eventStreamReply((writer) => {
    const tell = () => writer.send(JSON.stringify(rpcNotification('notifications/tools/list_changed')));
    watch({ root, ports, context, writer, mark }, tell, () => undefined);
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
    writer.end();
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
