/**
 * `SendMessage`: a message becomes a call through the gateway. An immediate result is returned as a message; a
 * background call is returned as a task, which the sender waits for unless it asked otherwise.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { RunRecord } from '../../../catalogue/runs.js';
import { timestamp } from '../../../documents/host.js';
import { answerFailure } from '../../../gateway/answer-failure.js';
import type { AnswerOutcome, Call, Outcome } from '../../../gateway/call.js';
import { runHeader } from '../../../gateway/runs/run-answer.js';
import { writePreview } from '../../../transport/call-answer.js';
import { pathTo } from '../../../transport/links.js';
import type { RouteContext } from '../../../transport/route.js';
import { waiting } from '../call-result.js';
import type { A2aPorts } from '../ports.js';
import { takesMessages } from '../skill-schemas.js';
import { memberOf, operationsExtension, taskWord } from '../wire.js';
import { skillId } from '../write.js';
import type { Sending } from './prepare-sending.js';
import { prepareSending } from './prepare-sending.js';
import type { AskedPlace } from './task-view.js';
import { partsOf, taskOf, withWarning } from './task-view.js';
import { followTask } from './tasks.js';
import type { WaitingTask } from './waiting-tasks.js';
import { showWaitingTask, storeTask } from './waiting-tasks.js';

/** `SendMessage`. */
export async function sendMessage(ports: A2aPorts, context: RouteContext, params: JsonObject): Promise<JsonObject> {
  const prepared = await prepareSending(ports, context, params, false);
  if ('question' in prepared) return { task: prepared.question };
  const { call, sent, task } = prepared;
  const outcome = await ports.gateway.invoke(call);
  const run = await runOf(ports, outcome);
  if (run === undefined) return toResult(ports, context, prepared, outcome);
  if (task !== undefined) await storeRun(ports, context, task, run);
  const ended = sent.returnImmediately || sent.push !== undefined ? run : await waitFor(ports, run, context.signal);
  return { task: taskOf(ended, call.target?.operation) };
}

/** A message, or the task that it continues or that waits for the sender now. */
export async function toResult(
  ports: A2aPorts,
  context: RouteContext,
  sending: Sending,
  outcome: Outcome,
): Promise<JsonObject> {
  const message = messageOf(ports, sending, outcome);
  const asked = outcome.kind === 'answer' ? askedBy(sending, outcome) : undefined;
  const { task } = sending;
  if (asked === undefined && task === undefined) return { message };
  const parts = message.parts as JsonObject[];
  const stored = await storeResult(ports, context, { ...sending, asked, parts });
  return { task: { ...showWaitingTask(stored), ...marks(sending.call) } };
}

interface Ending extends Sending {
  /** Set when the agent asks for input. */
  asked: AskedPlace | undefined;
  parts: JsonObject[];
}

/** Stores the end of a stored task, or the question of a remote agent. */
export async function storeResult(
  ports: A2aPorts,
  { caller, params }: RouteContext,
  ending: Ending,
): Promise<WaitingTask> {
  const { call, task, asked, parts } = ending;
  const id = task?.id ?? asked?.taskId ?? ports.newId();
  const stored: WaitingTask = {
    id,
    contextId: task?.contextId ?? asked?.contextId ?? id,
    state: asked?.state ?? 'completed',
    updatedAt: timestamp(ports.clock),
    parts,
    ...(call.target === undefined ? {} : { skill: skillId(call.target.operation) }),
    ...(asked === undefined || asked.taskId === id ? {} : { remote: asked }),
  };
  await storeTask(ports, { subject: caller.subject, entryId: params.id ?? '' }, stored);
  return stored;
}

/** The task continues in the background under its id. */
export async function storeRun(
  ports: A2aPorts,
  { caller, params }: RouteContext,
  { id, contextId }: Pick<WaitingTask, 'id' | 'contextId'>,
  run: RunRecord,
): Promise<void> {
  const updatedAt = timestamp(ports.clock);
  const working: WaitingTask = { id, contextId, state: 'working', updatedAt, parts: [], run: run.id };
  await storeTask(ports, { subject: caller.subject, entryId: params.id ?? '' }, working);
}

