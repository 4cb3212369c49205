/**
 * Retries one call until it has a response or the designer's time limit ends. Only temporary errors are retried: 5xx
 * except 501 and 505, 429, and connection errors; all attempts have the same idempotency key (nact.md GAP-28).
 */
import type { ToolArgument } from '@dragoman/model';
import type { DragomanError } from '../dragoman-error.js';
import { isDragomanError } from '../dragoman-error.js';
import type { CallOptions } from '../transport.js';
import type { BoundTool } from './bound-tool.js';
import type { EventSink } from './executor-event.js';

/** Clock and random source. */
export interface RetryPorts {
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  random(): number;
  now(): number;
  newId(): string;
  emit: EventSink;
}

/** One request. */
export interface RetriedCall extends CallOptions {
  call: string;
  inputs: ToolArgument[];
  retrySeconds: number;
}

/** The outcome. */
export type Answer = { attempts: number } & ({ body: unknown } | { error: DragomanError });

const firstDelayMs = 250;
const longestDelayMs = 15_000;

/**
 * Invokes the bound version; returns a failure that the model is informed about, and rethrows the caller's own abort.
 */
export async function invokeWithRetry(tool: BoundTool, request: RetriedCall, ports: RetryPorts): Promise<Answer> {
  const { root, signature, identity } = tool;
  const { call, inputs, retrySeconds, ...options } = request;
  const idempotencyKey = ports.newId();
  const body = { name: signature.name, input_parameters: inputs };
  const deadline = ports.now() + retrySeconds * 1_000;
  for (let attempt = 1; ; attempt += 1) {
    ports.emit({ type: 'sent', call, tool: identity, idempotencyKey, attempt });
    try {
      const { toolId, version } = signature;
      return { attempts: attempt, body: await root.invoke({ ...options, toolId, version, body, idempotencyKey }) };
    } catch (error) {
      if (!isDragomanError(error) || error.code === 'ABORTED') throw error;
      const delayMs = planDelay(error, { attempt, leftMs: deadline - ports.now(), random: ports.random() });
      if (delayMs === undefined) return { attempts: attempt, error };
      const status = error.status === undefined ? {} : { status: error.status };
      ports.emit({ type: 'retrying', call, tool: identity, attempt, delayMs, ...status });
      await ports.sleep(delayMs, request.signal);
    }
  }
}

/** State of a failed attempt. */
export interface DelaySituation {
  attempt: number;
  /** Milliseconds left. */
  leftMs: number;
  /** A number in [0, 1). */
  random: number;
}

/** Milliseconds until the next attempt; undefined to give up. The last attempt is made when the time is up. */
export function planDelay(error: DragomanError, { attempt, leftMs, random }: DelaySituation): number | undefined {
  if (!isTemporary(error) || leftMs <= 0) return undefined;
  const full = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempt - 1, 16));
  const own = Math.min(leftMs, Math.ceil(full / 2 + (full / 2) * random));
  const hint = (error.retryAfter ?? 0) * 1_000;
  // Retrying before the requested time would be worse than giving up.
  return hint > leftMs ? undefined : Math.max(own, hint);
}

/** Whether the same call may succeed later. */
export function isTemporary({ status, code }: DragomanError): boolean {
  if (status === undefined) return code === 'CONNECTION_FAILED' || code === 'TIMED_OUT';
  return status === 429 || (status >= 500 && status <= 599 && status !== 501 && status !== 505);
}
