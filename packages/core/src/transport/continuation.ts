/**
 * Cursors that carry the query of their list, so that a cursor alone continues it (PROF-RESP-09). The query is not
 * signed: the cursor itself is bound to it, so a changed one is rejected like any other cursor of another query.
 */

import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '@dragoman/model';

/** Part of a cursor before a body; a query in Base64 is never this short. */
const bodyMark = 'b';

const checksumLength = 6;

/** Names of cursor parameters: ours, and that of N-ACT. */
const cursorNames: readonly string[] = ['cursor', 'pageCursor'];

/** Maximum length of a cursor; one with a longer query needs the other parameters again. */
const maxLength = 4096;

/** The cursor with the query that it continues. */
export function withQuery(cursor: string, query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  for (const name of cursorNames) rest.delete(name);
  if (rest.size === 0) return cursor;
  const whole = `${cursor}.${writeText(rest.toString())}`;
  return whole.length > maxLength ? cursor : whole;
}

/** The cursor with the body of the search that it continues. */
export function withBody(cursor: string, body: JsonObject): string {
  const { cursor: _, ...rest } = body;
  const whole = `${cursor}.${bodyMark}.${writeText(JSON.stringify(rest))}`;
  return whole.length > maxLength ? cursor : whole;
}

/** Adds the members of the body in a cursor; members that the body has itself stay. */
export function restoreBody(body: JsonValue): JsonValue {
  if (!isJsonObject(body) || typeof body.cursor !== 'string' || body.cursor.length > maxLength) return body;
  const [payload, signature, mark, text, ...more] = body.cursor.split('.');
  if (mark !== bodyMark || text === undefined || more.length > 0) return body;
  const whole = readText(text);
  return whole === undefined ? body : { ...parse(whole), ...body, cursor: `${payload}.${signature}` };
}

function parse(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** With a checksum, so that a truncated cursor is not read as a shorter query. */
function writeText(text: string): string {
  return `${checksum(text)}${Buffer.from(text).toString('base64url')}`;
}

/** Undefined for a text that was not written here. */
function readText(given: string): string | undefined {
  const text = Buffer.from(given.slice(checksumLength), 'base64url').toString();
  return writeText(text) === given ? text : undefined;
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, checksumLength);
}

/** Adds the query of a cursor to the URL of a read; parameters that the URL has itself stay. */
export function restoreQuery(url: URL, method = 'GET'): URL {
  const { searchParams } = url;
  for (const name of cursorNames) {
    const cursor = searchParams.get(name);
    if (cursor === null || cursor.length > maxLength) continue;
    const [payload, signature, query, body, ...more] = cursor.split('.');
    if (query === undefined || more.length > 0 || body !== undefined) continue;
    const text = readText(query);
    if (text === undefined || (method !== 'GET' && method !== 'HEAD')) continue;
    searchParams.set(name, `${payload}.${signature}`);
    const given = new Set(searchParams.keys());
    for (const [member, value] of new URLSearchParams(text)) {
      if (!given.has(member)) searchParams.append(member, value);
    }
  }
  return url;
}
