/**
 * Page cursors: opaque, signed, bound to one query of one caller. A cursor that was made up, cut, taken from
 * another query or from another caller is told in one and the same way.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Failure } from '@dragoman/model';

/** Where the next page starts. */
export interface PagePlace {
  /** How many results lie before it. */
  skip: number;
  /** Last result of the page before: its name and id in an order by name, its id alone in an order by score. */
  name?: string;
  id?: string;
}

/** What a cursor is bound to. */
export interface CursorScope {
  /** Secret that cursors are signed with. */
  key: string;
  /** Everything that decides on the result and its order, as plain data. */
  query: unknown;
  /** Subject of the caller. */
  subject: string;
}

/** No cursor of ours is longer. */
const longest = 4096;

/** Makes the cursor of a place. */
export function writeCursor(place: PagePlace, scope: CursorScope): string {
  const payload = Buffer.from(JSON.stringify([place.skip, place.name ?? null, place.id ?? null]));
  return `${payload.toString('base64url')}.${sign(payload, scope).toString('base64url')}`;
}

/** Reads a cursor back; throws `INVALID_CURSOR` for any that this query of this caller did not get. */
export function readCursor(cursor: string, scope: CursorScope): PagePlace {
  const [payloadText = '', signatureText = '', ...more] = cursor.length > longest ? [] : cursor.split('.');
  const payload = Buffer.from(payloadText, 'base64url');
  const signature = Buffer.from(signatureText, 'base64url');
  const expected = sign(payload, scope);
  const genuine = signature.length === expected.length && timingSafeEqual(signature, expected);
  // Lenient decoding would let one cursor have several spellings.
  const exact = payload.toString('base64url') === payloadText && signature.toString('base64url') === signatureText;
  if (!genuine || !exact || more.length > 0) throw new Failure('INVALID_CURSOR');
  return placeOf(JSON.parse(payload.toString('utf8')));
}

function placeOf([skip, name, id]: [number, string | null, string | null]): PagePlace {
  if (id === null) return { skip };
  return name === null ? { skip, id } : { skip, name, id };
}

function sign(payload: Buffer, scope: CursorScope): Buffer {
  const query = createHash('sha256').update(JSON.stringify(scope.query)).digest('hex');
  return createHmac('sha256', scope.key)
    .update(JSON.stringify(['page', query, scope.subject, payload.toString('base64url')]))
    .digest();
}
