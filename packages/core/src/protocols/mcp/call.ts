/**
 * Calls tools of MCP servers: over HTTP through the gateway's upstream client, over stdio through a child process
 * that the operator configured. The protocol generation and the session of a server are determined once.
 */
import type { JsonObject, McpBinding, Operation } from '@dragoman/model';
import { changeFailure, Failure, isJsonObject, toFailure } from '@dragoman/model';
import type { Awaitable } from '../../documents/awaitable.js';
import type {
  AnswerOutcome,
  BindingCaller,
  Call,
  Cancellation,
  Outcome,
  Target,
  TargetedCall,
  UpstreamLine,
} from '../../gateway/call.js';
import { canChange } from '../../gateway/write-intent.js';
import { connectServer, isVersionRefused, lostSession } from './client/connect-server.js';
import type { SharedSessions } from './client/connections.js';
import { createConnectionCache } from './client/connections.js';
import type { NextId } from './client/http-link.js';
import { createNextId, NotMcpResponse } from './client/http-link.js';
import type { Era, LinkAnswer, LinkRequest, McpLink, ResourceWatcher } from './client/mcp-link.js';
import { contentOutcome } from './client/read-content-result.js';
import { outcomeOf } from './client/read-result.js';
import type { QuestionRelay } from './client/relay-questions.js';
import { cannotAnswer, createQuestionRelay } from './client/relay-questions.js';
import { createServerLink } from './client/server-link.js';
import type { TaskOwnerPorts, TaskOwners } from './client/task-owners.js';
import { createTaskOwners } from './client/task-owners.js';
import type { HeadersOfInput } from './client/tool-headers.js';
import { createHeadersOfInput } from './client/tool-headers.js';
import type { Following, UpstreamTask } from './client/upstream-task.js';
import { followTask, needsTasks, readTask, taskIn, withTasks, writeTask } from './client/upstream-task.js';
import { createWatchingLink } from './client/watch-over-http.js';
import { watchResource } from './client/watch-resource.js';
import { logSeverity, mcpCodes, memberOf, taskSupportOf } from './wire.js';

/** Opens links to servers that run as child processes. */
export interface ChildLinks {
  /** The link to the child of this name; throws `UPSTREAM_REFUSED` when it is not configured. */
  link(name: string, cancellation?: Cancellation): McpLink;
}

/** Dependencies of the MCP caller. */
export interface McpCallerOptions {
  /** Origins of this gateway; a server at one of them would cause a call loop. */
  ownOrigins: readonly string[];
  /** Version of this gateway, sent to servers. */
  version: string;
  /** MCP servers over stdio, if any. */
  children?: ChildLinks;
  /** How tasks of servers are followed. */
  tasks: TaskPorts;
  /** Sessions of the other processes of this gateway; absent if there are none. */
  sessions?: SharedSessions | undefined;
}

/** Clocks, pauses and time limit of tasks, and where their callers are remembered. */
export interface TaskPorts extends Pick<Following, 'elapsed' | 'pause'>, TaskOwnerPorts {
  /** Time limit of a task in milliseconds, unless the call sets one. */
  taskMs: number;
}

/** URL scheme of a server that is a child process. */
export const childScheme = 'stdio:';

