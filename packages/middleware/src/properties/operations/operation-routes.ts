/** The URLs of operations: status, result and cancellation, only for the caller who started them. */
import { type Clock, timestamp } from '@dragoman/core/http';
import { Failure, type FailureCode, failures } from '@dragoman/model';
import type { CallContext } from '../../calls/call-context.js';
import { jsonResponse } from '../../calls/json-response.js';
import { previewOf } from '../dry-run/dry-run.js';
import { findDryRun } from '../dry-run/dry-run-of.js';
import { operationBody, statusResponse } from './operation-answer.js';
import { hasEnded, interrupted, type KeptOperations, type OperationRecord, openStates } from './operation-record.js';
import type { OperationRunner } from './operation-runner.js';
import type { Webhooks } from './operation-webhooks.js';

/** Where operations are read and canceled. */
export interface KnownOperations {
  operations: KeptOperations;
  runner: OperationRunner;
  clock: Clock;
  /** Path before the id. */
  path: string;
  /** Undefined without webhooks. */
  webhooks: Webhooks | undefined;
  /** Called when an operation has ended here. */
  onEnd(): void;
}

/** The requested action and operation. */
export interface AskedRoute {
  id: string;
  part: 'status' | 'result' | 'cancel' | 'secret';
}

/** Reserved instead of an id: the webhook signing secret. */
const secretSegment = 'webhook-secret';

/** Parses the URL of an operation; undefined for every other. */
export function readRoute(pathname: string, path: string): AskedRoute | undefined {
  if (!pathname.startsWith(`${path}/`)) return undefined;
  const [id = '', part, ...more] = pathname.slice(path.length + 1).split('/');
  if (id === '' || id.length > 200 || more.length > 0) return undefined;
  if (part === undefined) return { id: decodeSegment(id), part: id === secretSegment ? 'secret' : 'status' };
  return part === 'result' || part === 'cancel' ? { id: decodeSegment(id), part } : undefined;
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const allowed = { status: 'GET, HEAD, DELETE', result: 'GET, HEAD', cancel: 'POST', secret: 'GET, HEAD' } as const;

/** The caller and the method. */
export interface Asking {
  method: string;
  owner: string;
  call: CallContext;
}

/** Answers for an operation; throws `NOT_FOUND` for everyone but its owner. */
export async function answerOperation(
  { id, part }: AskedRoute,
  { method, owner, call }: Asking,
  operations: KnownOperations,
): Promise<Response> {
  if (!allowed[part].split(', ').includes(method)) {
    throw new Failure('METHOD_NOT_ALLOWED', { headers: { Allow: allowed[part] } });
  }
  if (part === 'secret') return secretResponse(owner, operations);
  const record = await findOwn(id, owner, operations);
  if (part === 'cancel' || method === 'DELETE') {
    return isPreview(call) ? previewCancel(record, operations) : cancel(record, operations);
  }
  return part === 'result' ? resultResponse(record) : statusOf(record, operations);
}

async function findOwn(id: string, owner: string, { operations, runner, clock, onEnd }: KnownOperations) {
  const { record, isHeld } = (await operations.find(id)) ?? {};
  if (record === undefined || record.owner !== owner)
    throw new Failure('NOT_FOUND', { message: 'There is no such operation.' });
  if (isHeld || hasEnded(record) || runner.holds(id)) return record;
  const given = interrupted(record, timestamp(clock));
  await operations.update(given, openStates);
  onEnd();
  return given;
}

function secretResponse(owner: string, { webhooks }: KnownOperations): Response {
  if (webhooks === undefined) throw new Failure('NOT_FOUND', { message: 'Webhooks are not enabled here.' });
  return jsonResponse({ secret: webhooks.secretOf(owner) }, { headers: { 'Cache-Control': 'no-store' } });
}

function statusOf(record: OperationRecord, { path, clock }: KnownOperations): Response {
  return statusResponse(operationBody(record, path, clock.now()));
}

function isPreview(call: CallContext): boolean {
  const state = findDryRun(call);
  if (state !== undefined) state.asked = true;
  return state?.wanted === true;
}

function previewCancel(record: OperationRecord, { path, clock }: KnownOperations): Response {
  if (hasEnded(record)) throw ended();
  const { operation_id, state, created_at, links } = operationBody(record, path, clock.now());
  return jsonResponse(
    previewOf(['Cancels the operation.'], false, { operation_id, state, created_at, links: { ...links } }),
  );
}

function ended(): Failure {
  return new Failure('CONFLICT', { message: 'The operation has already ended and cannot be canceled.' });
}

async function cancel(record: OperationRecord, known: KnownOperations): Promise<Response> {
  const { operations, runner, clock, onEnd } = known;
  const cancelled: OperationRecord = { ...record, state: 'cancelled', updatedAt: timestamp(clock) };
  if (hasEnded(record) || !(await operations.update(cancelled, openStates))) throw ended();
  runner.stop(record.id);
  onEnd();
  return statusOf(cancelled, known);
}

function resultResponse({ state, result, resource, problem }: OperationRecord): Response {
  if (state === 'succeeded' && resource !== undefined) {
    return new Response(null, { status: 303, headers: { Location: resource, 'Cache-Control': 'no-store' } });
  }
  if (state === 'succeeded') return jsonResponse(result ?? null, { headers: { 'Cache-Control': 'no-store' } });
  if (state === 'cancelled')
    throw new Failure('CANCELLED', { message: 'The operation was canceled and has no result.' });
  if (state === 'failed' || state === 'interrupted') throw failureOf(problem ?? {});
  throw new Failure('CALL_RUNNING', { message: 'The operation has not ended yet.', retryAfter: 1 });
}

function failureOf({ code, detail }: { code?: unknown; detail?: unknown }): Failure {
  const known = typeof code === 'string' && Object.hasOwn(failures, code) ? (code as FailureCode) : 'INTERNAL';
  return new Failure(known, { message: String(detail ?? failures[known].message) });
}
