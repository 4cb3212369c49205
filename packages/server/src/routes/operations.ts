/** Routes for background calls: list, read, fetch the result, cancel; and the secret that signs webhooks. */
import type { Caller } from '@dragoman/core/engine';
import { cancelRun, hasScope } from '@dragoman/core/engine';
import type { Clock, HttpReply, Route, RouteContext, RunRecord, RunStore } from '@dragoman/core/http';
import {
  addressWith,
  endStates,
  jsonReply,
  linkHeader,
  pickFields,
  pollSeconds,
  readFields,
  webhookSecret,
} from '@dragoman/core/http';
import type { FieldError } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { dryRunReply, wantsDryRun } from './dry-run.js';
import {
  cancelDryRun,
  defaultPageSize,
  describeCancel,
  describeList,
  describeRead,
  describeResult,
  describeSecret,
  maxPageSize,
} from './operation-description.js';
import { operationMembers } from './operation-schemas.js';
import { resultReply, writeOperation } from './operation-view.js';

/** Dependencies of the routes. */
export interface OperationRoutesPorts {
  runs: RunStore;
  clock: Clock;
  keepSeconds: number;
  /** Secret from which each caller's webhook secret is derived. */
  webhookKey: string;
  /** Aborts a run in this process. */
  abort: (id: string) => void;
}

const noStore = { 'Cache-Control': 'no-store' };

/** Creates the routes for background calls. */
export function createOperationRoutes(ports: OperationRoutesPorts): Route[] {
  const { clock } = ports;
  const common = { access: 'agents:invoke', budget: 'read' } as const;
  return [
    {
      ...common,
      method: 'GET',
      path: '/operations',
      describe: describeList,
      handle: (context) => list(ports, context),
    },
    {
      ...common,
      method: 'GET',
      path: '/operations/webhook-secret',
      describe: describeSecret,
      handle: async ({ caller }) =>
        jsonReply({ secret: webhookSecret(ports.webhookKey, caller.subject) }, { headers: noStore }),
    },
    {
      ...common,
      method: 'GET',
      path: '/operations/{id}',
      describe: describeRead,
      handle: async (context) => {
        const fields = readFields(context.url, operationMembers);
        return operationReply(await find(ports, context), clock, fields);
      },
    },
    {
      ...common,
      method: 'GET',
      path: '/operations/{id}/result',
      describe: describeResult,
      handle: async (context) => resultReply(await find(ports, context), clock.now()),
    },
    {
      ...common,
      method: 'POST',
      path: '/operations/{id}/cancel',
      budget: 'write',
      action: 'operation.cancel',
      describe: describeCancel,
      handle: (context) => cancel(ports, context),
    },
  ];
}

/** Reads the operation; those of other callers are reported as not found, except to administrators. */
async function find({ runs }: OperationRoutesPorts, { params, caller }: RouteContext): Promise<RunRecord> {
  const run = await runs.find(params.id ?? '');
  if (run !== undefined && maySee(caller, run)) return run;
  throw new Failure('NOT_FOUND', { message: 'No operation with this id, or it is not yours.' });
}

function maySee(caller: Caller, run: RunRecord): boolean {
  return run.subject === caller.subject || hasScope(caller, 'admin');
}

function operationReply(run: RunRecord, clock: Clock, fields?: readonly string[]): HttpReply {
  const now = clock.now();
  const wait = endStates.includes(run.state) ? {} : { 'Retry-After': String(pollSeconds(run, now)) };
  return jsonReply(pickFields(writeOperation(run, now, 'whole'), fields), { headers: { ...noStore, ...wait } });
}

async function cancel(ports: OperationRoutesPorts, context: RouteContext): Promise<HttpReply> {
  const run = await find(ports, context);
  if (wantsDryRun(context)) {
    if (endStates.includes(run.state)) throw new Failure('CONFLICT', { message: 'The operation has already ended.' });
    return dryRunReply(cancelDryRun(run.id));
  }
  const by = { subject: context.caller.subject, traceId: context.traceId };
  return operationReply(await cancelRun(ports, run, by), ports.clock);
}

async function list({ runs, clock }: OperationRoutesPorts, { url, caller }: RouteContext): Promise<HttpReply> {
  const { limit, cursor } = readQuery(url.searchParams);
  const fields = readFields(url, operationMembers);
  const found = await runs.list(caller.subject, limit + 1, cursor);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1)?.id : undefined;
  const next = addressWith('/operations', url.searchParams, { cursor: last });
  const link = last === undefined ? undefined : linkHeader([{ rel: 'next', target: next }]);
  return jsonReply(
    {
      operations: page.map((run) => pickFields(writeOperation(run, clock.now(), 'listed'), fields)),
      ...(last === undefined ? {} : { next_cursor: last }),
    },
    { headers: { ...noStore, ...(link === undefined ? {} : { Link: link }) } },
  );
}

function readQuery(search: URLSearchParams): { limit: number; cursor?: string } {
  const fieldErrors: FieldError[] = [];
  const raw = search.get('limit');
  const limit = raw === null ? defaultPageSize : /^\d{1,4}$/.test(raw) ? Number(raw) : 0;
  if (limit < 1 || limit > maxPageSize) {
    const detail = `must be an integer from 1 to ${maxPageSize}`;
    fieldErrors.push({ field: 'limit', code: 'invalid', detail });
  }
  if (fieldErrors.length > 0) throw new Failure('INVALID_INPUT', { fieldErrors: fieldErrors.slice(0, 100) });
  const cursor = search.get('cursor');
  return { limit, ...(cursor === null ? {} : { cursor: cursor.slice(0, 100) }) };
}
