/**
 * `tools/call`: every tool of an operation is called through the gateway; options without an MCP member (idempotency
 * key, dry run, confirmation) are in `_meta`, or in the headers that every face of this server accepts.
 */

import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject, suggestNames, toFailure } from '@dragoman/model';
import { defineLazySignal } from '../../../documents/lazy-signal.js';
import type { Call } from '../../../gateway/call.js';
import { runHeader } from '../../../gateway/runs/run-answer.js';
import { addCallHeaders } from '../../../transport/call-request.js';
import { flag } from '../../../transport/query-string.js';
import type { RouteContext } from '../../../transport/route.js';
import { continueTrace, formatTraceparent, readTraceparent, readTracestate } from '../../../transport/trace-context.js';
import { face, memberOf, metaOf, ownMeta } from '../wire.js';
import {
  answerGiven,
  askInResult,
  canAskUser,
  confirmationFor,
  question,
  readAnswer,
  refuseUnconfirmed,
} from './ask-confirmation.js';
import { lacksCapability, scopeOf } from './exchange.js';
import type { Forwarded, McpTool, RootTools, ToolAim, ToolCallOptions, WaitingCall } from './root.js';
import { toolNamed } from './root.js';
import { shortenResult } from './shorten-result.js';
import type { TaskCalling, ToolCalling } from './tool-calling.js';
import { ownResult, refusalOf, resultOf } from './tool-result.js';
import { explainList } from './tool-subset.js';
import { confirmCallName } from './waiting-calls.js';

/** The result of a call; throws or rejects for an unknown tool, invalid parameters, or a missing credential. */
export function callTool(found: RootTools, params: JsonObject, calling: ToolCalling): Promise<JsonObject> {
  const tool = findTool(found, memberOf(params, 'name'));
  const given = memberOf(params, 'arguments') ?? {};
  if (!isJsonObject(given))
    throw new Failure('INVALID_INPUT', { message: 'The arguments of a tool must be an object.' });
  const options = readOptions(metaOf(params), calling.context);
  Object.assign(options, answerGiven(params));
  if (found.stored !== undefined) calling.stored = found.stored;
  if (tool.confirms !== undefined) return confirmCall(found, tool, { given, calling });
  return runTool(found, tool, { given, calling, options });
}

function runTool(
  found: RootTools,
  tool: McpTool,
  { given, calling, options }: { given: JsonObject; calling: ToolCalling; options: ToolCallOptions },
): Promise<JsonObject> {
  calling.hasConfirmTool = found.byName.get(confirmCallName)?.confirms !== undefined;
  if (calling.tasks?.isAsked === true && taskSupport(tool) === undefined) {
    const message = `The tool ${tool.name} cannot be called with a task: its execution.taskSupport is 'forbidden'.`;
    throw new Failure('METHOD_NOT_ALLOWED', { message, help: "Call it without 'task'." });
  }
  calling.called = { tool: tool.name, arguments: given, options: keptOptions(options) };
  if (tool.aim !== undefined) {
    return callOperation({ aim: tool.aim, input: given, options, support: taskSupport(tool) }, calling);
  }
  return runOwn(tool, given, { calling, options });
}

/** The confirmed call is made as its client made it, by the tool that it called. */
async function confirmCall(
  found: RootTools,
  { confirms }: McpTool,
  { given, calling }: { given: JsonObject; calling: ToolCalling },
): Promise<JsonObject> {
  const { root, context } = calling;
  try {
    const waiting = await confirms?.(given, scopeOf(root, context));
    if (waiting === undefined) throw new Error('the tool confirms nothing');
    const { tool: name, arguments: input, options, token } = waiting;
    const tool = findTool(found, name);
    return await runTool(found, tool, { given: input, calling, options: { ...options, confirmation: token } });
  } catch (thrown) {
    return refuse(context, thrown);
  }
}

function keptOptions({ idempotencyKey, operationVersion }: ToolCallOptions): WaitingCall['options'] {
  const kept: WaitingCall['options'] = {};
  if (idempotencyKey !== undefined) kept.idempotencyKey = idempotencyKey;
  if (operationVersion !== undefined) kept.operationVersion = operationVersion;
  return kept;
}

async function runOwn(
  tool: McpTool,
  given: JsonObject,
  { calling, options }: { calling: ToolCalling; options: ToolCallOptions },
): Promise<JsonObject> {
  const { context } = calling;
  try {
    const answer = await tool.run?.(given, context);
    if (answer === undefined) throw new Error('the tool has neither an operation nor a handler');
    if (answer.kind === 'structured') return ownResult(answer.value, tool.listed.outputSchema !== undefined);
    if (answer.kind === 'text') return { content: [{ type: 'text', text: answer.text }], _meta: answer.meta };
    return await callOperation({ ...answer, options: { ...options, ...answer.options } }, calling);
  } catch (thrown) {
    return refuse(context, thrown);
  }
}

