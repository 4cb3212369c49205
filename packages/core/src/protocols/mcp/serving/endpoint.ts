/**
 * One MCP endpoint over HTTP: a message comes in, its answer goes out. Both generations are answered at one address: who
 * sends the stateless revision's `_meta` gets its rules, whoever begins with `initialize` those of the sessions.
 */
import { toFailure } from '@dragoman/model';
import type { Awaitable } from '../../../documents/awaitable.js';
import { readJsonAtHand } from '../../../transport/json-body.js';
import type { RpcMessage, RpcRequest } from '../../../transport/json-rpc.js';
import { readRpc, rpcCodes, rpcResult } from '../../../transport/json-rpc.js';
import type { Reply, ReplyContext } from '../../../transport/reply.js';
import { mcpHeaders } from '../wire.js';
import { answerCall } from './answer-call.js';
import { answerListen } from './change-streams.js';
import { requireOrigin } from './check-origin.js';
import type { McpExchange } from './exchange.js';
import { errorReply, faultReply, jsonReply, knowsSession, resultReply, scopeOf } from './exchange.js';
import { listTools } from './list-tools.js';
import { checkModern, isModern } from './modern.js';
import type { McpPorts } from './ports.js';
import type { McpRoot } from './root.js';
import { discover, initialize } from './say-hello.js';

/** Answers one POST. */
export async function answerPost(root: McpRoot, ports: McpPorts, context: ReplyContext): Promise<Response | Reply> {
  requireOrigin(context.request, ports.origins);
  let message: RpcMessage;
  try {
    const body = readJsonAtHand(context.request, { bytes: ports.bodyBytes });
    message = readRpc(body instanceof Promise ? await body : body);
  } catch (thrown) {
    const failure = toFailure(thrown);
    if (failure.code !== 'MALFORMED_JSON') throw failure;
    return errorReply(undefined, { code: rpcCodes.parse, message: failure.message }, 400);
  }
  if (message.kind === 'invalid') {
    return errorReply(message.id, { code: rpcCodes.request, message: message.reason }, 400);
  }
  const session = context.request.headers.get(mcpHeaders.session) ?? undefined;
  if (message.kind !== 'request') return takeNotice(message, { root, ports, context, session });
  const modern = isModern(message, context.request.headers.get(mcpHeaders.version));
  const exchange: McpExchange = { root, ports, context, message, modern };
  return modern ? answerModern(exchange) : answerInSession(exchange, session);
}

type Noticed = Omit<McpExchange, 'message' | 'modern' | 'session'> & { session: string | undefined };

/** Notifications want no answer; the only one that means something takes a request back. */
function takeNotice(message: RpcMessage, { root, ports, context, session }: Noticed): Reply {
  if (session !== undefined) {
    if (!knowsSession(root, ports, context, session)) return lostSession(undefined);
    const { requestId } = message.kind === 'notification' ? message.params : {};
    const isId = typeof requestId === 'string' || typeof requestId === 'number';
    if (message.kind === 'notification' && message.method === 'notifications/cancelled' && isId) {
      ports.sessions.cancel(session, requestId);
    }
  }
  return { kind: 'reply', status: 202, headers: {}, body: null };
}

function answerModern(exchange: McpExchange): Awaitable<Response | Reply> {
  const { message, context } = exchange;
  const wrong = checkModern(message, context.request.headers);
  if (wrong !== undefined) return errorReply(message.id, wrong.fault, wrong.status);
  if (message.method === 'server/discover') return resultReply(exchange, discover(exchange.root));
  if (message.method === 'subscriptions/listen') return answerListen(exchange);
  return answerMethod(exchange);
}

function answerInSession(exchange: McpExchange, session: string | undefined): Awaitable<Response | Reply> {
  const { message, root, ports, context } = exchange;
  if (message.method === 'initialize') {
    const scope = scopeOf(root, context);
    const result = initialize(root, ports, message.params);
    return jsonReply(rpcResult(message.id, result), { [mcpHeaders.session]: ports.sessions.open(scope) });
  }
  if (session !== undefined && !knowsSession(root, ports, context, session)) return lostSession(message.id);
  if (message.method === 'ping') return resultReply(exchange, {});
  if (session !== undefined) exchange.session = session;
  return answerMethod(exchange);
}

/** What both generations have. */
function answerMethod(exchange: McpExchange): Promise<Response | Reply> {
  const { method } = exchange.message;
  if (method === 'tools/call') return answerCall(exchange);
  return method === 'tools/list' ? answerList(exchange) : refuseMethod(exchange);
}

async function answerList(exchange: McpExchange): Promise<Reply> {
  try {
    return resultReply(exchange, await listTools(exchange));
  } catch (thrown) {
    return faultReply(exchange, thrown);
  }
}

async function refuseMethod({ message, root, context, modern }: McpExchange): Promise<Reply> {
  // Who may not see a root does not learn from its methods that it is there.
  await root.tools(context);
  const fault = { code: rpcCodes.method, message: `There is no method '${message.method.slice(0, 80)}' here.` };
  return errorReply(message.id, fault, modern ? 404 : 200);
}

function lostSession(id: RpcRequest['id'] | undefined): Reply {
  return errorReply(
    id,
    { code: rpcCodes.request, message: 'There is no such session; begin anew with initialize.' },
    404,
  );
}
