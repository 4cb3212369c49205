/**
 * The response to `tools/call`: one JSON document when the result is available at once or no progress was requested;
 * otherwise a stream that opens with the first progress message and ends with the result. The call is canceled when
 * the client disconnects.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject, toFailure } from '@dragoman/model';
import type { ClientLine } from '../../../gateway/client-line.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import { rpcNotification } from '../../../transport/json-rpc.js';
import type { ProgressQueue } from '../../../transport/progress-queue.js';
import { createProgressQueue, writeProgress } from '../../../transport/progress-queue.js';
import { memberOf, metaKeys, metaOf } from '../wire.js';
import { callTool } from './call-tool.js';
import { readAbilities, writeAbilities } from './client-abilities.js';
import type { McpExchange } from './exchange.js';
import { faultReply, resultReply, scopeOf, toolsOf } from './exchange.js';
import type { LogOptions } from './log-messages.js';
import { logsFor } from './log-messages.js';
import { withOwnTools } from './own-tools.js';
import { scopeOfCall } from './parked-calls.js';
import { replyWhenReady } from './reply-when-ready.js';
import type { RootTools } from './root.js';
import { createdTask, endpointOf, takesTasks } from './tasks.js';
import type { ToolCalling } from './tool-calling.js';
import { refusalOf } from './tool-result.js';
import { viewTools } from './view-tools.js';

/** The response; every call passes here, so the number of promises is kept small. */
export async function answerCall(exchange: McpExchange): Promise<HttpReply> {
  let calling: ToolCalling | undefined;
  try {
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

interface Begun {
  calling: ToolCalling;
  /** The progress token, if progress can be sent. */
  token: string | number | undefined;
  /** The log messages that can be sent. */
  logs: LogOptions | undefined;
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
  if (session !== undefined) calling.running = ports.sessions.begin(session, message.id);
  const abilities = abilitiesOf(exchange, meta);
  if (abilities !== '' && (exchange.modern || reads)) calling.capabilities = readAbilities(abilities);
  const asks = session !== undefined && calling.capabilities !== undefined;
  return {
    calling,
    token: reads && isToken(token) ? token : undefined,
    logs,
    streams: reads && (isToken(token) || asks || logs !== undefined),
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

/** What the client can be asked; a client of a session declared it at the beginning. */
function abilitiesOf({ modern, session, ports }: McpExchange, meta: JsonObject): string {
  if (modern) return writeAbilities(memberOf(meta, metaKeys.capabilities));
  return session === undefined ? '' : ports.sessions.abilitiesOf(session);
}

/** A stateless client that can be asked gets questions as results; its next request continues the call. */
function runCall(exchange: McpExchange, calling: ToolCalling): Promise<JsonObject> {
  const { capabilities, context } = calling;
  if (!exchange.modern || capabilities === undefined) return runOnce(exchange, calling);
  const { parkedCalls } = exchange.ports;
  const { params } = exchange.message;
  const { subject, prefix, id } = scopeOf(exchange.root, context);
  const signal = calling.left === undefined ? context.signal : AbortSignal.any([calling.left, context.signal]);
  const scope = scopeOfCall([subject, prefix, id], params);
  const state = memberOf(params, 'requestState');
  if (parkedCalls.owns(state)) {
    const responses = memberOf(params, 'inputResponses');
    const next = parkedCalls.resume({ scope, signal }, state, isJsonObject(responses) ? responses : {});
    return next.catch((thrown) => refusalOf(context, toFailure(thrown)));
  }
  return parkedCalls.run({ scope, capabilities, signal }, (client, ends) => {
    Object.assign(calling, { client, ends, isStateless: true });
    return runOnce(exchange, calling);
  });
}

/** Most calls end without progress being read; these cost no more than the call. */
function runOnce(exchange: McpExchange, calling: ToolCalling): Promise<JsonObject> {
  const { request, message } = exchange;
  const call = (found: RootTools) => callTool(found, message.params, calling);
  const callInView = (found: RootTools) => {
    const shown = viewTools(withOwnTools(found, exchange.ports.ownTools), request.view);
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
  const leave = new AbortController();
  const news = createProgressQueue();
  calling.left = leave.signal;
  if (token !== undefined) calling.onProgress = (progress) => news.tell(progressOf(progress, token));
  const client = sessionClient(exchange, calling, news);
  if (client !== undefined) calling.client = client;
  if (logs?.asked !== undefined) calling.logLevel = logs.asked;
  if (logs !== undefined) {
    calling.onLog = (message) => {
      const written = logs.write(message);
      if (written !== undefined) news.tell(written);
    };
  }
  const work = runCallToEnd(exchange, calling);
  return replyWhenReady(exchange, { work, news, leave: () => leave.abort() });
}

/** The client of a session, which is asked on the stream of the call. */
function sessionClient(
  { ports, session }: McpExchange,
  { capabilities, running, left, context }: ToolCalling,
  news: ProgressQueue,
): ClientLine | undefined {
  if (session === undefined || capabilities === undefined) return undefined;
  const ends = [running?.signal, left, context.signal].filter((each) => each !== undefined);
  const asking = { session, send: (message: JsonObject) => news.tell(message, true), signal: AbortSignal.any(ends) };
  return {
    capabilities,
    // A server may remember the roots of a session.
    key: capabilities.roots === undefined ? '' : session,
    async ask(questions) {
      const answers: Record<string, JsonObject> = {};
      for (const [name, question] of Object.entries(questions)) {
        answers[name] = await ports.questions.ask(question, asking);
      }
      return answers;
    },
  };
}

function isToken(token: JsonValue | undefined): token is string | number {
  return typeof token === 'string' || typeof token === 'number';
}

function progressOf(progress: JsonObject, progressToken: string | number): JsonObject {
  return rpcNotification('notifications/progress', {
    progressToken,
    ...writeProgress(progress),
  });
}