/** Creates the caller for operations that were imported from MCP tools. */
export function createMcpCaller(options: McpCallerOptions): BindingCaller {
  const met = createConnectionCache(options.sessions);
  const keyOf = createKeyOf();
  const headersOf = createHeadersOfInput();
  const client = { name: 'dragoman', version: options.version };
  // Shared by all calls, since several callers share one session.
  const nextId = createNextId(options.sessions?.firstId);
  const owners = createTaskOwners(options.tasks);
  return {
    kind: 'mcp',
    prepare(target, call) {
      const { server, tool, method } = bindingOf(target);
      if (!server.startsWith(childScheme)) requireAddress(server, options.ownOrigins);
      const body = method === undefined ? { name: tool, arguments: call.input } : { method, params: call.input };
      return { url: server, method: 'POST', headers: {}, body };
    },
    converse(call, _prepared, line) {
      if (call.watcher !== undefined) return subscribe(options, call, { watcher: call.watcher, line, client });
      const link = openLink(options, call, { line, client, nextId });
      const relay = createQuestionRelay(call);
      const identity = line.credentialIdentity;
      const isShared = options.sessions !== undefined && canShare(call);
      // The key is made for each request: the server may have restarted since the last one.
      const key = () => keyOf(call, link.mark ?? '', { identity, isShared });
      const meet = (lost?: string) => met.join(key(), () => connectServer(link, client), { isShared, lost });
      return talk({
        link,
        call,
        relay,
        request: requestOf(call, line, { headersOf, relay }),
        meet,
        forget: (era) => met.forget(key(), era),
        tasks: options.tasks,
        owners,
      });
    },
  };
}

/** Watches a resource for longer than the call. */
async function subscribe(
  options: McpCallerOptions,
  call: TargetedCall,
  { watcher, line, client }: { watcher: ResourceWatcher; line: UpstreamLine; client: JsonObject },
): Promise<Outcome> {
  const { target, input } = call;
  const { server } = bindingOf(target);
  const { signal } = watcher;
  const send: UpstreamLine['send'] = (request, how) => line.send(request, { ...how, signal });
  const connect = () =>
    server.startsWith(childScheme)
      ? childLink(options, call, { signal })
      : createWatchingLink({ server, client, answerBytes: line.answerBytes, send });
  const uri = isJsonObject(input) && typeof input.uri === 'string' ? input.uri : '';
  await watchResource({ connect, client }, uri, watcher);
  return { kind: 'answer', status: 200, headers: {}, findings: [], replayed: false, body: {} };
}

interface Talking {
  link: McpLink;
  call: TargetedCall;
  relay: QuestionRelay;
  request: LinkRequest;
  /** `lost`: the id of a session that the server no longer knows. */
  meet: (lost?: string) => Awaitable<Era>;
  forget: (era: Era) => void;
  tasks: TaskPorts;
  owners: TaskOwners;
}

/** Makes the call, and continues with the task that the server may create for it. Every call passes here: few promises. */
async function talk(talking: Talking): Promise<Outcome> {
  const { call } = talking;
  if (call.upstreamTask !== undefined) return settle(talking, await follow(talking, readTask(call.upstreamTask)));
  let answer: LinkAnswer;
  try {
    answer = await ask(talking, talking.request);
    if (asksForInput(answer) || requiresPages(answer) || (needsTasks(answer) && call.refusesTasks !== true))
      answer = await askOn(talking, answer);
  } catch (thrown) {
    throw unansweredOr(thrown, talking);
  }
  const task = bindingOf(call.target).method === undefined ? taskIn(answer) : undefined;
  if (task === undefined) return settle(talking, answer);
  await talking.owners.claim(call, task);
  if (call.handOver !== undefined && call.batchItem === undefined) return call.handOver(writeTask(task));
  return settle(talking, await follow(talking, task));
}

/** Makes the call again: as one that may create a task, and with the answers of the client as long as it is asked. */
async function askOn(talking: Talking, first: LinkAnswer): Promise<LinkAnswer> {
  const { relay } = talking;
  let { request } = talking;
  let answer = first;
  if (needsTasks(answer)) {
    // The server refused the call, because it would answer with a task.
    request = { ...request, capabilities: withTasks(relay.capabilities) };
    answer = await ask(talking, request);
  }
  if (requiresPages(answer)) answer = await askAfterPages(talking, request, answer);
  while (asksForInput(answer)) {
    const given = await relay.answerResult(answer.result);
    answer = await ask(talking, { ...request, params: { ...request.params, ...given } });
  }
  return answer;
}