async function callOperation(forwarded: Forwarded, calling: ToolCalling): Promise<JsonObject> {
  const { aim, input, options } = forwarded;
  const { gateway, context } = calling;
  if (gateway === undefined) {
    return refuse(context, new Failure('UNAVAILABLE', { message: 'This server does not execute calls.' }));
  }
  if (aim.content !== undefined) calling.stored = aim.content.stored;
  const call = makeCall(aim, options, calling);
  if (aim.content !== undefined) call.offered = aim.content.operation;
  try {
    call.input = aim.toInput === undefined ? input : aim.toInput(input);
    if (calling.tasks !== undefined) takeTask(call, calling.tasks, { calling, forwarded });
    const answered = await gateway.invoke(call);
    const outcome = aim.toOutcome === undefined ? answered : aim.toOutcome(answered);
    const id = outcome.kind === 'answer' ? outcome.headers[runHeader] : undefined;
    if (id !== undefined && calling.tasks !== undefined) return await calling.tasks.created(id);
    const result = resultOf(call, aim, outcome);
    if (calling.results === undefined) return result;
    const shortened = shortenResult({ call, aim, outcome, result }, calling.results);
    return shortened instanceof Promise ? await shortened : shortened;
  } catch (thrown) {
    const failure = toFailure(thrown);
    // The stateless revision has an error of its own for a capability that the client has not declared.
    if (calling.isModern === true && lacksCapability(failure)) throw failure;
    if (failure.code !== 'CONFIRMATION_REQUIRED') return refuse(call, failure);
    return confirmFirst(forwarded, calling, { call, failure });
  }
}

/** Whether a tool can be called with a task here. */
export function taskSupport({ listed }: McpTool): JsonValue | undefined {
  const { execution } = listed;
  const support = isJsonObject(execution) ? execution.taskSupport : undefined;
  return support === 'forbidden' ? undefined : support;
}

/** A tool with task support runs in the background at once, any other one when its service answers with a task. */
function takeTask(
  call: Call,
  { endpoint, isAsked }: TaskCalling,
  { calling, forwarded }: { calling: ToolCalling; forwarded: Forwarded },
): void {
  const { capabilities, client, called } = calling;
  const { aim, support } = forwarded;
  call.form = { endpoint, tool: called?.tool ?? '', ...(aim.joined === true ? { joined: true } : {}) };
  if (capabilities !== undefined) call.backgroundClient = { capabilities, key: client?.key ?? '' };
  if (isAsked || support !== undefined) call.background = true;
  else call.takesTask = true;
}

/** Asks the user of the client; a client that cannot ask gets a refusal that says how to confirm. */
async function confirmFirst(
  forwarded: Forwarded,
  calling: ToolCalling,
  { call, failure }: { call: Call; failure: Failure },
): Promise<JsonObject> {
  try {
    const asked = await confirmationFor(call, calling);
    if (asked === undefined) return await refuseUnconfirmed(call, calling, failure);
    if (calling.client === undefined || calling.isStateless === true) return askInResult(asked);
    const { [question]: answer = {} } = await calling.client.ask({ [question]: asked.question });
    const options = { ...forwarded.options, ...readAnswer(answer, asked.token) };
    return await callOperation({ ...forwarded, options }, calling);
  } catch (thrown) {
    return refuse(call, thrown);
  }
}

/** A missing credential is reported by the transport, so that the client can authenticate. */
function refuse(call: Pick<Call, 'traceId'>, thrown: unknown): JsonObject {
  const failure = toFailure(thrown);
  if (failure.row.status === 401) throw failure;
  return refusalOf(call, failure);
}

/** The call of an operation, before its input is known. */
export function makeCall(
  aim: Pick<ToolAim, 'agentId' | 'operationName' | 'operationId' | 'operationVersion'>,
  options: ToolCallOptions,
  calling: ToolCalling,
): Call {
  const { context, onProgress } = calling;
  const { caller, traceId, traceparent, request } = context;
  const ends = new CallEnds(calling);
  const call: Call = defineLazySignal(
    {
      caller,
      traceId,
      traceparent,
      face,
      agentId: aim.agentId,
      operationName: aim.operationName,
      input: null,
      dryRun: options.dryRun === true,
      wantsStream: false,
      facts: {},
    },
    ends,
  );
  addCallHeaders(call, request);
  if (options.trace !== undefined) Object.assign(call, options.trace);
  const version = options.operationVersion ?? aim.operationVersion;
  if (version !== undefined) call.operationVersion = version;
  if (aim.operationId !== undefined) call.operationId = aim.operationId;
  if (options.idempotencyKey !== undefined) call.idempotencyKey = options.idempotencyKey;
  if (options.confirmation !== undefined) call.confirmation = options.confirmation;
  if (options.elicited !== undefined) call.elicited = options.elicited;
  else if (canAskUser(calling)) call.elicited = 'available';
  if (onProgress !== undefined) call.onProgress = onProgress;
  if (calling.client !== undefined) call.client = calling.client;
  if (calling.onLog !== undefined) {
    call.onLog = calling.onLog;
    if (calling.session !== undefined) call.session = calling.session;
  }
  if (calling.logLevel !== undefined) call.logLevel = calling.logLevel;
  if (calling.refusesTasks === true) call.refusesTasks = true;
  if (calling.stored !== undefined) call.found = calling.stored;
  if (call.idempotencyKey !== undefined) ends.keyed = true;
  const hasLeft = ends.keyed ? undefined : hasLeftOf(calling);
  if (hasLeft !== undefined) call.hasLeft = hasLeft;
  return call;
}

