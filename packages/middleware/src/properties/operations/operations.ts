/**
 * Long-running operations (PROF-LRO-01 to -10): the handler starts its work and returns 202; this property adds the
 * status URL and poll interval, serves status, result and cancellation, and sends webhooks on request.
 */
import { randomUUID } from 'node:crypto';
import { timestamp } from '@dragoman/core/http';
import { withHeaders } from '../../calls/answer.js';
import { callerKey, callOf } from '../../calls/call-context.js';
import { onlyFor } from '../../calls/only-for.js';
import { sentPath } from '../../calls/path-pattern.js';
import { compose, defineProperty, type Property } from '../../calls/property.js';
import { warnProcess } from '../../calls/report.js';
import { createRouteTest } from '../../calls/route-pattern.js';
import { createMemoryStore, type PropertyStore } from '../../stores/index.js';
import { createProcessTime, type TimeOptions } from '../../stores/process-time.js';
import { createPruning } from '../../stores/prune-occasionally.js';
import { createFieldSelection } from '../fields/field-selection.js';
import { describeOperations } from './describe-operations.js';
import { maintainOperations } from './maintain-operations.js';
import { bodyMembers, type OperationBody, operationBody, operationHeaders } from './operation-answer.js';
import { keepOperations, type OperationRecord } from './operation-record.js';
import { answerOperation, type KnownOperations, readRoute } from './operation-routes.js';
import { createRunner, type OperationWork } from './operation-runner.js';
import { createWebhooks, type WebhookOptions } from './operation-webhooks.js';

/** Limits and dependencies of operations. */
export interface OperationsOptions extends TimeOptions {
  /** Where operations are stored; in memory by default, where they end with the process. */
  store?: PropertyStore;
  /** Path before the id of an operation; `/operations` by default. */
  path?: string;
  /** Maximum number of concurrent operations in this process; 4 by default. */
  concurrent?: number;
  /** Maximum queue length; 100 by default. */
  waiting?: number;
  /** Maximum queue time and run time in seconds; an hour each by default. */
  runSeconds?: number;
  /**
   * Seconds without a heartbeat after which a process counts as dead, and its operations as interrupted; 30 by default.
   */
  leaseSeconds?: number;
  /** Seconds for which an ended one is stored; a day by default. */
  keptSeconds?: number;
  /** Maximum result size in bytes; 1 MiB by default. */
  resultBytes?: number;
  /** Sends webhooks to the URL in `X-Webhook-URL`, or from the handler; disabled by default. */
  webhooks?: WebhookOptions | undefined;
  /** Aborts when the process shuts down: work is stopped and marked as interrupted at once. */
  signal?: AbortSignal;
  /** Generates unguessable ids. */
  createId?(): string;
  /** Receives errors of the work; a process warning by default. */
  report?(problem: unknown): void;
}

interface Operations extends KnownOperations {
  createId(): string;
  /** Called with each request: runs the maintenance from time to time. */
  nudge(): void;
}

/** Start options. */
export interface StartOptions {
  /** Webhook URL, when the API has its own member for it. */
  webhook?: string;
}

interface Starting {
  start(work: OperationWork, options: StartOptions): Promise<OperationBody>;
  started?: OperationBody;
}

const place = Symbol('operations');

/** Creates the property; it answers below its path and passes everything else through. */
export function createOperations(options: OperationsOptions = {}): Property {
  const operations = prepare(options);
  const selection = createFieldSelection({ members: bodyMembers, items: false });
  const route = `GET ${operations.path}/{operation_id}` as const;
  return compose(
    onlyFor(route, selection),
    // Only the host knows the members of a result.
    onlyFor(`${route}/result`, createFieldSelection()),
    serveOperations(operations),
  );
}

function serveOperations(operations: Operations): Property {
  const { path, webhooks } = operations;
  return defineProperty(
    (next) => async (request, call) => {
      operations.nudge();
      const asked = readRoute(sentPath(request), operations.path);
      if (asked !== undefined) {
        const owner = callerKey(request, call);
        return answerOperation(asked, { method: request.method, owner, call }, operations);
      }
      const starting: Starting = {
        async start(work, { webhook }) {
          if (webhook !== undefined && operations.webhooks === undefined)
            throw new Error('createOperations has no webhooks option, so the webhook could not be sent');
          const owner = callerKey(request, call);
          const url = operations.webhooks?.read(request, owner, webhook);
          starting.started = await startOne({ owner, url }, work, operations);
          return starting.started;
        },
      };
      call.values.set(place, starting);
      return accepted(await next(request, call), starting.started);
    },
    {
      describe: describeOperations(path, webhooks !== undefined),
      previews: createRouteTest([`POST ${path}/{operation_id}/cancel`, `DELETE ${path}/{operation_id}`]),
    },
  );
}

/**
 * Starts work that continues after the response; returns the body for a 202. Throws `UNAVAILABLE` when the queue is
 * full, and `INVALID_INPUT` for a forbidden webhook URL.
 */
export function startOperation(host: object, work: OperationWork, options: StartOptions = {}): Promise<OperationBody> {
  const starting = callOf(host).values.get(place) as Starting | undefined;
  if (starting === undefined) throw new Error('The handler needs the createOperations property');
  return starting.start(work, options);
}

function prepare(options: OperationsOptions): Operations {
  const { path = '/operations', concurrent = 4, waiting = 100, runSeconds = 3600 } = options;
  const time = createProcessTime(options);
  const { clock } = time;
  const { leaseSeconds = 30, keptSeconds = 86_400, resultBytes = 1024 * 1024, signal } = options;
  const { createId = randomUUID, report = warnProcess } = options;
  const store = options.store ?? createMemoryStore({ rows: 10_000 });
  const operations = keepOperations({ store, time, path, leaseSeconds, keptSeconds });
  const webhooks = options.webhooks === undefined ? undefined : createWebhooks(options.webhooks, path);
  // In-memory operations cannot be abandoned by another process.
  const isLeft = options.store !== undefined || webhooks !== undefined;
  const holds = (id: string): boolean => runner.holds(id);
  const care = isLeft ? maintainOperations({ operations, holds, time, webhooks, signal, report }) : undefined;
  const prune = createPruning(store, time, report);
  const onEnd = () => care?.wake();
  const bounds = { concurrent, waiting, runSeconds, leaseSeconds, resultBytes };
  const runner = createRunner({ ...bounds, operations, time, signal, report, onEnd });
  const nudge = () => {
    prune();
    care?.nudge();
  };
  return { operations, runner, clock, path, webhooks, createId, onEnd, nudge };
}

interface Starter {
  owner: string;
  /** The webhook URLs. */
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