/**
 * Makes the call again when the user has agreed to open the pages. Some servers do not say when their user has finished
 * there, so this is tried at once, and once more when the server says so.
 */
async function askAfterPages(
  talking: Talking,
  request: LinkRequest,
  { error }: LinkAnswer & { kind: 'error' },
): Promise<LinkAnswer> {
  const { link, relay, meet } = talking;
  const stopHearing = await link.hear?.(relay, await meet());
  try {
    await relay.openPages(error.data);
    const answer = await ask(talking, request);
    if (stopHearing === undefined || !requiresPages(answer)) return answer;
    return (await relay.finishPages()) ? await ask(talking, request) : answer;
  } finally {
    stopHearing?.();
  }
}

/** The server has not made the call, because its user must open pages first. */
function requiresPages(answer: LinkAnswer): answer is LinkAnswer & { kind: 'error' } {
  return answer.kind === 'error' && answer.error.code === mcpCodes.pageRequired;
}

function asksForInput(answer: LinkAnswer): answer is LinkAnswer & { kind: 'result' } {
  return answer.kind === 'result' && memberOf(answer.result, 'resultType') === 'input_required';
}

function follow(talking: Talking, task: UpstreamTask): Promise<LinkAnswer> {
  const { call, relay, tasks } = talking;
  const capabilities = withTasks(relay.capabilities);
  return followTask(task, {
    ask: (request) => ask(talking, { ...request, capabilities }),
    relay,
    cancellation: call,
    onProgress: call.onProgress,
    elapsed: tasks.elapsed,
    pause: tasks.pause,
    totalMs: call.totalMs ?? tasks.taskMs,
  }).catch((thrown) => {
    throw inDoubt(call, thrown);
  });
}

/** The server has accepted the task, so that a failure to follow it does not tell whether it has taken effect. */
function inDoubt(call: TargetedCall, thrown: unknown): unknown {
  const failure = toFailure(thrown);
  return failure.row.retryable && canChange(call) ? changeFailure(failure, { outcomeUnknown: true }) : thrown;
}

/** A server that did not get its answer may also be silent, or end the connection. */
function unansweredOr(thrown: unknown, { relay }: Talking): unknown {
  const { code } = toFailure(thrown);
  return code === 'UPSTREAM_TIMEOUT' || code === 'UPSTREAM_ERROR' ? (relay.failure ?? thrown) : thrown;
}

function settle({ call, relay }: Talking, answer: LinkAnswer): Outcome {
  // A server that did not get its answer reports an error of its own; this is the reason.
  if (relay.failure !== undefined && isError(answer)) {
    throw changeFailure(relay.failure, { said: wordsOf(answer) });
  }
  const message = isError(answer) ? unaskableReason(call, wordsOf(answer)) : undefined;
  if (message !== undefined) throw new Failure('INPUT_UNAVAILABLE', { message, said: wordsOf(answer) });
  return outcomeFor(call, answer);
}

const missingTool =
  'The server does not offer this tool to the client of this call: it may offer it only to clients that it can ask (elicitation, sampling, roots), or has removed it.';

/**
 * Why a call failed whose client the server cannot ask, in the words of the official packages: it does not know a tool that
 * it listed to a client with all capabilities, or the tool asked nevertheless.
 */
function unaskableReason({ target, client }: TargetedCall, words: string): string | undefined {
  const { elicitation, sampling, roots } = client?.capabilities ?? {};
  if (elicitation !== undefined && sampling !== undefined && roots !== undefined) return undefined;
  if (words.endsWith(`Tool ${bindingOf(target).tool} not found`)) return missingTool;
  const [, asked] = /\bClient does not support (?:\w+ )?(elicitation|sampling|roots)\b/.exec(words) ?? [];
  return asked === undefined ? undefined : cannotAnswer([asked]);
}

function isError(answer: LinkAnswer): boolean {
  return answer.kind === 'error' || answer.result.isError === true;
}

