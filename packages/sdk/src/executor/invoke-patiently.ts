/**
 * Sends one request until it has an answer or the designer's patience ends. Only what is temporary is repeated: 5xx but
 * 501 and 505, 429, and a connection without a reply; all attempts carry the same idempotency key (nact.md GAP-28).
 */
import type { ToolArgument } from '@dragoman/model';
import type { DragomanError } from '../dragoman-error.js';
import { isDragomanError } from '../dragoman-error.js';
import type { CallOptions } from '../transport.js';
import type { BoundTool } from './bound-tool.js';
import type { EventSink } from './executor-event.js';

/** Clock and randomness of the attempts. */
export interface PatiencePorts {
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  random(): number;
  now(): number;
  newId(): string;
  emit: EventSink;
}

/** One request. */
export interface Patience extends CallOptions {
  call: string;
  inputs: ToolArgument[];
  retrySeconds: number;
}

/** What came of it. */
export type Answer = { attempts: number } & ({ body: unknown } | { error: DragomanError });

const firstDelayMs = 250;
const longestDelayMs = 15_000;

/** Invokes the bound version; a failure that a model is to be told of is returned, the caller's own abort is thrown. */
export async function invokePatiently(tool: BoundTool, request: Patience, ports: PatiencePorts): Promise<Answer> {
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

/** Where a failed attempt stands. */
export interface DelaySituation {
  attempt: number;
  /** Milliseconds of patience left. */
  leftMs: number;
  /** A number from 0 up to 1. */
  random: number;
}

/** Milliseconds until the next attempt; undefined: give up. The last one is made when the patience ends. */
export function planDelay(error: DragomanError, { attempt, leftMs, random }: DelaySituation): number | undefined {
  if (!isTemporary(error) || leftMs <= 0) return undefined;
  const full = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempt - 1, 16));
  const own = Math.min(leftMs, Math.ceil(full / 2 + (full / 2) * random));
  const hint = (error.retryAfter ?? 0) * 1_000;
  // To come back earlier than the server asked would be worse than not to come back.
  return hint > leftMs ? undefined : Math.max(own, hint);
}

/** Whether the same request may succeed later. */
export function isTemporary({ status, code }: DragomanError): boolean {
  if (status === undefined) return code === 'CONNECTION_FAILED' || code === 'TIMED_OUT';
  return status === 429 || (status >= 500 && status <= 599 && status !== 501 && status !== 505);
}
