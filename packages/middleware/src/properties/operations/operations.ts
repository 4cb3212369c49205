/**
 * Long-running operations (PROF-LRO-01 to -06): the handler starts its work and answers 202; this property adds where to
 * ask and how often, and answers for the status, the result and the cancellation.
 */
import { randomUUID } from 'node:crypto';
import { type Clock, jsonResponse, systemClock, timestamp } from '@dragoman/core';
import { Failure, type FailureCode, failures } from '@dragoman/model';
import { withHeaders } from '../answer.js';
import { type CallContext, callerKey, callOf } from '../call-context.js';
import { previewOf } from '../dry-run/dry-run.js';
import { findDryRun } from '../dry-run/dry-run-of.js';
import type { Property } from '../property.js';
import { warnProcess } from '../report.js';
import { type OperationBody, operationBody, operationHeaders, presented, statusResponse } from './operation-answer.js';
import { createRunner, type OperationRunner, type OperationWork, openStates } from './operation-runner.js';
import { createMemoryOperations, type OperationRecord, type OperationStore } from './operation-store.js';

/** Bounds and ports of operations. */
export interface OperationsOptions {
  /** In memory unless given. */
  store?: OperationStore;
  /** Path before the id of an operation; `/operations` unless given. */
  path?: string;
  /** Most that run at once in this process; 4 unless given. */
  concurrent?: number;
  /** Most that wait for their turn; 100 unless given. */
  waiting?: number;
  /** Seconds that one may take; an hour unless given. */
  runSeconds?: number;
  clock?: Clock;
  /** Makes ids that nobody can guess. */
  createId?(): string;
  /** Gets errors of the work; a warning of the process unless given. */
  report?(problem: unknown): void;
}

interface Operations {
  store: OperationStore;
  runner: OperationRunner;
  clock: Clock;
  path: string;
  runSeconds: number;
  createId(): string;
}

interface Starting {
  start(work: OperationWork): Promise<OperationBody>;
  started?: OperationBody;
}

const place = Symbol('operations');

/** Makes the property; it answers below its path and lets everything else pass. */
export function createOperations(options: OperationsOptions = {}): Property {
  const operations = prepare(options);
  return (next) => async (request, call) => {
    const owner = callerKey(request, call);
    const asked = readRoute(new URL(request.url).pathname, operations.path);
    if (asked !== undefined) return answer(asked, { method: request.method, owner, call }, operations);
    const starting: Starting = {
      async start(work) {
        starting.started = await startOne(owner, work, operations);
        return starting.started;
      },
    };
    call.values.set(place, starting);
    return accepted(await next(request, call), starting.started);
  };
}

/**
 * Starts work that goes on after the answer; gives the body to answer with, under status 202. Throws `UNAVAILABLE` when too
 * much waits already.
 */
export function startOperation(host: object, work: OperationWork): Promise<OperationBody> {
  const starting = callOf(host).values.get(place) as Starting | undefined;
  if (starting === undefined) throw new Error('createOperations does not stand before this handler');
  return starting.start(work);
}

function prepare(options: OperationsOptions): Operations {
  const { clock = systemClock, path = '/operations', concurrent = 4, waiting = 100, runSeconds = 3600 } = options;
  const { store = createMemoryOperations({ clock }), createId = randomUUID, report = warnProcess } = options;
  const runner = createRunner({ store, clock, concurrent, waiting, runSeconds, report });
  return { store, runner, clock, path, runSeconds, createId };
}

async function startOne(owner: string, work: OperationWork, operations: Operations): Promise<OperationBody> {
  const { clock, runSeconds, runner, createId, path } = operations;
  const now = clock.now();
  const record: OperationRecord = {
    id: createId(),
    owner,
    state: 'queued',
    createdAt: timestamp(clock),
    // Time in the line counts too, twice over, before one that nobody ends is given up.
    deadline: new Date(now + runSeconds * 2000).toISOString(),
  };
  await runner.start(record, work);
  return operationBody(record, path, now);
}

