/**
 * Reads a whole list of tools from a live root, page after page, through the guarded host. A server that pages for
 * ever, goes round in a circle or breaks off is told as a finding, and what was read until then is kept.
 */

import { parseJson } from '@dragoman/documents';
import type { Diagnostic, JsonObject, JsonValue } from '@dragoman/model';
import { diagnose, Failure, isJsonObject } from '@dragoman/model';
import type { DocumentHost } from '../../documents/host.js';
import { nactDiagnostics } from './diagnostics.js';
import { listAddress, listLimits, rootOf } from './wire.js';

/** A list read to its end: a document for `readNact`, and what was found on the way. */
export interface ReadRoot {
  document: JsonObject;
  /** Address of the list. */
  uri: string;
  diagnostics: Diagnostic[];
}

/** How a root is read. */
export interface ReadRootOptions {
  signal?: AbortSignal;
  traceId?: string;
  /** Bounds of the list; the usual ones when absent. */
  limits?: { pages: number; tools: number };
}

/** Most characters of a cursor that are given back. */
const longestCursor = 8192;

interface Page {
  items: JsonValue[];
  next?: string;
}

/** Reads every page below an address: a root, or the list itself. Throws only when the first page cannot be had. */
export async function readToolRoot(
  host: DocumentHost,
  address: string,
  options: ReadRootOptions = {},
): Promise<ReadRoot> {
  const uri = listAddress(address);
  const first = await fetchPage(host, uri, options);
  return followPages(host, uri, first, options);
}

/** The whole list behind a first page that was fetched already; what it has beside the list stays. */
export async function completeToolList(
  host: DocumentHost,
  first: JsonValue,
  { uri, report, ...options }: ReadRootOptions & { uri: string; report?: (found: Diagnostic) => void },
): Promise<JsonValue> {
  if (!isJsonObject(first) || !Array.isArray(first.items)) return first;
  const { document, diagnostics } = await followPages(host, uri, readPage(first), options);
  for (const found of diagnostics) report?.(found);
  const { paging: _, ...beside } = first;
  return { ...beside, ...document };
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
  // A list that was not read to its end still says so, and one without tools that it is a list.
  const paging = { pageLimit: Math.max(1, first.items.length), next: next ?? null };
  const document = { ...(root === undefined ? {} : { root }), items: items.slice(0, tools), paging };
  return { document, uri, diagnostics };
}

async function fetchPage(host: DocumentHost, uri: string, { signal, traceId }: ReadRootOptions): Promise<Page> {
  const fetched = await host.fetch(uri, {
    ...(signal === undefined ? {} : { signal }),
    ...(traceId === undefined ? {} : { traceId }),
  });
  if (fetched.outcome !== 'fetched') throw unreadable('the server says that nothing has changed');
  const parsed = parseJson(fetched.bytes);
  return readPage(parsed);
}

/** A bare array is taken as a single last page (nact.md GAP-13). */
function readPage(document: JsonValue): Page {
  if (Array.isArray(document)) return { items: document };
  if (!isJsonObject(document) || !Array.isArray(document.items)) throw unreadable('it has no array items');
  const { paging } = document;
  const next = isJsonObject(paging) ? nextOf(paging.next) : undefined;
  return { items: document.items, ...(next === undefined ? {} : { next }) };
}

/** Null, absent and empty all mean the end; of an address only the cursor in its query counts (nact.md GAP-12). */
function nextOf(said: JsonValue | undefined): string | undefined {
  if (said === undefined || said === null || said === '' || said === false) return undefined;
  // Some servers count their pages; a cursor that cannot be given back must not pass for the end of the list.
  const next = typeof said === 'number' ? String(said) : said;
  if (typeof next !== 'string') throw unreadable('paging.next is no cursor');
  if (next.length > longestCursor) throw unreadable(`paging.next has more than ${longestCursor} characters`);
  if (!/^https?:\/\//.test(next) || !URL.canParse(next)) return next;
  return new URL(next).searchParams.get('pageCursor') ?? next;
}

function withCursor(uri: string, cursor: string): string {
  const url = new URL(uri);
  url.searchParams.set('pageCursor', cursor);
  return url.href;
}

function unreadable(reason: string): Failure {
  return new Failure('UPSTREAM_ERROR', { message: `A page of the list of tools cannot be read: ${reason}.` });
}
