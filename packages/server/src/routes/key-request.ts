/** Parses the bodies of the API key routes; reports every problem at once. */
import type { FieldError, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { KeyRequest } from '../access/key-administration.js';

/** Default overlap, in seconds. */
const defaultOverlap = 3600;
const maxOverlap = 2_592_000;

type Report = (field: string, detail: string) => undefined;

/** Parses the request for a new key. */
export function readKeyRequest(body: JsonValue): KeyRequest {
  return readObject(body, ['name', 'subject', 'scopes', 'expires_at'], (object, report) => {
    const name = readText(object.name, 'name', 100, report) ?? report('name', 'is missing');
    const scopes = readScopes(object.scopes, report);
    const subject = readText(object.subject, 'subject', 200, report);
    const expiresAt = readTime(object.expires_at, report);
    return {
      name: name ?? '',
      scopes: scopes ?? [],
      ...(subject === undefined ? {} : { subject }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    };
  });
}

/** Parses how long a rotated key stays valid, in seconds. */
export function readRotation(body: JsonValue): number {
  return readObject(body, ['overlap_seconds'], (object, report) => {
    const overlap = object.overlap_seconds ?? defaultOverlap;
    if (typeof overlap === 'number' && Number.isInteger(overlap) && overlap >= 0 && overlap <= maxOverlap)
      return overlap;
    report('overlap_seconds', `must be an integer from 0 to ${maxOverlap}`);
    return defaultOverlap;
  });
}

function readObject<T>(
  body: JsonValue,
  known: readonly string[],
  read: (object: Readonly<Record<string, JsonValue | undefined>>, report: Report) => T,
): T {
  const fieldErrors: FieldError[] = [];
  const report: Report = (field, detail) => {
    fieldErrors.push({ field, pointer: `/${field}`, code: 'invalid', detail });
    return undefined;
  };
  if (!isJsonObject(body)) throw new Failure('INVALID_INPUT', { message: 'The body must be a JSON object.' });
  for (const name of Object.keys(body)) {
    if (!known.includes(name)) report(name.slice(0, 80), `is unknown; allowed are ${known.join(', ')}`);
  }
  const value = read(body, report);
  if (fieldErrors.length > 0) throw new Failure('INVALID_INPUT', { fieldErrors: fieldErrors.slice(0, 100) });
  return value;
}

function readText(value: JsonValue | undefined, field: string, maxLength: number, report: Report): string | undefined {
  if (value === undefined) return undefined;
  const fits = typeof value === 'string' && value.trim() !== '' && value.length <= maxLength && !/\p{Cc}/u.test(value);
  return fits ? value : report(field, `must be a string of 1 to ${maxLength} characters`);
}

function readScopes(value: JsonValue | undefined, report: Report): string[] | undefined {
  const fits =
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= 50 &&
    value.every((scope) => typeof scope === 'string' && /^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/.test(scope));
  return fits ? [...new Set(value as string[])] : report('scopes', 'must be a list of 1 to 50 scopes without spaces');
}

function readTime(value: JsonValue | undefined, report: Report): string | undefined {
  if (value === undefined) return undefined;
  const fits = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value));
  return fits ? new Date(value as string).toISOString() : report('expires_at', 'must be an RFC 3339 time');
}
