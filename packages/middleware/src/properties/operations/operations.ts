/**
 * Long-running operations (PROF-LRO-01 to -06): the handler starts its work and answers 202; this property adds where to
 * ask and how often, and answers for the status, the result and the cancellation.
 */
import { randomUUID } from 'node:crypto';
import { type Clock, systemClock, timestamp } from '@dragoman/core';
import { withHeaders } from '../answer.js';
import { callerKey, callOf } from '../call-context.js';
import { sentPath } from '../path-pattern.js';
import type { Property } from '../property.js';
import { warnProcess } from '../report.js';
import { type OperationBody, operationBody, operationHeaders } from './operation-answer.js';
import { answerOperation, type KnownOperations, readRoute } from './operation-routes.js';
import { createRunner, deadlineAfter, type OperationWork } from './operation-runner.js';
import { createMemoryOperations, guardStore, type OperationRecord, type OperationStore } from './operation-store.js';

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
  /** Seconds that one may wait for its turn, and then take; an hour each unless given. */
  runSeconds?: number;
  /** Most bytes of a result; 1 MiB unless given. */
  resultBytes?: number;
  clock?: Clock;
  /** Makes ids that nobody can guess. */
  createId?(): string;
  /** Gets errors of the work; a warning of the process unless given. */
  report?(problem: unknown): void;
}

interface Operations extends KnownOperations {
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
    const asked = readRoute(sentPath(request), operations.path);
    if (asked !== undefined) {
      const owner = callerKey(request, call);
      return answerOperation(asked, { method: request.method, owner, call }, operations);
    }
    const starting: Starting = {
      async start(work) {
        starting.started = await startOne(callerKey(request, call), work, operations);
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
  const { resultBytes = 1024 * 1024 } = options;
  const { createId = randomUUID, report = warnProcess } = options;
  const store = guardStore(options.store ?? createMemoryOperations({ clock }));
  const runner = createRunner({ store, clock, concurrent, waiting, runSeconds, resultBytes, report });
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
    deadline: deadlineAfter(now, runSeconds),
  };
  await runner.start(record, work);
  return operationBody(record, path, now);
}

function accepted(response: Response, body: OperationBody | undefined): Response {
  if (body === undefined || response.status !== 202) return response;
  return withHeaders(response, { ...operationHeaders(body), Location: body.links.self });
}
