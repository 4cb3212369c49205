/** Payload capture of a service: whether it is on, switching it for a limited time, and the captured calls. */
import type { BrowsePorts } from '@dragoman/core/engine';
import { canChange, readEntry } from '@dragoman/core/engine';
import type { Clock, HttpReply, Route, RouteContext } from '@dragoman/core/http';
import { createReply, jsonReply, pickFields, readFields, readJsonBody, timestamp } from '@dragoman/core/http';
import type { Entry, FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { PayloadCapture } from '../gateway/payload-capture.js';
import { captureLimits } from '../gateway/payload-capture.js';
import {
  describeCaptureRead,
  describeCaptureStart,
  describeCaptureStop,
  describeCapturesList,
} from './capture-description.js';
import { capturedMembers, writeCaptured } from './capture-schemas.js';
import { cursorPage } from './cursor-page.js';
import { dryRunReply, wantsDryRun } from './dry-run.js';
import { fault, invalidBody, refuseUnknown } from './request-faults.js';
import { personal } from './toolset-ports.js';

/** Dependencies of the routes. */
export interface CaptureRoutePorts extends BrowsePorts {
  /** Absent where payloads may not be captured. */
  capture?: PayloadCapture;
  clock: Clock;
  cursorKey: string;
  /** Maximum minutes of one switch; 0 where payloads may not be captured. */
  maxMinutes: number;
}

const path = '/agents/{id}/capture';
const bodyBytes = 4096;
const noStore = { 'Cache-Control': 'no-store' };

/** Minutes when none are given. */
export const defaultMinutes = 15;

/** Creates the routes. */
export function createCaptureRoutes(ports: CaptureRoutePorts): Route[] {
  const reads = { method: 'GET', budget: 'read', access: 'registry:read' } as const;
  const writes = { path, budget: 'write', access: 'registry:write' } as const;
  return [
    { ...reads, path, describe: describeCaptureRead, handle: (context) => read(ports, context) },
    { ...reads, path: '/agents/{id}/captures', describe: describeCapturesList, handle: (each) => list(ports, each) },
    {
      ...writes,
      method: 'PUT',
      action: 'capture.start',
      describe: describeCaptureStart,
      handle: (context) => start(ports, context),
    },
    {
      ...writes,
      method: 'DELETE',
      action: 'capture.stop',
      describe: describeCaptureStop,
      handle: (context) => stop(ports, context),
    },
  ];
}

async function read(ports: CaptureRoutePorts, { params, caller }: RouteContext): Promise<HttpReply> {
  const { entry } = await readEntry(ports, params.id ?? '', caller);
  const mayChange = ports.capture !== undefined && canChange(caller, entry);
  return jsonReply(await writeState(ports, entry, mayChange), { headers: personal });
}

/** Callers see whether their payloads are captured; what was captured is for those who may switch it. */
async function writeState(
  { capture, maxMinutes }: CaptureRoutePorts,
  { id }: Entry,
  mayChange: boolean,
): Promise<JsonObject> {
  const known = await capture?.read(id);
  const details =
    known !== undefined && mayChange
      ? { started_at: known.startedAt, by: known.by, calls: (await capture?.count(id)) ?? 0 }
      : {};
  return {
    service: id,
    on: known !== undefined,
    ...(known === undefined ? {} : { until: known.until }),
    may_change: mayChange,
    max_minutes: maxMinutes,
    ...details,
    max_calls: captureLimits.calls,
  };
}

async function list(ports: CaptureRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { entry } = await readOwn(ports, context);
  const fields = readFields(context.url, capturedMembers);
  const page = cursorPage((await ports.capture?.list(entry.id)) ?? [], context, {
    path: `/agents/${encodeURIComponent(entry.id)}/captures`,
    cursorKey: ports.cursorKey,
    order: ({ at, id }) => `${at} ${id}`,
    descending: true,
  });
  const items = page.items.map((call) => pickFields(writeCaptured(call), fields));
  const next = page.next === undefined ? {} : { next_cursor: page.next };
  return jsonReply({ items, count: page.count, top: page.top, ...next }, { headers: { ...personal, ...page.headers } });
}

async function start(ports: CaptureRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { capture } = ports;
  if (capture === undefined) throw notAllowed();
  const minutes = readMinutes(await readJsonBody(context.request, { bytes: bodyBytes }), ports.maxMinutes);
  const { entry } = await readOwn(ports, context);
  if (wantsDryRun(context)) {
    const changes = [`Stores the payloads of calls of ${entry.id} for ${minutes} minutes.`];
    const undo = 'agent_capture_stop';
    return dryRunReply({ would_change: true, reversible: true, outcome: 'created', changes, undo });
  }
  await capture.start(entry.id, { minutes, by: context.caller.subject });
  await record(ports, context, { action: 'capture.start', target: entry.id, detail: JSON.stringify({ minutes }) });
  return jsonReply(await writeState(ports, entry, true), { headers: noStore });
}

async function stop(ports: CaptureRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { entry } = await readOwn(ports, context);
  if (wantsDryRun(context)) {
    const isOn = (await ports.capture?.read(entry.id)) !== undefined;
    const changes = isOn ? [`Stops the capture of ${entry.id} and deletes the stored payloads.`] : [];
    return dryRunReply({ would_change: isOn, reversible: false, outcome: isOn ? 'deleted' : 'unchanged', changes });
  }
  const wasOn = await ports.capture?.stop(entry.id);
  if (wasOn === true) await record(ports, context, { action: 'capture.stop', target: entry.id });
  return createReply(null, { status: 204 });
}

async function readOwn(ports: CaptureRoutePorts, { params, caller }: RouteContext) {
  const stored = await readEntry(ports, params.id ?? '', caller);
  if (canChange(caller, stored.entry)) return stored;
  throw new Failure('FORBIDDEN', { message: 'Only the owner of a service and administrators capture its payloads.' });
}

function notAllowed(): Failure {
  return new Failure('FORBIDDEN', {
    message: 'Payloads may not be captured on this server (gateway.captureMinutes).',
  });
}

function readMinutes(body: JsonValue, maxMinutes: number): number {
  const faults: FieldError[] = [];
  if (!isJsonObject(body)) throw invalidBody([fault('', '', 'must be an object')]);
  refuseUnknown(body, ['minutes'], '', faults);
  const { minutes = Math.min(defaultMinutes, maxMinutes) } = body;
  const isFine = typeof minutes === 'number' && Number.isInteger(minutes) && minutes >= 1 && minutes <= maxMinutes;
  if (!isFine) faults.push(fault('minutes', '/minutes', `must be an integer from 1 to ${maxMinutes}`));
  if (faults.length > 0) throw invalidBody(faults);
  return Number(minutes);
}

async function record(
  { store, clock }: CaptureRoutePorts,
  { caller, traceId }: RouteContext,
  what: { action: string; target: string; detail?: string },
): Promise<void> {
  await store.audit.append({
    at: timestamp(clock),
    actor: caller.subject,
    outcome: 'done',
    code: '',
    traceId,
    ...what,
  });
}
