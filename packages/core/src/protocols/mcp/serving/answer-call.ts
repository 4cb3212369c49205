/**
 * The response to `tools/call`: one JSON document when the result is available at once or no progress was requested;
 * otherwise a stream that opens with the first progress message and ends with the result. The call is canceled when
 * the client disconnects.
 */
import type { JsonObject } from '@dragoman/model';
import { isJsonObject, toFailure } from '@dragoman/model';
import type { HttpReply } from '../../../transport/http-reply.js';
import { memberOf, metaOf } from '../wire.js';
import { abilitiesOf, isResumed, newsOf, requireKnownState, runParked } from './ask-client.js';
import { callTool } from './call-tool.js';
import { readAbilities } from './client-abilities.js';
import type { McpExchange } from './exchange.js';
import { faultReply, resultReply, toolsOf } from './exchange.js';
import { readListRequest } from './list-request.js';
import { logsFor } from './log-messages.js';
import { withOwnTools } from './own-tools.js';
import { replyWhenReady } from './reply-when-ready.js';
import type { NewsOptions } from './request-news.js';
import { isProgressToken, openNews } from './request-news.js';
import type { RootTools } from './root.js';
import { createdTask, endpointOf, takesTasks } from './tasks.js';
import type { ToolCalling } from './tool-calling.js';
import { checkToolHeaders } from './tool-headers.js';
import { refusalOf } from './tool-result.js';
import { viewTools } from './view-tools.js';

/** The response; every call passes here, so the number of promises is kept small. */
export async function answerCall(exchange: McpExchange): Promise<HttpReply> {
  let calling: ToolCalling | undefined;
  try {
    requireKnownState(exchange);
    const begun = beginCall(exchange);
    if (begun.streams) return await answerWithNews(exchange, begun);
    calling = begun.calling;
    return resultReply(exchange, await runCall(exchange, calling));
  } catch (thrown) {
    return faultReply(exchange, thrown);
  } finally {
    if (calling !== undefined) endCall(exchange, calling);
  }
}

interface Begun extends NewsOptions {
  calling: ToolCalling;
  /** True when the response may be a stream. */
  streams: boolean;
}

/** The context of the call. */
function beginCall(exchange: McpExchange): Begun {
  const { ports, context, message, session, root } = exchange;
  const meta = metaOf(message.params);
  const token = memberOf(meta, 'progressToken');
  const reads = context.request.headers.get('accept')?.includes('text/event-stream') === true;
  const logs = reads ? logsFor(exchange) : undefined;
  const calling: ToolCalling = { gateway: ports.gateway, context, root };
  if (ports.results !== undefined) calling.results = ports.results;
  if (ports.waitingCalls !== undefined) calling.waitingCalls = ports.waitingCalls;
  calling.tasks = taskCalling(exchange);
  if (exchange.modern && readListRequest(context).tasks === 'refuse' && !takesTasks(exchange))
    calling.refusesTasks = true;
  if (session !== undefined) calling.running = ports.sessions.begin(session, message.id);
  const abilities = abilitiesOf(exchange);
  if (exchange.modern) calling.isModern = true;
  if (abilities !== '' && (exchange.modern || reads)) calling.capabilities = readAbilities(abilities);
  const asks = session !== undefined && calling.capabilities !== undefined;
  return {
    calling,
    token: reads && isProgressToken(token) ? token : undefined,
    logs,
    streams: reads && (isProgressToken(token) || asks || logs !== undefined),
  };
}

/** How the client takes tasks; undefined when it does not. */
function taskCalling(exchange: McpExchange): ToolCalling['tasks'] {
  const { ports, modern, message } = exchange;
  const { tasks } = ports;
  const isAsked = !modern && isJsonObject(memberOf(message.params, 'task'));
  if (tasks === undefined || exchange.context.caller.kind === 'anonymous' || !(isAsked || takesTasks(exchange))) {
    return undefined;
  }
  return { isAsked, endpoint: endpointOf(exchange), created: (id) => createdTask(exchange, tasks, id) };
}

/** A stateless client that can be asked gets questions as results; its next request continues the call. */
function runCall(exchange: McpExchange, calling: ToolCalling): Promise<JsonObject> {
  const { capabilities, context } = calling;
  if (!exchange.modern || capabilities === undefined) return runOnce(exchange, calling);
  const signal = calling.left === undefined ? context.signal : AbortSignal.any([calling.left, context.signal]);
  const next = runParked(exchange, { capabilities, signal, news: newsOf(calling) }, (client, ends, news) => {
    Object.assign(calling, { client, ends, isStateless: true, ...news });
    return runOnce(exchange, calling);
  });
  return isResumed(exchange) ? next.catch((thrown) => refusalOf(context, toFailure(thrown))) : next;
}

/** Most calls end without progress being read; these cost no more than the call. */
function runOnce(exchange: McpExchange, calling: ToolCalling): Promise<JsonObject> {
  const { request, message } = exchange;
  const { headers } = exchange.context.request;
  const call = (found: RootTools) => {
    const tool = exchange.modern ? found.byName.get(String(memberOf(message.params, 'name'))) : undefined;
    if (tool !== undefined) checkToolHeaders(tool, message.params, headers);
    return callTool(found, message.params, calling);
  };
  const callInView = (found: RootTools) => {
    const shown = viewTools(withOwnTools(found, exchange), request.view);
    return shown instanceof Promise ? shown.then(call) : call(shown);
  };
  const tools = toolsOf(exchange);
  return tools instanceof Promise ? tools.then(callInView) : callInView(tools);
}

function endCall({ ports }: McpExchange, { running }: ToolCalling): void {
  if (running !== undefined) ports.sessions.done(running);
}

async function runCallToEnd(exchange: McpExchange, calling: ToolCalling): Promise<JsonObject> {
  try {
    return await runCall(exchange, calling);
  } finally {
    endCall(exchange, calling);
  }
}

async function answerWithNews(exchange: McpExchange, { calling, token, logs }: Begun): Promise<HttpReply> {
  const { news, leave, calling: sending } = openNews(exchange, { token, logs }, calling);
  const work = runCallToEnd(exchange, Object.assign(calling, sending));
  return replyWhenReady(exchange, { work, news, leave });
}
