/**
 * One MCP endpoint over HTTP. Both protocol generations share one address: requests with the `_meta` of the stateless
 * revision follow its rules, clients that start with `initialize` follow those of the revisions with sessions.
 */
import { mcpHeaders, toFailure } from '@dragoman/model';
import type { Awaitable } from '../../../documents/awaitable.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import type { HttpRequest } from '../../../transport/http-request.js';
import { readBufferedJson } from '../../../transport/json-body.js';
import type { RpcMessage, RpcRequest } from '../../../transport/json-rpc.js';
import { readRpc, rpcCodes, rpcResult } from '../../../transport/json-rpc.js';
import type { RouteContext } from '../../../transport/route.js';
import { memberOf } from '../wire.js';
import { answerCall } from './answer-call.js';
import { answerContent } from './answer-content.js';
import { answerListen } from './change-streams.js';
import { requireOrigin } from './check-origin.js';
import { writeAbilities } from './client-abilities.js';
import { nameOfClient } from './client-name.js';
import type { McpExchange } from './exchange.js';
import { errorReply, faultReply, knowsSession, messageReply, resultReply, scopeOf, toolsOf } from './exchange.js';
import type { Offered } from './initialize.js';
import { discover, initialize } from './initialize.js';
import { readListRequest } from './list-request.js';
import { listTools } from './list-tools.js';
import { setLogLevel } from './log-messages.js';
import { checkModern, isModern } from './modern.js';
import type { McpPorts } from './ports.js';
import type { McpRoot } from './root.js';
import { answerTask } from './task-methods.js';

/** Handles one POST. */
export function answerPost(root: McpRoot, ports: McpPorts, context: RouteContext): Awaitable<HttpReply> {
  requireOrigin(context.request, ports.origins);
  const request = readListRequest(context);
  const message = readMessage(context.request, ports.bodyBytes);
  return message instanceof Promise
    ? message.then((read) => answerMessage(read, { root, ports, context, request }))
    : answerMessage(message, { root, ports, context, request });
}

/** A body that is not JSON is reported as a JSON-RPC error, all other body problems as HTTP errors. */
function readMessage(request: HttpRequest, bytes: number): Awaitable<RpcMessage> {
  try {
    const body = readBufferedJson(request, { bytes });
    return body instanceof Promise ? body.then(readRpc, refuseUnreadable) : readRpc(body);
  } catch (thrown) {
    return refuseUnreadable(thrown);
  }
}

function refuseUnreadable(thrown: unknown): RpcMessage {
  const failure = toFailure(thrown);
  if (failure.code !== 'MALFORMED_JSON') throw failure;
  return { kind: 'invalid', id: undefined, reason: failure.message, code: rpcCodes.parse };
}

type Arrived = Pick<McpExchange, 'root' | 'ports' | 'context' | 'request'>;

function answerMessage(message: RpcMessage, { root, ports, context, request }: Arrived): Awaitable<HttpReply> {
  if (message.kind === 'invalid') {
    return errorReply(message.id, { code: message.code ?? rpcCodes.request, message: message.reason }, 400);
  }
  const session = context.request.headers.get(mcpHeaders.session) ?? undefined;
  if (message.kind !== 'request') return takeNotice(message, { root, ports, context, request, session });
  const modern = isModern(message, context.request.headers.get(mcpHeaders.version));
  const exchange: McpExchange = { root, ports, context, request, message, modern };
  return modern ? answerModern(exchange) : answerInSession(exchange, session);
}

type Noticed = Arrived & { session: string | undefined };

/** A new one each time: the server adds headers to it. */
function taken(): HttpReply {
  return { status: 202, headers: {}, body: null };
}

/** Notifications get no response; only cancellation and responses to our own requests have an effect. */
function takeNotice(message: RpcMessage, { root, ports, context, session }: Noticed): Awaitable<HttpReply> {
  if (session !== undefined) {
    if (!knowsSession(root, ports, context, session)) return lostSession(undefined);
    if (message.kind === 'response') return ports.questions.answer(session, message).then(taken);
    const { requestId } = message.kind === 'notification' ? message.params : {};
    const isId = typeof requestId === 'string' || typeof requestId === 'number';
    if (message.kind === 'notification' && message.method === 'notifications/cancelled' && isId) {
      ports.sessions.cancel(session, requestId);
    }
  }
  return taken();
}

function answerModern(exchange: McpExchange): Awaitable<HttpReply> {
  const { message, context } = exchange;
  const wrong = checkModern(message, context.request.headers);
  if (wrong !== undefined) return errorReply(message.id, wrong.fault, wrong.status);
  if (message.method === 'server/discover') return answerDiscover(exchange);
  if (message.method === 'subscriptions/listen') return answerListen(exchange);
  return answerMethod(exchange);
}

function answerInSession(exchange: McpExchange, session: string | undefined): Awaitable<HttpReply> {
  const { message, root, ports, context } = exchange;
  if (message.method === 'initialize') return answerInitialize(exchange);
  if (session !== undefined && !knowsSession(root, ports, context, session)) return lostSession(message.id);
  if (message.method === 'ping') return resultReply(exchange, {});
  if (session !== undefined) exchange.session = session;
  return answerMethod(exchange);
}

/** A caller that may not see a root gets no sign that it exists. */
async function requireRoot(arrived: Arrived): Promise<Offered> {
  const tools = await toolsOf(arrived);
  const hasTasks = arrived.ports.tasks !== undefined && arrived.context.caller.kind !== 'anonymous';
  return { tools, content: await arrived.root.content?.(arrived.context), hasTasks };
}

async function answerDiscover(exchange: McpExchange): Promise<HttpReply> {
  return resultReply(exchange, discover(exchange.root, await requireRoot(exchange)));
}

async function answerInitialize(exchange: McpExchange): Promise<HttpReply> {
  const { message, root, ports, context } = exchange;
  const offered = await requireRoot(exchange);
  const abilities = writeAbilities(memberOf(message.params, 'capabilities'));
  const session = ports.sessions.open(scopeOf(root, context), abilities);
  const client = nameOfClient(memberOf(message.params, 'clientInfo'));
  if (client !== undefined) ports.sessions.setClient(session, client);
  return messageReply(rpcResult(message.id, initialize(root, offered, { ports, params: message.params })), {
    [mcpHeaders.session]: session,
  });
}

/** The methods of both generations. */
function answerMethod(exchange: McpExchange): Promise<HttpReply> {
  const { method } = exchange.message;
  if (method === 'tools/call') return answerCall(exchange);
  return method === 'tools/list' ? answerList(exchange) : answerOther(exchange);
}

async function answerOther(exchange: McpExchange): Promise<HttpReply> {
  const answer = (await answerContent(exchange)) ?? (await answerTask(exchange)) ?? (await setLogLevel(exchange));
  return answer ?? refuseMethod(exchange);
}

async function answerList(exchange: McpExchange): Promise<HttpReply> {
  try {
    return resultReply(exchange, await listTools(exchange));
  } catch (thrown) {
    return faultReply(exchange, thrown);
  }
}

async function refuseMethod(exchange: McpExchange): Promise<HttpReply> {
  const { message, modern } = exchange;
  await requireRoot(exchange);
  const fault = { code: rpcCodes.method, message: `Unknown method '${message.method.slice(0, 80)}'.` };
  return errorReply(message.id, fault, modern ? 404 : 200);
}

function lostSession(id: RpcRequest['id'] | undefined): HttpReply {
  return errorReply(id, { code: rpcCodes.request, message: 'Unknown session; start a new one with initialize.' }, 404);
}
