/**
 * From a message to the call that it asks for: the task that it continues, the skill that it addresses, its options. If
 * the skill is unclear, the sender is asked instead.
 */
import type { Entry, JsonObject, Operation } from '@dragoman/model';
import type { Caller } from '../../../access/caller.js';
import type { StoredEntry } from '../../../catalogue/store.js';
import { timestamp } from '../../../documents/host.js';
import { defineLazySignal } from '../../../documents/lazy-signal.js';
import type { Call } from '../../../gateway/call.js';
import { callName } from '../../../gateway/choose-operation.js';
import { addCallHeaders } from '../../../transport/call-request.js';
import type { RouteContext } from '../../../transport/route.js';
import type { PartContent } from '../message-parts.js';
import type { A2aPorts } from '../ports.js';
import { takesMessages } from '../skill-schemas.js';
import { face } from '../wire.js';
import { askForSkill, chooseSkill, mergeContent } from './choose-skill.js';
import type { ContinuedMessage } from './continue-task.js';
import { continueTask } from './continue-task.js';
import { a2aFailure } from './faults.js';
import { formOf } from './push-config.js';
import type { SentMessage } from './read-message.js';
import { inputOf, namedSkill, readMessage } from './read-message.js';
import type { WaitingTask } from './waiting-tasks.js';
import { showWaitingTask, storeTask } from './waiting-tasks.js';

/** A message that is being executed. */
export interface Sending {
  call: Call;
  sent: SentMessage;
  /** The stored task that it continues. */
  task?: ContinuedMessage['task'];
}

/** Creates the call for a message, or the task that asks its sender which skill is meant. */
export async function prepareSending(
  ports: A2aPorts,
  context: RouteContext,
  params: JsonObject,
  streamed: boolean,
): Promise<Sending | { question: JsonObject }> {
  const { sent: given, task, earlier } = await continueTask(ports, context, readMessage(params, ports.pushSecret));
  const sent = { ...given, content: mergeContent(earlier, given.content) };
  const chosen = sent.skill === undefined ? await findSkill(ports, context, { sent: given, earlier }) : { sent };
  if ('question' in chosen) {
    const question = await askSender(ports, context, {
      ...chosen.question,
      sent,
      ...(task === undefined ? {} : { task }),
    });
    return { question };
  }
  const call = makeCall(context, chosen.sent, { streamed, task });
  if (chosen.found !== undefined) call.found = chosen.found;
  return { call, sent: chosen.sent, ...(task === undefined ? {} : { task }) };
}

interface Question {
  entry: Entry;
  between: Operation[];
}

type FoundSkill = { sent: SentMessage; found?: StoredEntry } | { question: Question };

/** The skill of a message that names none. The gateway refuses callers that may not see the entry or call. */
async function findSkill(
  ports: A2aPorts,
  context: RouteContext,
  { sent, earlier }: { sent: SentMessage; earlier: PartContent | undefined },
): Promise<FoundSkill> {
  const { caller, params } = context;
  if (caller.kind === 'anonymous') return { sent };
  const found = await readVisible(ports, params.id ?? '', caller);
  if (found === undefined || found.entry.operations.length < 2)
    return { sent, ...(found === undefined ? {} : { found }) };
  const { resolveSkill } = ports;
  const choosing = { caller, signal: context.signal, ...(resolveSkill === undefined ? {} : { resolveSkill }) };
  const choice = await chooseSkill(choosing, found.entry, { content: sent.content, earlier });
  if ('skill' in choice) return { sent: { ...sent, ...choice }, found };
  return { question: { entry: found.entry, between: choice.between } };
}

async function readVisible(ports: A2aPorts, id: string, caller: Caller): Promise<StoredEntry | undefined> {
  try {
    return await ports.readEntry(id, caller);
  } catch {
    return undefined;
  }
}

interface Asking extends Question {
  sent: SentMessage;
  task?: ContinuedMessage['task'];
}

async function askSender(
  ports: A2aPorts,
  { caller, params }: RouteContext,
  { sent, entry, between, task }: Asking,
): Promise<JsonObject> {
  const id = task?.id ?? ports.newId();
  const asked: WaitingTask = {
    id,
    contextId: task?.contextId ?? sent.place.contextId ?? ports.newId(),
    state: 'input-required',
    updatedAt: timestamp(ports.clock),
    parts: askForSkill(entry, between),
    sent: sent as unknown as JsonObject,
  };
  await storeTask(ports, { subject: caller.subject, entryId: params.id ?? '' }, asked);
  return showWaitingTask(asked);
}

interface CallKind {
  streamed: boolean;
  task: ContinuedMessage['task'];
}

function makeCall(context: RouteContext, sent: SentMessage, { streamed, task }: CallKind): Call {
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
      const operation = namedSkill(entry, sent);
      requireOwnTask(sent, operation);
      return { operationName: callName(operation), input: inputOf(operation, sent), wantsStream: streamed };
    },
    facts: {},
  };
  const call: Call = addCallHeaders(defineLazySignal(parts, context), request);
  if (sent.version !== undefined) call.operationVersion = sent.version;
  if (sent.confirmation !== undefined) call.confirmation = sent.confirmation;
  if (sent.idempotencyKey !== undefined) call.idempotencyKey = sent.idempotencyKey;
  const conversation = task?.contextId ?? place.contextId;
  if (conversation !== undefined) call.conversation = conversation;
  if (task !== undefined) call.continuedTask = task.id;
  if (push !== undefined) Object.assign(call, { webhook: push.url, webhookForm: formOf(push) });
  return call;
}

/** Only a skill that takes messages has tasks that continue. */
function requireOwnTask({ place }: SentMessage, operation: Operation): void {
  if (place.taskId === undefined || takesMessages(operation)) return;
  throw a2aFailure('TASK_NOT_FOUND', 'No task with this id exists, or it is not yours.');
}
