/** Shows a background call as a task: its state, its artifacts, why it failed. */
import type { Diagnostic, JsonObject, JsonValue, Operation, RunState } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { RunRecord } from '../../../catalogue/runs.js';
import { endStates } from '../../../catalogue/runs.js';
import { restoreContent } from '../../../gateway/media.js';
import { outputWarning } from '../../../transport/output-warning.js';
import { waiting } from '../call-result.js';
import { failureDomain } from '../error-details.js';
import { writeContent, writeParts } from '../message-parts.js';
import { contentOfOutput, takesMessages } from '../skill-schemas.js';
import type { TaskWord } from '../wire.js';
import { extensionMember, memberOf, taskStates, taskWord } from '../wire.js';
import type { RemotePlace } from './waiting-tasks.js';

const words: Readonly<Record<RunState, TaskWord>> = {
  queued: 'submitted',
  running: 'working',
  succeeded: 'completed',
  failed: 'failed',
  cancelled: 'canceled',
  interrupted: 'failed',
};

/** The id of a task: of the run, unless it continues a task that its sender knows. */
export function taskIdOf({ id, request }: RunRecord): string {
  return typeof request.continued_task === 'string' ? request.continued_task : id;
}

/** The conversation of a task; its own id if the sender named none. */
export function contextOf(run: RunRecord): string {
  const { conversation } = run.request;
  return typeof conversation === 'string' ? conversation : taskIdOf(run);
}

/** Where a remote agent waits for input, and for which. */
export interface AskedPlace extends RemotePlace {
  state: TaskWord;
}

/** Where the agent of a background call waits for input; undefined when it does not. */
export function askedIn({ state, result }: RunRecord): AskedPlace | undefined {
  if (state !== 'succeeded' || !isJsonObject(result)) return undefined;
  const asked = taskWord(memberOf(result, 'state'));
  const taskId = memberOf(result, 'task_id');
  const contextId = memberOf(result, 'context_id');
  if (asked === undefined || !waiting.includes(asked) || typeof taskId !== 'string') return undefined;
  return { taskId, state: asked, ...(typeof contextId === 'string' ? { contextId } : {}) };
}

/** The A2A name of a task's state. */
export function stateOf(run: RunRecord): string {
  return taskStates[askedIn(run)?.state ?? words[run.state]];
}

/** The task, optionally without its artifacts. */
export function taskOf(run: RunRecord, operation: Operation | undefined, withArtifacts = true): JsonObject {
  const artifacts = withArtifacts && askedIn(run) === undefined ? artifactsOf(run, operation) : [];
  return {
    id: taskIdOf(run),
    contextId: contextOf(run),
    status: statusValue(run, operation),
    ...(artifacts.length === 0 ? {} : { artifacts }),
    metadata: { [extensionMember.skill]: run.operationName },
  };
}

/** The status update, as used in streams and notifications. */
export function statusOf(run: RunRecord, operation?: Operation): JsonObject {
  return { taskId: taskIdOf(run), contextId: contextOf(run), status: statusValue(run, operation) };
}

/** The output of a task that succeeded, or the agent's response when it failed. */
export function artifactsOf(run: RunRecord, operation: Operation | undefined): JsonObject[] {
  if (!endStates.includes(run.state) || run.result === undefined) return [];
  const content = restoreContent({ ...run, body: run.result }, operation);
  // What an agent says about a failed call has another form than the output of its operation.
  const isOutput = run.status === undefined || run.status < 300;
  const parts = withWarning(partsOf(run.result, isOutput ? operation : undefined, { content }), run.findings ?? []);
  return [{ artifactId: `${run.id}-result`, name: 'result', parts }];
}

/** The parts, and a warning after them if the output is not as declared. */
export function withWarning(parts: JsonObject[], findings: readonly Diagnostic[]): JsonObject[] {
  const warning = outputWarning(findings);
  return warning === undefined ? parts : [...parts, { text: warning }];
}

/** What a reader accepts, and the parts of an answer that has several. */
export interface PartOptions {
  modes?: readonly string[];
  content?: readonly JsonObject[] | undefined;
}

/** An output as parts; objects stay objects unless the reader accepts only text, and media are files. */
export function partsOf(
  output: JsonValue | undefined,
  operation: Operation | undefined,
  { modes = [], content = [] }: PartOptions = {},
): JsonObject[] {
  if (output === undefined) return [{ text: '' }];
  if (operation !== undefined && takesMessages(operation)) {
    const parts = writeParts(contentOfOutput(output));
    return parts.length === 0 ? [{ text: '' }] : parts;
  }
  const others = content.filter(({ type }) => type !== 'text');
  if (others.length > 0) {
    const isWhole = typeof output === 'string' || (isJsonObject(output) && Array.isArray(output.content));
    return isWhole ? writeContent(content) : [...partsOf(output, operation, { modes }), ...writeContent(others)];
  }
  if (typeof output === 'string') return [{ text: output }];
  const wordsOnly = modes.length > 0 && !modes.some((mode) => /json|\*/.test(mode)) && modes.includes('text/plain');
  return [wordsOnly ? { text: JSON.stringify(output) } : { data: output, mediaType: 'application/json' }];
}

function statusValue(run: RunRecord, operation: Operation | undefined): JsonObject {
  const { failure, updatedAt } = run;
  if (askedIn(run) !== undefined) {
    const [{ parts = [] } = {}] = artifactsOf(run, operation);
    const place = { contextId: contextOf(run), taskId: taskIdOf(run) };
    const message = { messageId: `${run.id}-question`, ...place, role: 'ROLE_AGENT', parts };
    return { state: stateOf(run), timestamp: updatedAt, message };
  }
  return {
    state: stateOf(run),
    timestamp: updatedAt,
    ...(failure === undefined ? progressMessage(run) : { message: failureMessage(run, failure) }),
  };
}

/** What the service says while it works. */
function progressMessage(run: RunRecord): { message?: JsonObject } {
  const said = progressOf(run);
  if (said === undefined) return {};
  const place = { contextId: contextOf(run), taskId: taskIdOf(run) };
  return { message: { messageId: `${run.id}-progress`, ...place, role: 'ROLE_AGENT', parts: [{ text: said }] } };
}

/** The message of a service that works on a task. */
export function progressOf({ state, progress }: RunRecord): string | undefined {
  const said = endStates.includes(state) ? undefined : progress?.message;
  return typeof said === 'string' ? said : undefined;
}

/** Why a task failed, with its code and whether to retry. */
function failureMessage(run: RunRecord, failure: JsonObject): JsonObject {
  const { code, detail, retryable, retry_after: after } = failure;
  return {
    messageId: `${run.id}-failure`,
    contextId: contextOf(run),
    taskId: taskIdOf(run),
    role: 'ROLE_AGENT',
    parts: [{ text: typeof detail === 'string' ? detail : String(code) }],
    metadata: {
      reason: typeof code === 'string' ? code : 'INTERNAL',
      domain: failureDomain,
      metadata: {
        retryable: String(retryable === true),
        ...(typeof after === 'number' ? { retryAfter: String(after) } : {}),
        traceId: run.traceId,
      },
    },
  };
}

/** The operation of a task, if its agent still has it. */
export function operationOf(operations: readonly Operation[], run: RunRecord): Operation | undefined {
  return operations.find(({ id }) => id === run.operationId);
}
