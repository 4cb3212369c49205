/** `GET /traces/{id}`: the calls of one trace in order of time, and what their failure codes mean. */
import type { AuditRecord, AuditStore, Caller } from '@dragoman/core/engine';
import { readTimeline } from '@dragoman/core/engine';
import type { Route } from '@dragoman/core/http';
import { fieldsParameter, idParameter, jsonReply, parseFields, pickFields } from '@dragoman/core/http';
import type { FailureCode, FieldError, JsonObject } from '@dragoman/model';
import { callParts, Failure, failures, isJsonObject } from '@dragoman/model';
import { explainFailure } from '../description/explain-failure.js';
import type { PayloadCapture } from '../gateway/payload-capture.js';
import { writePayload } from './capture-schemas.js';
import { traceAnswer, traceExample, traceMembers } from './trace-schemas.js';

/** Maximum number of records of one trace. */
const maxRecords = 500;

/** Dependencies of the route. */
export interface TraceRoutePorts {
  audit: Pick<AuditStore, 'search'>;
  /** Resolves when the records of this process are in the store. */
  flush: () => Promise<void>;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Captured payloads; absent where none are captured. */
  capture?: Pick<PayloadCapture, 'find'>;
}

/** Milliseconds after which a trace without records is searched once more: another process may not have written them. */
const otherProcessMs = 150;

/** Milliseconds for which a store that cannot be written delays the answer. */
const maxFlushMs = 1000;

/** Creates the route. */
export function createTraceRoute({ audit, flush, pause, capture }: TraceRoutePorts): Route {
  const find = async (caller: Caller, traceId: string) => {
    const { records } = await audit.search({ traceId, limit: maxRecords });
    return { seen: records.filter((record) => maySee(caller, record)), isCut: records.length === maxRecords };
  };
  return {
    method: 'GET',
    path: '/traces/{id}',
    budget: 'search',
    access: 'registry:read',
    describe: {
      operationId: 'traces_read',
      tag: 'operation',
      summary: 'Read the calls of one trace.',
      description:
        'Shows what happened in one request: the call, the calls that a workflow made as its steps, and changes, in order of time, each with its start, duration, outcome, tries and the status of the service, as far as they are recorded; at most 500. `timeline` has the checks, tries and waits of each call with their times. `problems` explains every failure code that occurs, and who can fix it. ' +
        'Callers see their own calls; administrators see all. Use it with the trace_id of an answer or an error. Do not use it to find calls: use audit_search instead. No side effects.',
      parameters: [
        idParameter('Trace id: 32 hexadecimal digits, as in trace_id.', {
          example: '4bf92f3577b34da6a3ce929d0e0e4736',
          maxLength: 64,
        }),
        fieldsParameter('the answer'),
      ],
      responses: {
        '200': {
          description: 'The trace.',
          content: {
            'application/json': {
              schema: traceAnswer,
              examples: { failed: { summary: 'A call that failed', value: traceExample } },
            },
          },
        },
      },
      failures: [400, 403, 404],
      agent: {
        read_only: true,
        untrusted: [
          '/steps/*/service',
          '/steps/*/operation',
          '/steps/*/caller',
          '/steps/*/workflow',
          '/steps/*/step',
          '/steps/*/payload',
        ],
      },
    },
    async handle({ params, caller, url, signal }) {
      const fieldErrors: FieldError[] = [];
      const asked = url.searchParams.has('fields') ? url.searchParams.getAll('fields') : undefined;
      const fields = parseFields(asked, (problem) => fieldErrors.push(problem), traceMembers);
      if (fieldErrors.length > 0) throw new Failure('INVALID_INPUT', { fieldErrors });
      const traceId = (params.id ?? '').toLowerCase();
      await Promise.race([flush(), pause(maxFlushMs, signal)]);
      let found = await find(caller, traceId);
      if (found.seen.length === 0) {
        await pause(otherProcessMs, signal);
        found = await find(caller, traceId);
      }
      const { seen, isCut } = found;
      if (seen.length === 0) throw new Failure('NOT_FOUND', { message: 'No record of this trace is visible to you.' });
      const payloads = capture === undefined ? noPayloads : await readPayloads(capture, seen);
      const body = writeTrace(traceId, seen.reverse(), { isCut, payloads });
      return jsonReply(pickFields(body, fields), { headers: { 'Cache-Control': 'no-store' } });
    },
  };
}

