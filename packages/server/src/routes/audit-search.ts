/** `GET /audit/search`: audit records newest first, by service, caller, outcome and time; for administrators. */
import type { AuditOutcome, AuditSearch, AuditStore } from '@dragoman/core/engine';
import type { Route } from '@dragoman/core/http';
import { fieldsParameter, parseFields } from '@dragoman/core/http';
import type { FieldError } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import {
  auditPage,
  auditPageResponses,
  defaultPageSize,
  filter,
  limitParameter,
  untrustedMembers,
} from './audit-page.js';
import { auditFoundSchema, recordMembers } from './audit-schemas.js';

const maxPageSize = 200;
const outcomes: readonly AuditOutcome[] = ['done', 'refused', 'failed', 'unknown'];

/** A query parameter with a time. */
export const timeParameter = (name: string, description: string) =>
  ({ name, in: 'query', description, schema: { type: 'string', format: 'date-time', maxLength: 40 } }) as const;

/** Creates the route. */
export function createAuditSearchRoute(audit: Pick<AuditStore, 'search'>): Route {
  return {
    method: 'GET',
    path: '/audit/search',
    budget: 'search',
    access: 'operate',
    describe: {
      operationId: 'audit_search',
      tag: 'administration',
      summary: 'Find records of the audit log, newest first.',
      description:
        'Finds calls and changes by service, operation, caller, outcome, failure code, trace id and time. All given filters must match. Repeat the request with `before` set to `next_before` until that is absent; a page may have fewer records than `limit` and still have more to follow. ' +
        'Use it to see what happened lately or in one trace. Do not use it to read the whole log: use audit_list instead. No side effects.',
      parameters: [
        filter('service', 'Only records about this service or other object, by id.'),
        filter('operation', 'Only calls of this operation.'),
        filter('caller', 'Only actions of this subject.'),
        filter('action', 'Only this action, such as call or entry.update.'),
        {
          name: 'outcome',
          in: 'query',
          description: 'Only this outcome.',
          schema: { type: 'string', enum: [...outcomes] },
        },
        filter('code', 'Only this failure code.'),
        filter('trace_id', 'Only records of this trace.'),
        timeParameter('since', 'Only records from this time on.'),
        timeParameter('until', 'Only records before this time.'),
        {
          name: 'before',
          in: 'query',
          description: 'Only records before this sequence number.',
          schema: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
        },
        limitParameter(maxPageSize),
        fieldsParameter('each record'),
      ],
      responses: auditPageResponses('A page of records, newest first.', auditFoundSchema),
      failures: [400, 403],
      agent: { read_only: true, order: 'seq desc', untrusted: untrustedMembers },
    },
    async handle({ url }) {
      const { fields, ...query } = readSearch(url.searchParams);
      const { records, next } = await audit.search(query);
      return auditPage(records, fields, { path: '/audit/search', url, next: { before: next } });
    },
  };
}

/** Names of filters in the request, and in the store. */
const filters = {
  service: 'target',
  operation: 'operation',
  caller: 'actor',
  action: 'action',
  code: 'code',
  trace_id: 'traceId',
} as const;

function readSearch(search: URLSearchParams): AuditSearch & { fields: readonly string[] | undefined } {
  const fieldErrors: FieldError[] = [];
  const refuse = (field: string, detail: string) => void fieldErrors.push({ field, code: 'invalid', detail });
  const query: AuditSearch = { limit: readWhole(search, 'limit', maxPageSize, refuse) ?? defaultPageSize };
  const before = readWhole(search, 'before', Number.MAX_SAFE_INTEGER, refuse);
  if (before !== undefined) query.before = before;
  for (const [name, member] of Object.entries(filters) as [string, (typeof filters)[keyof typeof filters]][]) {
    const value = search.get(name);
    if (value === null) continue;
    if (value === '' || value.length > 512) refuse(name, 'must have 1 to 512 characters');
    else query[member] = value;
  }
  const outcome = search.get('outcome');
  const known = outcomes.find((each) => each === outcome);
  if (known !== undefined) query.outcome = known;
  else if (outcome !== null) refuse('outcome', `must be one of ${outcomes.join(', ')}`);
  for (const name of ['since', 'until'] as const) {
    const at = readTime(search.get(name));
    if (at === null) refuse(name, 'must be a time such as 2026-03-01T09:30:00Z');
    else if (at !== undefined) query[name] = at;
  }
  const asked = search.has('fields') ? search.getAll('fields') : undefined;
  const fields = parseFields(asked, (problem) => fieldErrors.push(problem), recordMembers);
  if (fieldErrors.length > 0) throw new Failure('INVALID_INPUT', { fieldErrors: fieldErrors.slice(0, 100) });
  return { ...query, fields };
}

/** A positive integer of the query; undefined when it is absent or was refused. */
export function readWhole(
  search: URLSearchParams,
  name: string,
  max: number,
  refuse: (field: string, detail: string) => void,
): number | undefined {
  const raw = search.get(name);
  if (raw === null) return undefined;
  const value = /^\d{1,16}$/.test(raw) ? Number(raw) : 0;
  if (value >= 1 && value <= max) return value;
  refuse(name, `must be an integer from 1 to ${max}`);
  return undefined;
}

/** The time in UTC with milliseconds, as records have it; null when it is not a time. */
export function readTime(text: string | null): string | null | undefined {
  if (text === null) return undefined;
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i.test(text);
  const at = isTime ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
