/**
 * One page of a walk by cursor: the inputs for the upstream, which of its items form the page, and where the next one
 * starts. Totals from an upstream are never trusted alone; a walk ends by the items that it returns.
 */
import { createHash } from 'node:crypto';
import { canonicalJson } from '@dragoman/documents';
import type { JsonObject, JsonValue, PageRepair } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { CursorScope, PagePosition } from '../../access/cursor.js';
import { readCursor, writeCursor } from '../../access/cursor.js';
import { cursorInput } from './cursor-pages.js';
import { plainName } from './schema-shape.js';

/** Maximum number of pages of a walk, so that an endless list ends. */
const farthest = 1_000_000;

/** A page in progress. */
export interface Page {
  /** Where it starts: the upstream's position, and items of that page which were already returned. */
  position: number;
  inner: number;
  size: number;
  /** Fingerprint of the previous page, to detect an upstream that does not advance. */
  seen?: string;
  /** The other inputs of the walk. */
  inputs: JsonObject;
  scope: CursorScope;
}

/** Caller and operation of a walk. */
export interface WalkScope {
  key: string;
  subject: string;
  /** Identifies the operation. */
  of: string;
}

/**
 * Opens the page that a call requests. A cursor includes the inputs of its call, so that it is sufficient alone; inputs
 * sent with it must be the same. `INVALID_CURSOR` for one that this caller did not get for this request.
 */
export function openPage(pages: PageRepair, given: JsonObject, { key, subject, of }: WalkScope): Page {
  const { [cursorInput]: cursor, [pages.size]: asked, ...inputs } = given;
  const scope: CursorScope = { key, subject, query: of };
  // Models fill optional inputs with empty values.
  if (typeof cursor !== 'string' || cursor === '') {
    const size = typeof asked === 'number' ? Math.floor(asked) : pages.usual;
    return { position: pages.first, inner: 0, size, inputs, scope };
  }
  const { skip, name = '', id = '' } = readCursor(cursor, scope);
  const [size = pages.usual, inner = 0] = name.split('.').map(Number);
  if (typeof asked === 'number' && asked !== size) throw sizeChanged(pages.size, size);
  const [seen = '', ...kept] = id.split(' ');
  return { position: skip, inner, size, seen, inputs: readInputs(kept.join(' '), inputs), scope };
}

/**
 * Maximum length of inputs that a cursor carries; for longer ones it carries a hash, and they have to be sent again.
 */
const maxInputsLength = 1500;

function keepInputs(inputs: JsonObject): string {
  const text = canonicalJson(inputs);
  return text.length <= maxInputsLength ? text : markText(text);
}

function readInputs(kept: string, given: JsonObject): JsonObject {
  if (!kept.startsWith('{')) {
    if (kept !== keepInputs(given)) throw new Failure('INVALID_CURSOR');
    return given;
  }
  const known = JSON.parse(kept) as JsonObject;
  const whole = { ...known, ...given };
  if (canonicalJson(whole) !== kept) throw new Failure('INVALID_CURSOR');
  return whole;
}

function sizeChanged(field: string, size: number): Failure {
  const detail = `must stay ${size} while a cursor is followed, or be omitted`;
  return new Failure('INVALID_INPUT', {
    message: 'The input has 1 problem.',
    fieldErrors: [{ field, pointer: `/${field}`, code: 'input/page-size', detail }],
  });
}

/** The upstream's inputs for a page. */
export function pageInput(pages: PageRepair, inputs: JsonObject, { position, size }: Page): JsonObject {
  return { ...inputs, [pages.position]: position, [pages.size]: size };
}

/** The items of a page among the received ones; throws when the upstream returns the same ones for every position. */
export function takePage({ inner, size, seen }: Page, items: readonly JsonValue[]): readonly JsonValue[] {
  if (inner === 0 && seen !== undefined && seen !== '' && seen === markOf(items)) {
    throw new Failure('UPSTREAM_ERROR', {
      message: 'The service returned the same page again for another position, so the list cannot be paged.',
    });
  }
  return items.slice(inner, inner + size);
}

/** The received items of a page, and how many are returned. */
export interface Came {
  items: readonly JsonValue[];
  kept: number;
  /** The answer around the items. */
  around: JsonValue;
}

/** The cursor of the next page; undefined when this was the last one. */
export function nextCursor(pages: PageRepair, page: Page, came: Came): string | undefined {
  const place = nextPlace(pages, page, came);
  return place === undefined || place.skip > farthest ? undefined : writeCursor(place, page.scope);
}

function nextPlace(
  pages: PageRepair,
  { position, inner, size, inputs }: Page,
  { items, kept, around }: Came,
): PagePosition | undefined {
  const at = (skip: number, within: number): PagePosition => ({
    skip,
    name: `${size}.${within}`,
    id: `${markOf(items)} ${keepInputs(inputs)}`,
  });
  if (items.length === 0) return undefined;
  const given = inner + kept;
  if (given < items.length) return pages.style === 'offset' ? at(position + kept, 0) : at(position, given);
  const before = pages.style === 'offset' ? position : (position - pages.first) * size;
  const isShort = items.length < size;
  if (isShort && (pages.exact === true || saysEnd(around, before + items.length))) return undefined;
  return pages.style === 'offset' ? at(position + kept, 0) : at(position + 1, 0);
}

const totals = ['total', 'totalcount', 'totalitems', 'totalresults', 'count'];

/** True when the answer itself says that nothing follows; checked only for a page that is not full. */
function saysEnd(around: JsonValue, given: number): boolean {
  if (!isJsonObject(around)) return false;
  return Object.entries(around).some(([name, value]) => {
    const plain = plainName(name);
    if (totals.includes(plain)) return typeof value === 'number' && value <= given;
    return (plain === 'hasmore' && value === false) || (plain === 'next' && value === null);
  });
}

/** A fingerprint of the items; none for primitive values, which may be equal on two pages. */
function markOf(items: readonly JsonValue[]): string {
  if (!items.some((item) => typeof item === 'object' && item !== null)) return '';
  return markText(JSON.stringify(items)).slice(0, 16);
}

function markText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