/** The reasons for which a call is aborted; the signal is created on first use. */
class CallEnds {
  readonly #calling: ToolCalling;
  #signal: AbortSignal | undefined = undefined;
  /** A call with an idempotency key continues when its client disconnects, so that a retry finds the response. */
  keyed = false;

  constructor(calling: ToolCalling) {
    this.#calling = calling;
  }

  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.#calling, this.keyed);
    return this.#signal;
  }
}

function hasLeftOf({ context: { hasLeft }, running, left, ends }: ToolCalling): (() => boolean) | undefined {
  if (hasLeft === undefined || left !== undefined || ends !== undefined) return undefined;
  return running === undefined ? hasLeft : () => running.isCancelled() || hasLeft();
}

function signalOf({ context, running, left, ends: own }: ToolCalling, keyed: boolean): AbortSignal {
  if (own !== undefined && !keyed) return own;
  const ends = [running?.signal, keyed ? undefined : left].filter((signal) => signal !== undefined);
  if (ends.length === 0) return keyed ? new AbortController().signal : context.signal;
  return AbortSignal.any(keyed ? ends : [...ends, context.signal]);
}

function findTool(found: RootTools, name: JsonValue | undefined): McpTool {
  const tool = typeof name === 'string' ? toolNamed(found, name) : undefined;
  if (tool !== undefined) return tool;
  if (name === undefined) throw new Failure('INVALID_INPUT', { message: "A call must name its tool in 'name'." });
  const shown = String(name).slice(0, 80);
  if (found.subset !== undefined && toolNamed(found.subset.of, String(name)) !== undefined) {
    const message = `The tool ${shown} is not in the part of the list that the address of this server selects. ${explainList(found) ?? ''}`;
    throw new Failure('INVALID_INPUT', { message });
  }
  const hint = suggestNames(String(name), found.byName.keys()) || (found.note ?? 'See tools/list.');
  throw new Failure('INVALID_INPUT', { message: `Unknown tool: ${shown}. ${hint}` });
}

/** The client's position in its trace, under the names that MCP reserves for it; it takes precedence over headers. */
function readTrace(meta: JsonObject): ToolCallOptions['trace'] {
  const { traceparent, tracestate } = meta;
  if (typeof traceparent !== 'string' || readTraceparent(traceparent) === undefined) return undefined;
  const trace = continueTrace(traceparent);
  const state = readTracestate(tracestate);
  return {
    traceId: trace.traceId,
    traceparent: formatTraceparent(trace),
    ...(state === undefined ? {} : { tracestate: state }),
  };
}

const optionNames = ['idempotency_key', 'dry_run', 'confirmation', 'version'] as const;

/** Reads options of a call; unknown ones are rejected: a misspelled dry-run option would otherwise execute the call. */
export function readOptions(meta: JsonObject, { request }: RouteContext): ToolCallOptions {
  const options: ToolCallOptions = {};
  const trace = readTrace(meta);
  if (trace !== undefined) options.trace = trace;
  const header = request.headers.get('x-dry-run');
  if (header !== null) options.dryRun = requireKind(flag(header), 'boolean', 'X-Dry-Run');
  for (const key in meta) {
    if (!key.startsWith(ownMeta)) continue;
    const value = memberOf(meta, key);
    const name = key.slice(ownMeta.length);
    if (name === 'idempotency_key') options.idempotencyKey = requireKind(value, 'string', key);
    else if (name === 'confirmation') options.confirmation = requireKind(value, 'string', key);
    else if (name === 'dry_run') options.dryRun = requireKind(value, 'boolean', key);
    else if (name === 'version') options.operationVersion = requireKind(value, 'number', key);
    else {
      const known = optionNames.map((each) => `${ownMeta}${each}`).join(', ');
      throw new Failure('INVALID_INPUT', {
        message: `_meta has no member '${key.slice(0, 80)}'; use one of ${known}.`,
      });
    }
  }
  return options;
}

interface Kinds {
  string: string;
  boolean: boolean;
  number: number;
}

function requireKind<K extends keyof Kinds>(value: JsonValue | undefined, kind: K, name: string): Kinds[K] {
  const short = typeof value !== 'string' || value.length <= 1000;
  if (typeof value === kind && short) return value as Kinds[K];
  throw new Failure('INVALID_INPUT', { message: `'${name}' must be a ${kind}.` });
}
