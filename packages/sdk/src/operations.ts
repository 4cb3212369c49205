/** Asynchronous calls: read by id, polled at the gateway's interval, canceled. */
import type { JsonObject, JsonValue, RunState } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { readAnswerMedia, readPartsMedia } from './answer-media.js';
import type { DragomanError } from './dragoman-error.js';
import { clientError } from './dragoman-error.js';
import type { CallAnswer } from './invocation.js';
import { walkPages } from './pages.js';
import { listOf } from './read-hits.js';
import { readErrorObject } from './read-response.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** State of an asynchronous call; the last four are final. */
export type OperationState = RunState;

/** An asynchronous call. */
export interface OperationStatus {
  id: string;
  state: OperationState;
  /** True when it has ended. */
  ended: boolean;
  agent?: string;
  operation?: string;
  createdAt?: string;
  updatedAt?: string;
  /** Seconds until the next poll; absent when it has ended. */
  pollAfter?: number;
  /** What the service last reported while it runs, if anything; third-party content. */
  progress?: OperationProgress;
  /** The result, once available. */
  answer?: CallAnswer;
  /** Why it failed. */
  error?: DragomanError;
  [member: string]: unknown;
}

/** What a service reports while a background call runs. */
export interface OperationProgress {
  /** How much is done, of a total. */
  progress?: number;
  total?: number;
  message?: string;
}

/** A call that the gateway has accepted. */
export interface LongCall {
  kind: 'accepted';
  id: string;
  state: OperationState;
  /** Seconds until the first poll. */
  pollAfter: number;
  /** Waits for the end and returns the result. */
  wait(options?: WaitOptions): Promise<CallAnswer>;
  cancel(options?: CallOptions): Promise<OperationStatus>;
}

/** Wait options. */
export interface WaitOptions extends CallOptions {
  /** Milliseconds until waiting ends with `TIMED_OUT`; the call itself continues. No limit by default. */
  maxWaitMs?: number;
  /** Called after each poll. */
  onPoll?: (status: OperationStatus) => void;
}

/** Calls for asynchronous calls. */
export interface OperationCalls {
  read(id: string, options?: CallOptions): Promise<OperationStatus>;
  /** Your own, newest first, page after page. */
  list(options?: CallOptions & { pageSize?: number }): AsyncGenerator<OperationStatus, void>;
  /** Waits for the end: returns the result, or throws the final error. */
  wait(id: string, options?: WaitOptions): Promise<CallAnswer>;
  /** Requests cancellation; completed effects are not undone. */
  cancel(id: string, options?: CallOptions): Promise<OperationStatus>;
  /** The signing secret of your webhooks, for `readWebhook`. */
  webhookSecret(options?: CallOptions): Promise<string>;
}

const states: readonly string[] = ['queued', 'running', 'succeeded', 'failed', 'cancelled', 'interrupted'];
const endings: readonly string[] = states.slice(2);
const usualPollSeconds = 2;
const longestPollSeconds = 60;

/** Creates the calls over a transport. */
export function createOperationCalls(transport: Transport): OperationCalls {
  const read = async (id: string, options: CallOptions = {}) =>
    readStatus(await transport.send({ ...options, method: 'GET', to: ['operations', id], repeatable: true }));
  return {
    read,
    list({ pageSize = 100, ...options } = {}) {
      const query = new URLSearchParams({ limit: String(pageSize) });
      const request = { ...options, method: 'GET', to: ['operations'], query, repeatable: true } as const;
      return walkPages(
        transport,
        () => request,
        (page) => ({
          items: listOf(page.body, page.status, ['operations']).map((body) => readStatus({ ...page, body })),
        }),
      );
    },
    async wait(id, options = {}) {
      const { state, answer, error } = await waitForEnd({ transport, read }, id, options);
      if (state === 'succeeded' && answer !== undefined) return answer;
      throw error ?? clientError('UNEXPECTED_STATUS', { message: `The call ${id} ended as ${state}.` });
    },
    async cancel(id, options = {}) {
      // The server rejects a second cancellation as a conflict, which would hide that the first one worked.
      const request = { ...options, method: 'POST', to: ['operations', id, 'cancel'], repeatable: false } as const;
      return readStatus(await transport.send(request));
    },
    async webhookSecret(options = {}) {
      const to = ['operations', 'webhook-secret'];
      const { body, status } = await transport.send({ ...options, method: 'GET', to, repeatable: true });
      if (isJsonObject(body) && typeof body.secret === 'string') return body.secret;
      throw clientError('INVALID_RESPONSE', { message: 'The response contains no secret.', status });
    },
  };
}

