/** Routes that read and verify the audit log, for callers with the scope `admin`. */
import type { AuditQuery, AuditStore } from '@dragoman/core/engine';
import type { Route } from '@dragoman/core/http';
import { fieldsParameter, jsonReply, parseFields, pickFields } from '@dragoman/core/http';
import type { AuditVerdict, FieldError, JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import {
  auditPage,
  auditPageResponses,
  defaultPageSize,
  filter,
  limitParameter,
  untrustedMembers,
} from './audit-page.js';
import { auditPageSchema, auditVerdictAnswer, recordMembers, verdictExample, verdictMembers } from './audit-schemas.js';
import { createAuditSearchRoute } from './audit-search.js';

const maxPageSize = 1000;

/** Dependencies of the routes. */
export interface AuditPorts {
  audit: AuditStore;
  /** Verifies the chain of the store against its anchors and its open calls. */
  verify: () => Promise<AuditVerdict>;
}

/** Creates the audit log routes. */
export function createAuditRoutes(ports: AuditPorts): Route[] {
  return [listRoute(ports.audit), createAuditSearchRoute(ports.audit), verifyRoute(ports)];
}

function listRoute(audit: AuditStore): Route {
  return {
    method: 'GET',
    path: '/audit',
    budget: 'read',
    access: 'operate',
    describe: {
      operationId: 'audit_list',
      tag: 'administration',
      summary: 'Read the audit log in order.',
      description:
        'Lists who performed or attempted which action, when, and under which trace. Pages are ordered by sequence number: repeat the request with `after` set to `next_after` until that is absent. ' +
        'Use it to copy the log. Do not use it to find recent records: use audit_search instead. Do not use it to detect tampering: use audit_verify for that. No side effects.',
      parameters: [
        {
          name: 'after',
          in: 'query',
          description: 'Only records after this sequence number.',
          schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
        },
        limitParameter(maxPageSize),
        filter('actor', 'Only actions of this subject.'),
        filter('action', 'Only this action.'),
        filter('target', 'Only actions on this object id.'),
        fieldsParameter('each record'),
      ],
      responses: auditPageResponses('A page of records.', auditPageSchema),
      failures: [400, 403],
      agent: { read_only: true, order: 'seq asc', untrusted: untrustedMembers },
    },
    async handle({ url }) {
      const { fields, ...query } = readQuery(url.searchParams);
      const records = await audit.list(query);
      const last = records.length === query.limit ? records.at(-1)?.seq : undefined;
      return auditPage(records, fields, { path: '/audit', url, next: { after: last } });
    },
  };
}

function verifyRoute({ verify }: AuditPorts): Route {
  return {
    method: 'GET',
    path: '/audit/verification',
    budget: 'search',
    access: 'operate',
    describe: {
      operationId: 'audit_verify',
      tag: 'administration',
      summary: 'Check the audit log for changed, removed or missing records.',
      description:
        'Verifies the hash chain from the first stored record to the last, compares it with the anchors in audit.anchors.file, and reports calls that were started and have no end. Use it regularly, and store `to` elsewhere so that a later result can be compared with it. ' +
        'Do not use it to read records: use audit_list instead. No side effects; the duration grows with the length of the log.',
      parameters: [fieldsParameter('the result')],
      responses: {
        '200': {
          description: 'Result of the check; `ok` is false when the chain is broken or a call has no end.',
          content: {
            'application/json': {
              schema: auditVerdictAnswer,
              examples: { whole: { summary: 'An intact chain', value: verdictExample } },
            },
          },
        },
      },
      failures: [400, 403],
      agent: { read_only: true },
    },
    async handle({ url }) {
      const fieldErrors: FieldError[] = [];
      const asked = url.searchParams.has('fields') ? url.searchParams.getAll('fields') : undefined;
      const fields = parseFields(asked, (problem) => fieldErrors.push(problem), verdictMembers);
      if (fieldErrors.length > 0) throw new Failure('INVALID_INPUT', { fieldErrors });
      const verdict = { ...(await verify()) } as unknown as JsonObject;
      return jsonReply(pickFields(verdict, fields), { headers: { 'Cache-Control': 'no-store' } });
    },
  };
}

function readQuery(search: URLSearchParams): AuditQuery & { fields: readonly string[] | undefined } {
  const fieldErrors: FieldError[] = [];
  const whole = (name: string, fallback: number, min: number, max: number) => {
    const raw = search.get(name);
    const value = raw === null ? fallback : /^\d{1,16}$/.test(raw) ? Number(raw) : Number.NaN;
    if (value >= min && value <= max) return value;
    fieldErrors.push({ field: name, code: 'invalid', detail: `must be an integer from ${min} to ${max}` });
    return fallback;
  };
  const query: AuditQuery = {
    after: whole('after', 0, 0, Number.MAX_SAFE_INTEGER),
    limit: whole('limit', defaultPageSize, 1, maxPageSize),
  };
  for (const name of new Set(search.keys())) {
    const value = search.get(name) ?? '';
    if (name === 'actor' || name === 'action' || name === 'target') query[name] = value.slice(0, 512);
  }
  const asked = search.has('fields') ? search.getAll('fields') : undefined;
  const fields = parseFields(asked, (problem) => fieldErrors.push(problem), recordMembers);
  if (fieldErrors.length > 0) throw new Failure('INVALID_INPUT', { fieldErrors: fieldErrors.slice(0, 100) });
  return { ...query, fields };
}