function accepted(response: Response, body: OperationBody | undefined): Response {
  if (body === undefined || response.status !== 202) return response;
  return withHeaders(response, { ...operationHeaders(body), Location: body.links.self });
}

interface AskedRoute {
  id: string;
  part: 'status' | 'result' | 'cancel';
}

function readRoute(pathname: string, path: string): AskedRoute | undefined {
  if (!pathname.startsWith(`${path}/`)) return undefined;
  const [id = '', part, ...more] = pathname.slice(path.length + 1).split('/');
  if (id === '' || id.length > 200 || more.length > 0) return undefined;
  if (part === undefined) return { id: decodeSegment(id), part: 'status' };
  return part === 'result' || part === 'cancel' ? { id: decodeSegment(id), part } : undefined;
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const allowed = { status: 'GET, HEAD, DELETE', result: 'GET, HEAD', cancel: 'POST' } as const;

interface Asking {
  method: string;
  owner: string;
  call: CallContext;
}

async function answer({ id, part }: AskedRoute, { method, owner, call }: Asking, operations: Operations) {
  if (!allowed[part].split(', ').includes(method)) {
    throw new Failure('METHOD_NOT_ALLOWED', { headers: { Allow: allowed[part] } });
  }
  const found = await operations.store.find(id);
  if (found === undefined || found.owner !== owner)
    throw new Failure('NOT_FOUND', { message: 'There is no such operation.' });
  const record = presented(found, operations.clock.now());
  if (part === 'cancel' || method === 'DELETE') {
    return isPreview(call) ? previewCancel(record, operations) : cancel(record, operations);
  }
  return part === 'result' ? resultResponse(record) : statusOf(record, operations);
}

function statusOf(record: OperationRecord, { path, clock }: Operations): Response {
  return statusResponse(operationBody(record, path, clock.now()));
}

function isPreview(call: CallContext): boolean {
  const state = findDryRun(call);
  if (state !== undefined) state.asked = true;
  return state?.wanted === true;
}

function previewCancel(record: OperationRecord, { path, clock }: Operations): Response {
  if (!openStates.includes(record.state)) throw ended();
  const { operation_id, state, created_at, links } = operationBody(record, path, clock.now());
  return jsonResponse(
    previewOf(['Stops the operation.'], false, { operation_id, state, created_at, links: { ...links } }),
  );
}

function ended(): Failure {
  return new Failure('CONFLICT', { message: 'The operation has ended already; there is nothing left to cancel.' });
}

async function cancel(record: OperationRecord, operations: Operations): Promise<Response> {
  const { store, runner, clock } = operations;
  const cancelled: OperationRecord = { ...record, state: 'cancelled', endedAt: timestamp(clock) };
  if (!openStates.includes(record.state) || !(await store.update(cancelled, openStates))) throw ended();
  runner.stop(record.id);
  return statusOf(cancelled, operations);
}

function resultResponse({ state, result, resource, problem }: OperationRecord): Response {
  if (state === 'succeeded' && resource !== undefined) {
    return new Response(null, { status: 303, headers: { Location: resource, 'Cache-Control': 'no-store' } });
  }
  if (state === 'succeeded') return jsonResponse(result ?? null, { headers: { 'Cache-Control': 'no-store' } });
  if (state === 'cancelled')
    throw new Failure('CANCELLED', { message: 'The operation was cancelled; it has no result.' });
  if (state === 'failed') throw failureOf(problem ?? {});
  throw new Failure('CALL_RUNNING', { message: 'The operation has not ended yet.', retryAfter: 1 });
}

function failureOf({ code, detail }: { code?: unknown; detail?: unknown }): Failure {
  const known = typeof code === 'string' && Object.hasOwn(failures, code) ? (code as FailureCode) : 'INTERNAL';
  return new Failure(known, { message: String(detail ?? failures[known].message) });
}