function askedBy({ call }: Sending, { body }: AnswerOutcome): AskedPlace | undefined {
  const operation = call.target?.operation;
  if (operation === undefined || !takesMessages(operation) || !isJsonObject(body)) return undefined;
  const state = taskWord(memberOf(body, 'state'));
  const { contextId, taskId } = waitingTask(body);
  if (state === undefined || !waiting.includes(state) || taskId === undefined) return undefined;
  return { taskId, state, ...(contextId === undefined ? {} : { contextId }) };
}

async function waitFor(ports: A2aPorts, run: RunRecord, signal: AbortSignal): Promise<RunRecord> {
  let last = run;
  for await (const next of followTask(ports, run, signal)) last = next;
  return last;
}

/** The task of a background call; undefined when the call returned immediately. */
export async function runOf({ runs }: A2aPorts, outcome: Outcome): Promise<RunRecord | undefined> {
  const id = outcome.kind === 'answer' ? outcome.headers[runHeader] : undefined;
  return id === undefined ? undefined : await runs.find(id);
}

/** The response message of a call; throws if the agent refused it. */
function messageOf({ newId }: Pick<A2aPorts, 'newId'>, { call, sent }: Sending, outcome: Outcome): JsonObject {
  if (outcome.kind === 'stream') throw new Error('unexpected stream for a call without streaming');
  const operation = call.target?.operation;
  const { place, outputModes } = sent;
  if (outcome.kind === 'preview') {
    const parts = partsOf(writePreview(outcome.preview), undefined, { modes: outputModes });
    return { messageId: newId(), ...contextMember(place.contextId), role: 'ROLE_AGENT', parts, ...marks(call) };
  }
  const failure = answerFailure(outcome);
  if (failure !== undefined) throw failure;
  const waits = operation !== undefined && takesMessages(operation) ? waitingTask(outcome.body) : {};
  return {
    messageId: newId(),
    ...contextMember(waits.contextId ?? place.contextId ?? newId()),
    ...(waits.taskId === undefined ? {} : { taskId: waits.taskId }),
    role: 'ROLE_AGENT',
    parts: withWarning(
      partsOf(outcome.body, operation, { modes: outputModes, content: outcome.content }),
      outcome.findings,
    ),
    ...marks(call, outcome),
  };
}

function contextMember(contextId: string | undefined): JsonObject {
  return contextId === undefined ? {} : { contextId };
}

/** The agent's conversation, and its task that waits for input. */
function waitingTask(body: JsonValue | undefined): { contextId?: string; taskId?: string } {
  if (!isJsonObject(body)) return {};
  const contextId = memberOf(body, 'context_id');
  const taskId = memberOf(body, 'task_id');
  const waits = body.state !== 'completed';
  return {
    ...(typeof contextId === 'string' ? { contextId } : {}),
    ...(waits && typeof taskId === 'string' ? { taskId } : {}),
  };
}

/** Names of the metadata. */
const metadataNames = {
  origin: `${operationsExtension}/origin`,
  trust: `${operationsExtension}/trust`,
  version: `${operationsExtension}/version`,
  findings: `${operationsExtension}/findings`,
  traceId: `${operationsExtension}/trace_id`,
} as const;

/** Metadata: the origin of the content, and the problems found in it. */
export function marks(call: Call, answer?: AnswerOutcome): JsonObject {
  const findings = answer?.findings ?? [];
  const metadata: JsonObject = {
    [metadataNames.origin]: pathTo('/agents', call.agentId),
    [metadataNames.trust]: 'untrusted',
  };
  if (call.target !== undefined) metadata[metadataNames.version] = call.target.operation.version;
  if (findings.length > 0) metadata[metadataNames.findings] = [...new Set(findings.map(({ code }) => code))];
  metadata[metadataNames.traceId] = call.traceId;
  return { metadata };
}