/** The handle of an accepted call (202). */
export function readLongCall(incoming: Incoming, operations: OperationCalls): LongCall {
  const { id, state, pollAfter = usualPollSeconds } = readStatus(incoming);
  return {
    kind: 'accepted',
    id,
    state,
    pollAfter,
    wait: (options) => operations.wait(id, options),
    cancel: (options) => operations.cancel(id, options),
  };
}

interface WaitPorts {
  transport: Transport;
  read(id: string, options?: CallOptions): Promise<OperationStatus>;
}

async function waitForEnd({ transport, read }: WaitPorts, id: string, options: WaitOptions): Promise<OperationStatus> {
  const { signal, maxWaitMs = Number.POSITIVE_INFINITY, onPoll } = options;
  let waitedMs = 0;
  for (;;) {
    const status = await read(id, signal === undefined ? {} : { signal });
    onPoll?.(status);
    if (status.ended) return status;
    const delay = Math.min(status.pollAfter ?? usualPollSeconds, longestPollSeconds) * 1_000;
    if (waitedMs + delay > maxWaitMs) {
      throw clientError('TIMED_OUT', { message: `The call ${id} is still ${status.state}; poll again later.` });
    }
    await transport.sleep(delay, signal);
    waitedMs += delay;
  }
}

function readStatus({ body, status, headers, attempts }: Incoming): OperationStatus {
  if (!isJsonObject(body) || typeof body.id !== 'string' || !isState(body.state)) {
    throw clientError('INVALID_RESPONSE', {
      message: 'The response is not the state of an asynchronous call.',
      status,
    });
  }
  const { id, state, agent, operation, created_at: createdAt, updated_at: updatedAt, failure, result, ...rest } = body;
  const ended = endings.includes(state);
  const hint = Number(headers.get('retry-after') ?? body.retry_after);
  const traceId = typeof body.trace_id === 'string' ? { traceId: body.trace_id } : {};
  return {
    ...rest,
    id,
    state,
    ended,
    ...texts({ agent, operation, createdAt, updatedAt }),
    ...(ended ? {} : { pollAfter: Number.isFinite(hint) && hint > 0 ? hint : usualPollSeconds }),
    ...(isJsonObject(result) ? { answer: { ...readResult(result, String(agent ?? id)), ...traceId, attempts } } : {}),
    ...(isJsonObject(failure) ? { error: readErrorObject(failure, attempts) } : {}),
  };
}

/** The service's result is in its own member, with its origin. */
function readResult(result: JsonObject, agent: string): Omit<CallAnswer, 'attempts'> {
  const { content, status, media_type: type, parts } = result;
  const mediaType = typeof type === 'string' ? type : undefined;
  const media = [...readAnswerMedia(content, mediaType), ...readPartsMedia(parts)];
  const findings = (Array.isArray(result.findings) ? result.findings : []).filter(isJsonObject).slice(0, 100);
  const codes = findings.map(({ code }) => String(code));
  return {
    kind: 'answer',
    output: content,
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(media.length === 0 ? {} : { media }),
    status: typeof status === 'number' ? status : 200,
    untrusted: true,
    origin: agent,
    verdict: codes.some((code) => code.startsWith('gateway/output-')) ? 'breaks' : 'fits',
    findings: findings.map(({ code, message, pointer }) => ({
      code: String(code),
      message: String(message ?? ''),
      pointer: String(pointer ?? ''),
    })),
    replayed: false,
  };
}

function texts(values: Record<string, JsonValue | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function isState(value: unknown): value is OperationState {
  return typeof value === 'string' && states.includes(value);
}
