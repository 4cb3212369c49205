/** What the two lists of the audit log share: parameters, description and answer. */
import type { AuditRecord } from '@dragoman/core/engine';
import type { HttpReply, RouteDescription } from '@dragoman/core/http';
import { addressWith, jsonReply, linkHeader, nextLinkHeader, pickFields } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { auditExample, writeRecord } from './audit-schemas.js';

/** Default page size. */
export const defaultPageSize = 25;

/** Members that others wrote. */
export const untrustedMembers = ['/records/*/actor', '/records/*/action', '/records/*/target', '/records/*/detail'];

/** Describes a filter by text. */
export const filter = (name: string, description: string) =>
  ({ name, in: 'query', description, schema: { type: 'string', minLength: 1, maxLength: 512 } }) as const;

/** Describes the page size. */
export const limitParameter = (maximum: number) =>
  ({
    name: 'limit',
    in: 'query',
    description: 'Maximum records per page.',
    schema: { type: 'integer', minimum: 1, maximum, default: defaultPageSize },
  }) as const;

/** Describes the answer. */
export function auditPageResponses(description: string, schema: JsonObject): RouteDescription['responses'] {
  const examples = { page: { summary: 'One record', value: { records: [auditExample] } } };
  return { '200': { description, headers: nextLinkHeader, content: { 'application/json': { schema, examples } } } };
}

/** The answer with one page; `next` is the parameter that leads to the next one, without a value on the last page. */
export function auditPage(
  records: readonly AuditRecord[],
  fields: readonly string[] | undefined,
  { path, url, next }: { path: string; url: URL; next: Record<string, number | undefined> },
): HttpReply {
  const shown = { records: records.map((record) => pickFields(writeRecord(record), fields)) };
  const headers = { 'Cache-Control': 'no-store' };
  const [[name, value] = ['', undefined]] = Object.entries(next);
  if (value === undefined) return jsonReply(shown, { headers });
  const link = linkHeader([{ rel: 'next', target: addressWith(path, url.searchParams, { [name]: value }) }]) ?? '';
  return jsonReply({ ...shown, [`next_${name}`]: value }, { headers: { ...headers, Link: link } });
}
