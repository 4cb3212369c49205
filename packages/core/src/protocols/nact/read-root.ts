/**
 * Reads a complete tool list from a live root, page by page, through the guarded host. Endless lists, cursor loops
 * and interruptions are reported as diagnostics, and the tools read so far are kept.
 */

import { parseJson } from '@dragoman/documents';
import type { Diagnostic, JsonObject, JsonValue } from '@dragoman/model';
import { diagnose, Failure, isJsonObject } from '@dragoman/model';
import type { DocumentHost } from '../../documents/host.js';
import { nactDiagnostics } from './diagnostics.js';
import { listAddress, listLimits, rootOf } from './wire.js';

/** A complete list: a document for `readNact`, and diagnostics. */
export interface ReadRoot {
  document: JsonObject;
  /** Address of the list. */
  uri: string;
  diagnostics: Diagnostic[];
}

/** Options for reading a root. */
export interface ReadRootOptions {
  signal?: AbortSignal;
  traceId?: string;
  /** Limits of the list; defaults when absent. */
  limits?: { pages: number; tools: number };
}

/** Maximum length of a cursor. */
const maxCursorLength = 8192;

interface Page {
  items: JsonValue[];
  next?: string;
}

/** Reads every page of a root or list URL. Throws only when the first page cannot be fetched. */
export async function readToolRoot(
  host: DocumentHost,
  address: string,
  options: ReadRootOptions = {},
): Promise<ReadRoot> {
  const uri = listAddress(address);
  const first = await fetchPage(host, uri, options);
  return followPages(host, uri, first, options);
}

/** The complete list after a first page that was already fetched; its other members are kept. */
export async function completeToolList(
  host: DocumentHost,
  first: JsonValue,
  { uri, report, ...options }: ReadRootOptions & { uri: string; report?: (found: Diagnostic) => void },
): Promise<JsonValue> {
  if (!Array.isArray(first) && (!isJsonObject(first) || !Array.isArray(first.items))) return first;
  const { document, diagnostics } = await followPages(host, uri, readPage(first), options);
  for (const found of diagnostics) report?.(found);
  if (Array.isArray(first)) return document;
  const { paging: _, ...beside } = first;
  const { root } = beside;
  return { ...beside, ...document, ...(root === undefined ? {} : { root }) };
}

async function followPages(host: DocumentHost, uri: string, first: Page, options: ReadRootOptions): Promise<ReadRoot> {
  const { pages, tools } = options.limits ?? listLimits;
  const items = [...first.items];
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<string>();
  let { next } = first;
  for (let read = 1; next !== undefined; read += 1) {
    if (seen.has(next)) {
      diagnostics.push(diagnose(nactDiagnostics, 'nact/cursor-repeated', { uri, pointer: '/paging/next' }));
      break;
    }
    if (read >= pages || items.length >= tools) {
      diagnostics.push(
        diagnose(nactDiagnostics, 'nact/pages-without-end', { uri, pointer: '/paging/next' }, { pages, tools }),
      );
      break;
    }
    seen.add(next);
    const page: Page = await fetchPage(host, withCursor(uri, next), options);
    items.push(...page.items);
    next = page.next;
  }
  if (next === undefined && items.length > tools) {
    diagnostics.push(diagnose(nactDiagnostics, 'nact/pages-without-end', { uri, pointer: '/items' }, { pages, tools }));
    next = 'cut off here';
  }
  const root = rootOf(uri);
  // A truncated list still has a next cursor, and a list without tools is still a list.
  const paging = { pageLimit: Math.max(1, first.items.length), next: next ?? null };
  const document = { ...(root === undefined ? {} : { root }), items: items.slice(0, tools), paging };
  return { document, uri, diagnostics };
}

async function fetchPage(host: DocumentHost, uri: string, { signal, traceId }: ReadRootOptions): Promise<Page> {
  const fetched = await host.fetch(uri, {
    ...(signal === undefined ? {} : { signal }),
    ...(traceId === undefined ? {} : { traceId }),
  });
  if (fetched.outcome !== 'fetched') throw unreadable('the server reports that nothing has changed');
  const parsed = parseJson(fetched.bytes);
  return readPage(parsed);
}

/** A bare array counts as a single last page (nact.md GAP-13). */
function readPage(document: JsonValue): Page {
  if (Array.isArray(document)) return { items: document };
  if (!isJsonObject(document) || !Array.isArray(document.items)) throw unreadable('it has no "items" array');
  const { paging } = document;
  const next = isJsonObject(paging) ? nextOf(paging.next) : undefined;
  return { items: document.items, ...(next === undefined ? {} : { next }) };
}

/** Null, absent and empty all mean the end; of a URL only the cursor in its query is used (nact.md GAP-12). */
function nextOf(said: JsonValue | undefined): string | undefined {
  if (said === undefined || said === null || said === '' || said === false) return undefined;
  // Some servers number their pages; an unusable cursor must not count as the end of the list.
  const next = typeof said === 'number' ? String(said) : said;
  if (typeof next !== 'string') throw unreadable('paging.next is not a cursor');
  if (next.length > maxCursorLength) throw unreadable(`paging.next has more than ${maxCursorLength} characters`);
  if (!/^https?:\/\//.test(next) || !URL.canParse(next)) return next;
  return new URL(next).searchParams.get('pageCursor') ?? next;
}

function withCursor(uri: string, cursor: string): string {
  const url = new URL(uri);
  url.searchParams.set('pageCursor', cursor);
  return url.href;
}

function unreadable(reason: string): Failure {
  return new Failure('UPSTREAM_ERROR', { message: `A page of the tool list cannot be read: ${reason}.` });
}
