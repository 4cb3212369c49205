/**
 * A call stored as a run: what is stored of it, and how it is created again. Credentials are never stored; the caller
 * gets back exactly the permissions that it had.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Caller, CallerKind } from '../../access/caller.js';
import type { RunRecord, RunWebhook } from '../../catalogue/runs.js';
import type { Call, TargetedCall } from '../call.js';
import { wireName } from '../choose-operation.js';
import type { ClientLine } from '../client-line.js';
import { isRepeatable } from '../is-repeatable.js';

/** Where and when a run begins. */
export interface RunStart {
  id: string;
  node: string;
  /** RFC 3339, UTC. */
  now: string;
  /** The same time on the clock of leases. */
  dueAt: string;
  expiresAt: string;
  /** The task of the service that is followed, if the call was made before. */
  task?: JsonObject | undefined;
}

/** The record of a call that was accepted; it waits for a process with free capacity. */
export function toRun(call: TargetedCall, { id, node, now, dueAt, expiresAt, task }: RunStart): RunRecord {
  const { stored, operation } = call.target;
  return {
    id,
    subject: call.caller.subject,
    scopes: [...call.caller.scopes],
    agentId: stored.entry.id,
    operationId: operation.id,
    operationName: wireName(operation) ?? operation.name,
    operationVersion: operation.version,
    state: 'queued',
    request: { ...requestOf(call), ...(task === undefined ? {} : { upstream_task: task }) },
    repeatable: task !== undefined || isRepeatable(operation, { ...call, idempotencyKey: runKey(id) }),
    traceId: call.traceId,
    createdAt: now,
    updatedAt: now,
    expiresAt,
    node,
    leaseUntil: dueAt,
    ...(call.webhook === undefined ? {} : { webhooks: [webhookOf(call.webhook, call.webhookForm)] }),
  };
}

function webhookOf(url: string, form: JsonObject | undefined): RunWebhook {
  return { url, attempts: 0, ...(form === undefined ? {} : { form }) };
}

function requestOf(call: TargetedCall): JsonObject {
  const { actingFor } = call.facts;
  return {
    input: call.input,
    face: call.face,
    caller_kind: call.caller.kind,
    traceparent: call.traceparent,
    ...(call.tracestate === undefined ? {} : { tracestate: call.tracestate }),
    ...(call.requestId === undefined ? {} : { request_id: call.requestId }),
    ...(actingFor === undefined ? {} : { acting_for: actingFor }),
    ...(call.conversation === undefined ? {} : { conversation: call.conversation }),
    ...(call.continuedTask === undefined ? {} : { continued_task: call.continuedTask }),
    ...(call.form === undefined ? {} : { form: call.form }),
    ...(call.backgroundClient === undefined ? {} : { client: { ...call.backgroundClient } }),
  };
}

/**
 * The key of a run's call in the ledger. It belongs to the run, so that a run which is resumed finds out there whether
 * its call was sent, and its answer.
 */
export function runKey(id: string): string {
  return `run:${id}`;
}

/** How a run's call is made. */
export interface RunCallOptions {
  signal: AbortSignal;
  /** Timeout for the service in milliseconds. */
  totalMs: number;
  /** Takes what the service reports while the call runs. */
  onProgress?: Call['onProgress'];
  /** The client that the service may ask, for a call that stores what it can be asked. */
  clientOf?: ((run: RunRecord, client: JsonObject, signal: AbortSignal) => ClientLine) | undefined;
}

/** The call of a run, created again. */
export function toCall(run: RunRecord, { signal, totalMs, onProgress, clientOf }: RunCallOptions): Call {
  const { upstream_task: task, client } = run.request;
  const { input = null, face, traceparent, tracestate, request_id: requestId, acting_for: actingFor } = run.request;
  return {
    caller: callerOf(run),
    traceId: run.traceId,
    traceparent: text(traceparent),
    ...(tracestate === undefined ? {} : { tracestate: text(tracestate) }),
    ...(requestId === undefined ? {} : { requestId: text(requestId) }),
    face: text(face),
    agentId: run.agentId,
    operationId: run.operationId,
    operationVersion: run.operationVersion,
    input,
    idempotencyKey: runKey(run.id),
    dryRun: false,
    wantsStream: false,
    accepted: true,
    totalMs,
    signal,
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(isJsonObject(task) ? { upstreamTask: task } : {}),
    ...(isJsonObject(client) && clientOf !== undefined ? { client: clientOf(run, client, signal) } : {}),
    facts: actingFor === undefined ? {} : { actingFor: text(actingFor) },
  };
}

const kinds: readonly JsonValue[] = ['local', 'key', 'token'] satisfies CallerKind[];

function callerOf({ subject, scopes, request: { caller_kind: kind = null } }: RunRecord): Caller {
  return { kind: kinds.includes(kind) ? (kind as CallerKind) : 'key', subject, scopes };
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
