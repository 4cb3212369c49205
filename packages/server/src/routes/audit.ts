/** Reading and verifying the audit log over HTTP, for callers with the scope `admin`. */
import type { AuditQuery, AuditRecord, AuditStore } from '@dragoman/core/engine';
import { verifyAudit } from '@dragoman/core/engine';
import type { Route } from '@dragoman/core/http';
import {
  addressWith,
  fieldsParameter,
  jsonReply,
  linkHeader,
  nextLinkHeader,
  parseFields,
  pickFields,
} from '@dragoman/core/http';
import type { FieldError, JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { auditExample, auditPageSchema, auditVerdictSchema, recordMembers, verdictExample } from './audit-schemas.js';

/** Records on one page when nobody asks for fewer. */
const usualPage = 25;
const largestPage = 1000;

/** Every route for the audit log. */
export function createAuditRoutes(audit: AuditStore): Route[] {
  return [listRoute(audit), verifyRoute(audit)];
}

const filter = (name: string, description: string) =>
  ({ name, in: 'query', description, schema: { type: 'string', minLength: 1, maxLength: 512 } }) as const;

function listRoute(audit: AuditStore): Route {
  return {
    method: 'GET',
    path: '/audit',
    budget: 'read',
    access: 'admin',
    describe: {
      operationId: 'audit_list',
      tag: 'administration',
      summary: 'Read the audit log in its order.',
      description:
        'Who did or was refused what, when, under which trace. Pages go by sequence number: repeat with `after` set to `next_after` until that is absent. ' +
        'Use it to find out what happened. Do not use it to check that nothing was tampered with: use audit_verify instead. No side effects.',
      parameters: [
        {
          name: 'after',
          in: 'query',
          description: 'Only records behind this sequence number.',
          schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
        },
        {
          name: 'limit',
          in: 'query',
          description: 'Most records on the page.',
          schema: { type: 'integer', minimum: 1, maximum: largestPage, default: usualPage },
        },
        filter('actor', 'Only what this subject did or was refused.'),
        filter('action', 'Only this action.'),
        filter('target', 'Only what was done to this id.'),
        fieldsParameter('each record'),
      ],
      responses: {
        '200': {
          description: 'A page of records.',
          headers: nextLinkHeader,
          content: {
            'application/json': {
              schema: auditPageSchema,
              examples: { page: { summary: 'One record', value: { records: [auditExample] } } },
            },
          },
        },
      },
      failures: [400, 403],
      agent: {
        read_only: true,
        order: 'seq asc',
        untrusted: ['/records/*/actor', '/records/*/action', '/records/*/target', '/records/*/detail'],
      },
    },
    async handle({ url }) {
      const { fields, ...query } = readQuery(url.searchParams);
      const records = await audit.list(query);
      const last = records.length === query.limit ? records.at(-1)?.seq : undefined;
      const shown = records.map((record) => pickFields(writeRecord(record), fields));
      const headers = { 'Cache-Control': 'no-store' };
      if (last === undefined) return jsonReply({ records: shown }, { headers });
      const next = addressWith('/audit', url.searchParams, { after: last });
      const link = linkHeader([{ rel: 'next', target: next }]) ?? '';
      return jsonReply({ records: shown, next_after: last }, { headers: { ...headers, Link: link } });
    },
  };
}

function verifyRoute(audit: AuditStore): Route {
  return {
    method: 'GET',
    path: '/audit/verification',
    budget: 'search',
    access: 'admin',
    describe: {
      operationId: 'audit_verify',
      tag: 'administration',
      summary: 'Check the whole audit log for changed, removed or reordered records.',
      description:
        'Walks the chain of hashes from its first kept record to its last. Use it now and then, and keep `to` elsewhere: a later check can be held against it. ' +
        'Do not use it to read records: use audit_list instead. No side effects; takes as long as the log is.',
      responses: {
        '200': {
          description: 'What the check found; `ok` is false when the chain is broken.',
          content: {
            'application/json': {
              schema: auditVerdictSchema,
              examples: { whole: { summary: 'A whole chain', value: verdictExample } },
            },
          },
        },
      },
      failures: [403],
      agent: { read_only: true },
    },
    handle: async () => jsonReply(await verifyAudit(audit), { headers: { 'Cache-Control': 'no-store' } }),
  };
}

function readQuery(search: URLSearchParams): AuditQuery & { fields: readonly string[] | undefined } {
  const fieldErrors: FieldError[] = [];
  const whole = (name: string, usual: number, least: number, most: number) => {
    const raw = search.get(name);
    const value = raw === null ? usual : /^\d{1,16}$/.test(raw) ? Number(raw) : Number.NaN;
    if (value >= least && value <= most) return value;
    fieldErrors.push({ field: name, code: 'invalid', detail: `must be a whole number from ${least} to ${most}` });
    return usual;
  };
  const query: AuditQuery = {
    after: whole('after', 0, 0, Number.MAX_SAFE_INTEGER),
    limit: whole('limit', usualPage, 1, largestPage),
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

/** A record as it goes out; the members that the hash covers keep their values. */
function writeRecord({ traceId, ...record }: AuditRecord): JsonObject {
  return { ...record, trace_id: traceId };
}