function wordsOf(answer: LinkAnswer): string {
  if (answer.kind === 'error') return answer.error.message;
  const { content } = answer.result;
  const texts = (Array.isArray(content) ? content : []).map((part) => (isJsonObject(part) ? part.text : undefined));
  return texts.filter((text) => typeof text === 'string').join('\n');
}

/** Meets the server again, once, when its session or its version is gone: it has not processed the call. */
async function ask({ link, meet, forget }: Talking, request: LinkRequest): Promise<LinkAnswer> {
  const met = meet();
  const era = met instanceof Promise ? await met : met;
  try {
    const answer = await askIn(link, era, request);
    // A server that was replaced by one of another generation refuses the version; it is met again.
    if (!lostSession(answer, era) && !isVersionRefused(answer)) return answer;
  } catch (thrown) {
    if (!(thrown instanceof NotMcpResponse && lostSession(thrown, era))) throw thrown;
  }
  forget(era);
  return askIn(link, await meet(era.session), request);
}

async function askIn(link: McpLink, era: Era, request: LinkRequest): Promise<LinkAnswer> {
  if (request.logLevel !== undefined) await lowerLogLevel(link, era, request.logLevel);
  return link.ask(request, era);
}

/**
 * The level belongs to the session, which callers share: it is only ever lowered, and each caller's messages are filtered.
 * Other processes do not know it, so a session that they share has the lowest.
 */
async function lowerLogLevel(link: McpLink, era: Era, asked: string): Promise<void> {
  const level = era.sharedAs === undefined ? asked : 'debug';
  if (era.modern || logSeverity(level) >= logSeverity(era.logLevel)) return;
  era.logLevel = level;
  // A server without log levels refuses this, which does not affect the call.
  await link.ask({ method: 'logging/setLevel', params: { level }, repeatable: true }, era);
}

function outcomeFor({ target }: TargetedCall, answer: LinkAnswer): AnswerOutcome {
  const { method } = bindingOf(target);
  return method === undefined ? outcomeOf(target, answer) : contentOutcome(method, answer);
}

function openLink(
  options: McpCallerOptions,
  call: TargetedCall,
  { line, client, nextId }: { line: UpstreamLine; client: JsonObject; nextId: NextId },
): McpLink {
  const { server } = bindingOf(call.target);
  if (!server.startsWith(childScheme)) {
    const send: UpstreamLine['send'] = (request, how) => {
      const isPlain = how?.repeatable !== true && how?.signal === undefined && call.client === undefined;
      return line.send(request, isPlain ? undefined : how);
    };
    const capabilities = call.client?.capabilities ?? {};
    const { answerBytes } = line;
    const sharing = options.sessions;
    return createServerLink({ server, send, answerBytes, client, nextId, capabilities, cancellation: call, sharing });
  }
  return childLink(options, call, call);
}

function childLink(
  { children }: McpCallerOptions,
  { facts, target }: TargetedCall,
  cancellation: Cancellation,
): McpLink {
  if (children === undefined) {
    throw new Failure('UNAVAILABLE', { message: 'No MCP servers over stdio are configured.' });
  }
  const { server } = bindingOf(target);
  facts.upstream = server;
  return children.link(server.slice(childScheme.length), cancellation);
}

function requestOf(
  call: TargetedCall,
  line: UpstreamLine,
  { headersOf, relay }: { headersOf: HeadersOfInput; relay: QuestionRelay },
): LinkRequest {
  const { operation } = call.target;
  const { tool, server, method } = bindingOf(call.target);
  const input = isJsonObject(call.input) ? call.input : {};
  const isChild = server.startsWith(childScheme);
  const capabilities = prefersTask(call) ? withTasks(relay.capabilities) : relay.capabilities;
  // Every call passes here: no spreads, and headers only where there are some.
  const request: LinkRequest =
    method === undefined
      ? { method: 'tools/call', params: toolParams(call, tool, input), capabilities, questions: relay }
      : { method, params: { ...input, _meta: traceOf(call) }, repeatable: true, capabilities, questions: relay };
  if (method === undefined && !isChild) request.headers = headersOf(operation.input, call.input);
  if (call.onProgress !== undefined) request.onProgress = call.onProgress;
  if (call.onLog !== undefined) request.onLog = call.onLog;
  if (call.logLevel !== undefined) request.logLevel = call.logLevel;
  if (isChild) request.onSend = () => line.depart();
  return request;
}

