/**
 * `SendMessage`: a message becomes a call through the gateway. An immediate result is returned as a message; a
 * background call is returned as a task, which the sender waits for unless it asked otherwise.
 */
import type { Entry, JsonObject } from '@dragoman/model';
import type { RunRecord } from '../../../catalogue/runs.js';
import { defineLazySignal } from '../../../documents/lazy-signal.js';
import { answerFailure } from '../../../gateway/answer-failure.js';
import type { AnswerOutcome, Call, Outcome } from '../../../gateway/call.js';
import { callName } from '../../../gateway/choose-operation.js';
import { runHeader } from '../../../gateway/runs/run-answer.js';
import { writePreview } from '../../../transport/call-answer.js';
import { addCallHeaders } from '../../../transport/call-request.js';
import { pathTo } from '../../../transport/links.js';
import type { RouteContext } from '../../../transport/route.js';
import type { A2aPorts } from '../ports.js';
import { takesMessages } from '../skill-schemas.js';
import { face, memberOf, operationsExtension } from '../wire.js';
import { a2aFailure } from './faults.js';
import { formOf } from './push-config.js';
import type { SentMessage } from './read-message.js';
import { chooseSkill, inputOf, readMessage } from './read-message.js';
import { partsOf, taskOf, withWarning } from './task-view.js';
import { followTask } from './tasks.js';

/** A message that is being executed. */
export interface Sending {
  call: Call;
  sent: SentMessage;
}

/** Creates the call for a message. */
export async function prepareSending(
  ports: A2aPorts,
  context: RouteContext,
  params: JsonObject,
  streamed: boolean,
): Promise<Sending> {
  const sent = readMessage(params);
  await refuseKnownTask(ports, context, sent);
  return { call: makeCall(context, sent, streamed), sent };
}

/** Tasks do not accept further messages; an unknown task id may belong to the agent, which then decides. */
async function refuseKnownTask({ runs }: A2aPorts, { caller }: RouteContext, { place }: SentMessage): Promise<void> {
  if (place.taskId === undefined) return;
  const run = await runs.find(place.taskId);
  if (run === undefined || run.subject !== caller.subject) return;
  throw a2aFailure(
    'UNSUPPORTED_OPERATION',
    'This task does not accept further messages; send a new message without a task id.',
  );
}

function makeCall(context: RouteContext, sent: SentMessage, streamed: boolean): Call {
  const { request, caller, traceId, traceparent, params } = context;
  const { push, place } = sent;
  const parts = {
    caller,
    traceId,
    traceparent,
    face,
    agentId: params.id ?? '',
    input: null,
    dryRun: sent.dryRun,
    wantsStream: streamed,
    background: sent.returnImmediately || push !== undefined,
    unpack: (entry: Entry) => {
      const operation = chooseSkill(entry, sent);
      requireOwnTask(sent, takesMessages(operation));
      return { operationName: callName(operation), input: inputOf(operation, sent), wantsStream: streamed };
    },
    facts: {},
  };
  const call: Call = addCallHeaders(defineLazySignal(parts, context), request);
  if (sent.version !== undefined) call.operationVersion = sent.version;
  if (sent.confirmation !== undefined) call.confirmation = sent.confirmation;
  if (sent.idempotencyKey !== undefined) call.idempotencyKey = sent.idempotencyKey;
  if (place.contextId !== undefined) call.conversation = place.contextId;
  if (push !== undefined) Object.assign(call, { webhook: push.url, webhookForm: formOf(push) });
  return call;
}

function requireOwnTask({ place }: SentMessage, handedOn: boolean): void {
  if (place.taskId === undefined || handedOn) return;
  throw a2aFailure('TASK_NOT_FOUND', 'No task with this id exists, or it is not yours.');
}

/** `SendMessage`. */
export async function sendMessage(ports: A2aPorts, context: RouteContext, params: JsonObject): Promise<JsonObject> {
  const { call, sent } = await prepareSending(ports, context, params, false);
  const outcome = await ports.gateway.invoke(call);
  const run = await runOf(ports, outcome);
  if (run === undefined) return { message: messageOf(ports, { call, sent }, outcome) };
  const ended = sent.returnImmediately || sent.push !== undefined ? run : await waitFor(ports, run, context.signal);
  return { task: taskOf(ended, call.target?.operation) };
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
export function messageOf({ newId }: Pick<A2aPorts, 'newId'>, { call, sent }: Sending, outcome: Outcome): JsonObject {
  if (outcome.kind === 'stream') throw new Error('unexpected stream for a call without streaming');
  const operation = call.target?.operation;
  const { place, outputModes } = sent;
  if (outcome.kind === 'preview') {
    const parts = partsOf(writePreview(outcome.preview), undefined, { modes: outputModes });
    return { messageId: newId(), ...contextMember(place.contextId), role: 'ROLE_AGENT', parts, ...marks(call) };
  }
  const failure = answerFailure(outcome);
  if (failure !== undefined) throw failure;
  const waits = waitingTask(outcome, operation !== undefined && takesMessages(operation));
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
function waitingTask({ body }: AnswerOutcome, isMessage: boolean): { contextId?: string; taskId?: string } {
  if (!isMessage || typeof body !== 'object' || body === null || Array.isArray(body)) return {};
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
