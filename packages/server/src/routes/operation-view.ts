/** Writes a background call for its caller; the service's output is in a separate member with its origin. */
import type { HttpReply, RunRecord } from '@dragoman/core/http';
import {
  createReply,
  endStates,
  mediaTypeHeader,
  originHeader,
  pathTo,
  pollSeconds,
  runLinks,
  trustHeader,
  writeWebhook,
} from '@dragoman/core/http';
import type { FailureCode, JsonObject } from '@dragoman/model';
import { Failure, failures } from '@dragoman/model';

/** Writes a run; lists omit the result, since results may be large. */
export function writeOperation(run: RunRecord, now: number, form: 'whole' | 'listed'): JsonObject {
  const ended = endStates.includes(run.state);
  return {
    id: run.id,
    state: run.state,
    agent: run.agentId,
    operation: run.operationName,
    version: run.operationVersion,
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    expires_at: run.expiresAt,
    ...(ended ? {} : { retry_after: pollSeconds(run, now) }),
    ...(ended || run.progress === undefined ? {} : { progress: run.progress }),
    trace_id: run.traceId,
    ...(form === 'whole' && isAnswered(run) ? { result: writeResult(run) } : {}),
    ...(run.failure === undefined ? {} : { failure: run.failure }),
    ...writeWebhooks(run),
    links: runLinks(run),
  };
}

/** True when the service responded, with or without a body. */
function isAnswered({ state, result }: RunRecord): boolean {
  return state === 'succeeded' || result !== undefined;
}

function writeResult(run: RunRecord): JsonObject {
  return {
    origin: pathTo('/agents', run.agentId),
    trust: 'untrusted',
    status: run.status ?? 200,
    ...(run.findings === undefined ? {} : { findings: run.findings.map(writeFinding) }),
    ...(run.result === undefined ? {} : { content: run.result }),
    ...(run.mediaType === undefined ? {} : { media_type: run.mediaType }),
    ...(run.content === undefined ? {} : { parts: run.content }),
  };
}

function writeFinding({ code, severity, message, location }: NonNullable<RunRecord['findings']>[number]): JsonObject {
  return { code, severity, message, pointer: location.pointer };
}

/** Most calls have one webhook, which has its own member. */
function writeWebhooks({ webhooks = [] }: RunRecord): JsonObject {
  const [first] = webhooks;
  if (first === undefined) return {};
  const all = webhooks.map(writeWebhook);
  return { webhook: writeWebhook(first), ...(all.length === 1 ? {} : { webhooks: all }) };
}

/** Writes the service's response as the call would have returned it; throws the failure of a failed call. */
export function resultReply(run: RunRecord, now: number): HttpReply {
  if (!endStates.includes(run.state)) {
    throw new Failure('CALL_RUNNING', {
      message: `The operation has not ended yet; its state is '${run.state}'.`,
      retryAfter: pollSeconds(run, now),
    });
  }
  if (!isAnswered(run)) throw failureOf(run);
  const status = run.status ?? 200;
  const headers = {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    [originHeader]: pathTo('/agents', run.agentId),
    [trustHeader]: 'untrusted',
    ...(run.mediaType === undefined ? {} : { [mediaTypeHeader]: run.mediaType }),
  };
  if (run.result === undefined) return createReply(null, { status: 204, headers });
  return createReply(JSON.stringify(run.result), {
    status,
    headers: { ...headers, 'Content-Type': 'application/json' },
  });
}

function failureOf({ failure }: RunRecord): Failure {
  const code = failure?.code;
  const known = typeof code === 'string' && Object.hasOwn(failures, code) ? (code as FailureCode) : 'INTERNAL';
  const detail = failure?.detail;
  return new Failure(known, typeof detail === 'string' ? { message: detail } : {});
}