/** True for a call that nobody waits for: a task is better than a connection that stays open. */
function prefersTask({ accepted, handOver }: Call): boolean {
  return accepted === true || handOver !== undefined;
}

/** Milliseconds for which a server is asked to keep a task of revision 2025-11-25. */
const taskTtlMs = 24 * 3_600_000;

/** A tool of revision 2025-11-25 says whether it may or must be called with a task. */
function toolParams(call: TargetedCall, name: string, input: JsonObject): JsonObject {
  const support = taskSupportOf(call.target.operation);
  const wantsTask = support === 'required' || (support === 'optional' && prefersTask(call));
  if (!wantsTask) return { name, arguments: input, _meta: traceOf(call) };
  return { name, arguments: input, task: { ttl: taskTtlMs }, _meta: traceOf(call) };
}

/** The position in the trace, under the names that MCP reserves for it; also for servers without headers. */
function traceOf({ traceparent, tracestate }: Call): JsonObject {
  return tracestate === undefined ? { traceparent } : { traceparent, tracestate };
}

/**
 * True for a session that other processes may use: its server is reached over HTTP, and its questions are about one
 * client, since a process does not know the calls of the others.
 */
function canShare({ target, client }: TargetedCall): boolean {
  const { server } = bindingOf(target);
  return !server.startsWith(childScheme) && (client === undefined || client.session !== undefined);
}

interface KeyOptions {
  /** The identity of the credential. */
  identity: string | undefined;
  /** True when other processes use the session too. */
  isShared: boolean;
}

/**
 * Cache keys: a restarted server gets a new key; each credential, and a caller with a client that can be asked, has its
 * own sessions, because a server may bind a session to an account.
 */
function createKeyOf(): (call: TargetedCall, mark: string, options: KeyOptions) => string {
  const known = new WeakMap<Operation, { mark: string; key: string }>();
  return (call, mark, { identity, isShared }) => {
    const { target, client, agentId, caller } = call;
    const { server } = bindingOf(target);
    // A child has one session for all.
    if (client !== undefined && !server.startsWith(childScheme)) {
      const key = isShared ? client.session : client.key;
      return JSON.stringify([server, mark, agentId, caller.subject, identity, client.capabilities, key]);
    }
    if (call.agentAuthorization !== undefined) return JSON.stringify([server, mark, agentId, caller.subject]);
    if (identity !== undefined) return JSON.stringify([server, mark, agentId, '', identity]);
    const found = known.get(target.operation);
    if (found?.mark === mark) return found.key;
    const key = JSON.stringify([server, mark, agentId]);
    known.set(target.operation, { mark, key });
    return key;
  };
}

function bindingOf({ operation }: Target): McpBinding {
  if (operation.binding.kind !== 'mcp') throw new Error('the MCP caller received an operation with another binding');
  return operation.binding;
}

/** Throws for an address that cannot be called, or that leads back to this gateway. */
export function requireAddress(server: string, ownOrigins: readonly string[]): void {
  if (!/^https?:\/\//i.test(server) || !URL.canParse(server)) {
    throw new Failure('UNAVAILABLE', {
      message: 'This tool names no server URL, so it cannot be called.',
    });
  }
  const { origin } = new URL(server);
  if (ownOrigins.some((own) => URL.canParse(own) && new URL(own).origin === origin)) {
    throw new Failure('UPSTREAM_REFUSED', { message: "The server's URL points back to this gateway." });
  }
}
