/** A background call as an MCP task: its state, and its result in the form of `tools/call`. */
import type { FailureCode, JsonObject, Operation, RunState } from '@dragoman/model';
import { Failure, failures } from '@dragoman/model';
import type { RunRecord } from '../../../catalogue/runs.js';
import type { AnswerOutcome } from '../../../gateway/call.js';
import { mediaTypeHeader, restoreContent } from '../../../gateway/media.js';
import { pollSeconds } from '../../../gateway/runs/run-answer.js';
import type { ToolAim } from './root.js';
import { faultOf } from './rpc-fault.js';
import { refusalOf, resultOf } from './tool-result.js';

/** What a task is shown with. */
export interface TaskView {
  /** True for the extension of the stateless revision, which names some members differently. */
  modern: boolean;
  /** True when questions wait for the client. */
  asks: boolean;
  /** Milliseconds since the epoch. */
  now: number;
  /** Seconds for which an ended call is kept. */
  keepSeconds: number;
}

const words: Readonly<Record<RunState, string>> = {
  queued: 'working',
  running: 'working',
  succeeded: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
  interrupted: 'failed',
};

/** The state of a task. In the extension, `failed` is reserved for calls that the tool has not answered. */
export function taskStatus(run: RunRecord, { modern, asks }: Pick<TaskView, 'modern' | 'asks'>): string {
  const word = words[run.state];
  if (word === 'working') return asks ? 'input_required' : word;
  return modern && word === 'failed' && run.result !== undefined ? 'completed' : word;
}

/** The members of a task, without its result. */
export function writeTask(run: RunRecord, view: TaskView): JsonObject {
  const { modern, now, keepSeconds } = view;
  const [ttl, poll] = [keepSeconds * 1000, pollSeconds(run, now) * 1000];
  // What the service says while it works, or why the task failed.
  const detail = run.failure?.detail ?? (words[run.state] === 'working' ? run.progress?.message : undefined);
  return {
    taskId: run.id,
    status: taskStatus(run, view),
    ...(typeof detail === 'string' ? { statusMessage: detail.slice(0, 1000) } : {}),
    createdAt: run.createdAt,
    lastUpdatedAt: run.updatedAt,
    ...(modern ? { ttlMs: ttl, pollIntervalMs: poll } : { ttl, pollInterval: poll }),
  };
}

/** The failure of a call without an answer; undefined when there is an answer. */
export function failureOfRun({ failure, result }: RunRecord): Failure | undefined {
  if (failure === undefined || result !== undefined) return undefined;
  const { code, detail, retry_after: after, outcome_unknown: unknown } = failure;
  const known: FailureCode =
    typeof code === 'string' && Object.hasOwn(failures, code) ? (code as FailureCode) : 'INTERNAL';
  return new Failure(known, {
    ...(typeof detail === 'string' ? { message: detail } : {}),
    ...(typeof after === 'number' ? { retryAfter: after } : {}),
    outcomeUnknown: unknown === true,
  });
}

/** The failure as an error of JSON-RPC. */
export function taskError(failure: Failure): JsonObject {
  return { ...faultOf(failure) };
}

/** What `tools/call` would have returned. */
export function taskResult(run: RunRecord, aim: ToolAim, operation: Operation | undefined): JsonObject {
  const failure = failureOfRun(run);
  if (failure !== undefined) return refusalOf(run, failure);
  const { result: body, mediaType, findings = [], status = 200 } = run;
  const kept = {
    ...(body === undefined ? {} : { body }),
    ...(run.content === undefined ? {} : { content: run.content }),
  };
  const content = restoreContent({ ...kept, mediaType }, operation);
  const outcome: AnswerOutcome = {
    kind: 'answer',
    status,
    headers: mediaType === undefined ? {} : { [mediaTypeHeader]: mediaType },
    findings,
    replayed: false,
    ...(body === undefined ? {} : { body }),
    ...(content === undefined ? {} : { content }),
  };
  const context = {
    agentId: run.agentId,
    traceId: run.traceId,
    ...(operation === undefined ? {} : { target: { operation } }),
  };
  return resultOf(context, aim, outcome);
}
