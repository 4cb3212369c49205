/**
 * Long-running operations (PROF-LRO-01 to -10): the handler starts its work and answers 202; this property adds where to
 * ask and how often, answers for the status, the result and the cancellation, and tells the end to whoever wants to be told.
 */
import { randomUUID } from 'node:crypto';
import { type Clock, systemClock, timestamp } from '@dragoman/core/http';
import { createMemoryStore, type PropertyStore } from '../../stores/index.js';
import { createPruning } from '../../stores/prune-now-and-then.js';
import { withHeaders } from '../answer.js';
import { callerKey, callOf } from '../call-context.js';
import { sentPath } from '../path-pattern.js';
import type { Property } from '../property.js';
import { warnProcess } from '../report.js';
import { lookAfter } from './look-after.js';
import { type OperationBody, operationBody, operationHeaders } from './operation-answer.js';
import { keepOperations, type OperationRecord } from './operation-record.js';
import { answerOperation, type KnownOperations, readRoute } from './operation-routes.js';
import { createRunner, type OperationWork } from './operation-runner.js';
import { createWebhooks, type WebhookOptions } from './operation-webhooks.js';

/** Bounds and ports of operations. */
export interface OperationsOptions {
  /** Where operations are kept; in this process unless given, where they end with it. */
  store?: PropertyStore;
  /** Path before the id of an operation; `/operations` unless given. */
  path?: string;
  /** Most that run at once in this process; 4 unless given. */
  concurrent?: number;
  /** Most that wait for their turn; 100 unless given. */
  waiting?: number;
  /** Seconds that one may wait for its turn, and then take; an hour each unless given. */
  runSeconds?: number;
  /** Seconds after which a process that gives no sign of life counts as gone, and its operations as interrupted; 30 unless given. */
  leaseSeconds?: number;
  /** Seconds for which an ended one is kept; a day unless given. */
  keptSeconds?: number;
  /** Most bytes of a result; 1 MiB unless given. */
  resultBytes?: number;
  /** Tells ends to the address that a caller names in `X-Webhook-URL`, or the handler; to nobody unless given. */
  webhooks?: WebhookOptions | undefined;
  /** Aborts when the process goes down: work is stopped, and told as interrupted at once. */
  signal?: AbortSignal;
  clock?: Clock;
  /** Makes ids that nobody can guess. */
  createId?(): string;
  /** Gets errors of the work; a warning of the process unless given. */
  report?(problem: unknown): void;
}

interface Operations extends KnownOperations {
  createId(): string;
  /** Called with each request: looks after what has been left, now and then. */
  nudge(): void;
}

/** How one operation is started. */
export interface StartOptions {
  /** Address that is told of the end, where the API has a member of its own for it. */
  webhook?: string;
}

interface Starting {
  start(work: OperationWork, options: StartOptions): Promise<OperationBody>;
  started?: OperationBody;
}

const place = Symbol('operations');

/** Makes the property; it answers below its path and lets everything else pass. */
export function createOperations(options: OperationsOptions = {}): Property {
  const operations = prepare(options);
  return (next) => async (request, call) => {
    operations.nudge();
    const asked = readRoute(sentPath(request), operations.path);
    if (asked !== undefined) {
      const owner = callerKey(request, call);
      return answerOperation(asked, { method: request.method, owner, call }, operations);
    }
    const starting: Starting = {
      async start(work, { webhook }) {
        if (webhook !== undefined && operations.webhooks === undefined)
          throw new Error('createOperations has no webhooks, so nobody would be told of the end');
        const owner = callerKey(request, call);
        const url = operations.webhooks?.read(request, owner, webhook);
        starting.started = await startOne({ owner, url }, work, operations);
        return starting.started;
      },
    };
    call.values.set(place, starting);
    return accepted(await next(request, call), starting.started);
  };
}

/**
 * Starts work that goes on after the answer; gives the body to answer with, under status 202. Throws `UNAVAILABLE` when too
 * much waits already, and `INVALID_INPUT` for a webhook that may not be called.
 */
export function startOperation(host: object, work: OperationWork, options: StartOptions = {}): Promise<OperationBody> {
  const starting = callOf(host).values.get(place) as Starting | undefined;
  if (starting === undefined) throw new Error('createOperations does not stand before this handler');
  return starting.start(work, options);
}

function prepare(options: OperationsOptions): Operations {
  const { clock = systemClock, path = '/operations', concurrent = 4, waiting = 100, runSeconds = 3600 } = options;
  const { leaseSeconds = 30, keptSeconds = 86_400, resultBytes = 1024 * 1024, signal } = options;
  const { createId = randomUUID, report = warnProcess } = options;
  const store = options.store ?? createMemoryStore({ rows: 10_000 });
  const operations = keepOperations({ store, clock, path, leaseSeconds, keptSeconds });
  const webhooks = options.webhooks === undefined ? undefined : createWebhooks(options.webhooks, path);
  // What is kept in this process alone is left by nobody.
  const isLeft = options.store !== undefined || webhooks !== undefined;
  const holds = (id: string): boolean => runner.holds(id);
  const care = isLeft ? lookAfter({ operations, holds, clock, webhooks, signal, report }) : undefined;
  const prune = createPruning(store, clock, report);
  const onEnd = () => care?.wake();
  const bounds = { concurrent, waiting, runSeconds, leaseSeconds, resultBytes };
  const runner = createRunner({ ...bounds, operations, clock, signal, report, onEnd });
  const nudge = () => {
    prune();
    care?.nudge();
  };
  return { operations, runner, clock, path, webhooks, createId, onEnd, nudge };
}

interface Starter {
  owner: string;
  /** Where the end is told. */
  url: string | undefined;
}

async function startOne({ owner, url }: Starter, work: OperationWork, operations: Operations): Promise<OperationBody> {
  const { clock, runner, createId, path } = operations;
  const now = timestamp(clock);
  const record: OperationRecord = {
    id: createId(),
    owner,
    state: 'queued',
    createdAt: now,
    updatedAt: now,
    ...(url === undefined ? {} : { webhooks: [{ url, attempts: 0 }] }),
  };
  await runner.start(record, work);
  return operationBody(record, path, clock.now());
}

function accepted(response: Response, body: OperationBody | undefined): Response {
  if (body === undefined || response.status !== 202) return response;
  return withHeaders(response, { ...operationHeaders(body), Location: body.links.self });
}