function maySee(caller: Caller, { actor }: AuditRecord): boolean {
  return caller.scopes.includes('admin') || (caller.kind !== 'anonymous' && caller.subject === actor);
}

/** Payloads by the sequence number of their record. */
type Payloads = ReadonlyMap<number, JsonObject>;
const noPayloads: Payloads = new Map();

/** Callers who see the record of a call also see what it sent and received, while that is kept. */
async function readPayloads(capture: Pick<PayloadCapture, 'find'>, records: readonly AuditRecord[]): Promise<Payloads> {
  const found = new Map<number, JsonObject>();
  for (const { seq, detail } of records) {
    const { captured } = readDetail(detail);
    const call = typeof captured === 'string' ? await capture.find(captured) : undefined;
    if (call !== undefined) found.set(seq, writePayload(call));
  }
  return found;
}

function writeTrace(
  traceId: string,
  records: readonly AuditRecord[],
  { isCut, payloads }: { isCut: boolean; payloads: Payloads },
): JsonObject {
  const steps = records
    .map((record) => {
      const payload = payloads.get(record.seq);
      return { ...writeStep(record), ...(payload === undefined ? {} : { payload }) };
    })
    .sort(byStart);
  const codes = [...new Set(records.map(({ code }) => code))].filter((code): code is FailureCode => code in failures);
  return { trace_id: traceId, steps, problems: codes.map((code) => ({ ...explainFailure(code) })), is_cut: isCut };
}

/** Of two that started together, the one that took longer contains the other. */
function byStart(one: JsonObject, other: JsonObject): number {
  const [a, b] = [String(one.started_at), String(other.started_at)];
  if (a !== b) return a < b ? -1 : 1;
  return Number(other.ms ?? 0) - Number(one.ms ?? 0);
}

/** Facts of a call, as its record has them, and their names in the answer. */
const facts: readonly (readonly [fact: string, name: string, type: 'string' | 'number' | 'boolean'])[] = [
  ['operation', 'operation', 'string'],
  ['face', 'face', 'string'],
  ['version', 'version', 'number'],
  ['status', 'status', 'number'],
  ['attempts', 'tries', 'number'],
  ['upstream', 'upstream', 'string'],
  ['upstreamStatus', 'upstream_status', 'number'],
  ['workflow', 'workflow', 'string'],
  ['step', 'step', 'string'],
  ['steps', 'steps', 'number'],
  ['items', 'items', 'number'],
  ['failedItems', 'failed_items', 'number'],
  ['findings', 'findings', 'number'],
  ['replayed', 'replayed', 'boolean'],
  ['dryRun', 'dry_run', 'boolean'],
];

function writeStep({ seq, at, actor, action, target, outcome, code, detail }: AuditRecord): JsonObject {
  const known = readDetail(detail);
  const { durationMs } = known;
  const ms = typeof durationMs === 'number' ? durationMs : undefined;
  return {
    seq,
    action,
    started_at: new Date(Date.parse(at) - (ms ?? 0)).toISOString(),
    ...(ms === undefined ? {} : { ms }),
    service: target,
    caller: actor,
    outcome,
    code,
    ...Object.fromEntries(
      facts.flatMap(([fact, name, type]) => {
        const value = known[fact];
        return typeof value === type && value !== undefined ? [[name, value]] : [];
      }),
    ),
    ...(typeof known.timeline === 'string' ? { timeline: writeTimeline(known.timeline, ms ?? 0, code) } : {}),
  };
}

/** Milliseconds below which work that is neither a check nor a try is left out: nobody looks for it. */
const leastWorkMs = 0.1;

/** The part in which a call failed has the code of the call, unless it has a result of its own. */
function writeTimeline(text: string, durationMs: number, code: string): JsonObject[] {
  const parts = readTimeline(text, durationMs);
  return parts.flatMap(({ part, startMs, ms, result = '' }, at) => {
    const { kind } = callParts[part];
    const status = Number(result);
    const own = result === '' && at === parts.length - 1 ? code : result;
    if (kind === 'work' && ms < leastWorkMs && own === '') return [];
    return [{ part, kind, start_ms: startMs, ms, ...(status > 0 ? { status } : own === '' ? {} : { code: own }) }];
  });
}

function readDetail(detail: string | undefined): JsonObject {
  try {
    const value: unknown = JSON.parse(detail ?? '{}');
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
