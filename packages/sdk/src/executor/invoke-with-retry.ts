/**
 * Retries one call a few times within the designer's time limit. Only temporary errors are retried: what the server
 * says may be retried, otherwise 5xx except 501 and 505, 429, and connection errors. All attempts have the same
 * idempotency key (nact.md GAP-28).
 */
import type { ToolArgument } from '@dragoman/model';
import type { DragomanError } from '../dragoman-error.js';
import { isDragomanError } from '../dragoman-error.js';
import type { CallOptions } from '../transport.js';
import type { BoundTool } from './bound-tool.js';
import type { EventSink } from './executor-event.js';
import type { ToolProgress } from './tool-root.js';

/** Clock and random source. */
export interface RetryPorts {
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  random(): number;
  now(): number;
  newId(): string;
  emit: EventSink;
  /** True when the host receives events, so that the progress of calls is read. */
  followsProgress?: boolean;
}

/** One request. */
export interface RetriedCall extends CallOptions {
  call: string;
  inputs: ToolArgument[];
  retrySeconds: number;
  /** Token of a preview, for a call that a person has approved. */
  confirm?: string;
}

/** The outcome. */
export type Answer = { attempts: number } & ({ body: unknown } | { error: DragomanError });

/** The call again after its preview, once a person has approved it: with the token that the server asks for. */
export async function invokeConfirmed(tool: BoundTool, request: RetriedCall, ports: RetryPorts): Promise<Answer> {
  const { root, signature } = tool;
  const { toolId, version, name } = signature;
  const { signal, inputs } = request;
  const body = { name, input_parameters: inputs };
  try {
    const confirm = await root.preview({ toolId, version, body, ...(signal === undefined ? {} : { signal }) });
    return await invokeWithRetry(tool, confirm === undefined ? request : { ...request, confirm }, ports);
  } catch (error) {
    if (!isDragomanError(error) || error.code === 'ABORTED') throw error;
    return { attempts: 1, error };
  }
}

/** Maximum number of attempts, including those that a gateway made for us. */
const mostAttempts = 4;

/**
 * Invokes the bound version; returns a failure that the model is informed about, and rethrows the caller's own abort.
 */
export async function invokeWithRetry(tool: BoundTool, request: RetriedCall, ports: RetryPorts): Promise<Answer> {
  const { root, signature, identity } = tool;
  const { call, inputs, retrySeconds, ...options } = request;
  const idempotencyKey = ports.newId();
  const body = { name: signature.name, input_parameters: inputs };
  const deadline = ports.now() + retrySeconds * 1_000;
  const onProgress = (progress: ToolProgress) => ports.emit({ type: 'progress', call, tool: identity, ...progress });
  const following = ports.followsProgress === true ? { onProgress } : {};
  let sent = 0;
  for (let attempt = 1; ; attempt += 1) {
    ports.emit({ type: 'sent', call, tool: identity, idempotencyKey, attempt });
    try {
      const { toolId, version } = signature;
      const invocation = { ...options, toolId, version, body, idempotencyKey, ...following };
      return { attempts: attempt, body: await root.invoke(invocation) };
    } catch (error) {
      if (!isDragomanError(error) || error.code === 'ABORTED') throw error;
      sent += Math.max(1, error.upstreamAttempts);
      const delayMs = planDelay(error, { sent, leftMs: deadline - ports.now(), random: ports.random() });
      if (delayMs === undefined) return { attempts: attempt, error };
      const status = error.status === undefined ? {} : { status: error.status };
      ports.emit({ type: 'retrying', call, tool: identity, attempt, delayMs, ...status });
      await ports.sleep(delayMs, request.signal);
    }
  }
}

/** State of a failed attempt. */
export interface DelaySituation {
  /** How often the call was sent. */
  sent: number;
  /** Milliseconds left. */
  leftMs: number;
  /** A number in [0, 1). */
  random: number;
}

/** Milliseconds until the next attempt; undefined to give up. The last attempt is made when the time is up. */
export function planDelay(error: DragomanError, { sent, leftMs, random }: DelaySituation): number | undefined {
  const retries = mostAttempts - sent;
  if (!isTemporary(error) || leftMs <= 0 || retries <= 0) return undefined;
  // Each delay is about twice as long as the one before, and the last one takes the rest of the time.
  const share = retries === 1 ? 1 : (0.75 + random / 2) / (2 ** retries - 1);
  const own = Math.ceil(leftMs * share);
  const hint = (error.retryAfter ?? 0) * 1_000;
  // Retrying before the requested time would be worse than giving up.
  return hint > leftMs ? undefined : Math.max(own, hint);
}

/** Whether the same call may succeed later. */
export function isTemporary({ status, code, isStated, retryable }: DragomanError): boolean {
  // A person decides when they want to; a few seconds make no difference.
  if (code === 'APPROVAL_PENDING') return false;
  if (isStated) return retryable;
  if (status === undefined) return code === 'CONNECTION_FAILED' || code === 'TIMED_OUT';
  return status === 429 || (status >= 500 && status <= 599 && status !== 501 && status !== 505);
}
