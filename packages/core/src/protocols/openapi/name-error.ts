/**
 * Derives a code for an error that a document describes by a status: its own code, else the meaning of the status for
 * the entity.
 */
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { toSnakeCase } from '../../documents/identifier.js';
import { member } from './wire.js';

/** Facts about an error. */
export interface DescribedError {
  /** `404`, `4XX`. */
  status: string;
  description: string | undefined;
  /** The noun for the operation's subject, snake_case; empty when there is none. */
  entity: string;
  /** The schema of its body. */
  schema: JsonObject | undefined;
}

/** `{entity}` is inserted where the code names the missing or conflicting thing. */
const meanings: Readonly<Record<string, string>> = {
  '400': 'invalid_request',
  '401': 'unauthenticated',
  '402': 'payment_required',
  '403': 'forbidden',
  '404': '{entity}_not_found',
  '405': 'method_not_allowed',
  '406': 'not_acceptable',
  '408': 'request_timed_out',
  '409': '{entity}_conflict',
  '410': '{entity}_gone',
  '411': 'length_required',
  '412': 'precondition_failed',
  '413': 'request_too_large',
  '415': 'media_type_unsupported',
  '418': 'refused',
  '422': 'validation_failed',
  '423': '{entity}_locked',
  '424': 'dependency_failed',
  '425': 'too_early',
  '428': 'precondition_required',
  '429': 'rate_limited',
  '451': 'unavailable_for_legal_reasons',
  '500': 'internal_error',
  '501': 'not_implemented',
  '502': 'upstream_failed',
  '503': 'service_unavailable',
  '504': 'upstream_timed_out',
  '507': 'storage_full',
};

/** The code: one fixed by the schema, a description that is itself a code, or the meaning of the status. */
export function nameError({ status, description, entity, schema }: DescribedError): string {
  return fixedCode(schema) ?? spelledCode(description) ?? meaningOf(status, entity);
}

/** A `code` or `error` with a single allowed value. */
function fixedCode(schema: JsonObject | undefined): string | undefined {
  const properties = schema === undefined ? undefined : member(schema, 'properties');
  if (!isJsonObject(properties)) return undefined;
  for (const name of ['code', 'error', 'error_code', 'errorCode', 'type']) {
    const property = member(properties, name);
    if (!isJsonObject(property)) continue;
    const values = member(property, 'enum');
    const [only, second] = Array.isArray(values) ? values : [member(property, 'const')];
    if (typeof only === 'string' && second === undefined && isCode(only)) return toSnakeCase(only, 'failed');
  }
  return undefined;
}

/** `USER_NOT_FOUND` or `user_not_found` as a whole description is a code. */
function spelledCode(description: string | undefined): string | undefined {
  return description !== undefined && /_/.test(description) && isCode(description)
    ? toSnakeCase(description, 'failed')
    : undefined;
}

function isCode(text: string): boolean {
  return text.length <= 64 && /^[A-Za-z][A-Za-z0-9_.-]*[A-Za-z0-9]$/.test(text) && !/^https?/i.test(text);
}

function meaningOf(status: string, entity: string): string {
  const known = meanings[status];
  if (known === undefined) return status.startsWith('5') ? 'service_failed' : 'request_refused';
  return toSnakeCase(known.replace('{entity}', entity === '' ? 'resource' : entity.slice(0, 40)), 'failed');
}
