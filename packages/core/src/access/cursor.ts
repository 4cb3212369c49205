/**
 * Page cursors: opaque, signed, bound to one query of one caller. An invented or truncated cursor, and one from another
 * query or caller, are rejected with the same failure.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Failure } from '@dragoman/model';

/** The start of the next page. */
export interface PagePosition {
  /** Number of results before it. */
  skip: number;
  /** Last result of the previous page: its name and id when sorted by name, only its id when sorted by score. */
  name?: string;
  id?: string;
}

/** The values that a cursor is bound to. */
export interface CursorScope {
  /** Secret for signing cursors. */
  key: string;
  /** Everything that determines the result and its order, as plain data. */
  query: unknown;
  /** Subject of the caller. */
  subject: string;
}

/** Maximum length of a valid cursor. */
const maxLength = 4096;

/** Writes the cursor of a position. */
export function writeCursor(position: PagePosition, scope: CursorScope): string {
  const payload = Buffer.from(JSON.stringify([position.skip, position.name ?? null, position.id ?? null]));
  return `${payload.toString('base64url')}.${sign(payload, scope).toString('base64url')}`;
}

/** Reads a cursor; throws `INVALID_CURSOR` for any cursor that was not issued for this query and caller. */
export function readCursor(cursor: string, scope: CursorScope): PagePosition {
  const [payloadText = '', signatureText = '', ...more] = cursor.length > maxLength ? [] : cursor.split('.');
  const payload = Buffer.from(payloadText, 'base64url');
  const signature = Buffer.from(signatureText, 'base64url');
  const expected = sign(payload, scope);
  const genuine = signature.length === expected.length && timingSafeEqual(signature, expected);
  // Lenient decoding would accept several spellings of one cursor.
  const exact = payload.toString('base64url') === payloadText && signature.toString('base64url') === signatureText;
  if (!genuine || !exact || more.length > 0) throw new Failure('INVALID_CURSOR');
  return positionOf(JSON.parse(payload.toString('utf8')));
}

function positionOf([skip, name, id]: [number, string | null, string | null]): PagePosition {
  if (id === null) return { skip };
  return name === null ? { skip, id } : { skip, name, id };
}

function sign(payload: Buffer, scope: CursorScope): Buffer {
  const query = createHash('sha256').update(JSON.stringify(scope.query)).digest('hex');
  return createHmac('sha256', scope.key)
    .update(JSON.stringify(['page', query, scope.subject, payload.toString('base64url')]))
    .digest();
}
