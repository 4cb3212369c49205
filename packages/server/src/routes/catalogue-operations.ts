/** `/catalogue/operations`: single operations of all services, ranked for a text or listed, with filters and counts. */
import type { Caller, OperationLister, OperationPosition, RankOperations, StoredEntry } from '@dragoman/core/engine';
import { canSee, maxRankedOperations } from '@dragoman/core/engine';
import type { HttpReply, PagePosition, Route, RouteContext } from '@dragoman/core/http';
import { negotiate, pickFields, readFields, withQuery, writeCursor, writeOperationSummary } from '@dragoman/core/http';
import type { Entry, JsonObject, Operation } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { describeCatalogueOperations, facetFields, summaryMembers } from './catalogue-operations-description.js';
import { type AskedOperations, readAskedOperations } from './catalogue-operations-request.js';
import { pageReply, pageStart } from './cursor-page.js';
import { countFacets, type Facets, nameAgents } from './operation-facets.js';
import { personal } from './toolset-ports.js';

/** Dependencies of the route. */
export interface CatalogueOperationsPorts {
  rank: RankOperations;
  index: OperationLister;
  entries: { readMany(ids: readonly string[]): Promise<StoredEntry[]> };
  cursorKey: string;
  anonymousSearch: boolean;
}

const path = '/catalogue/operations';

/** Creates the route. */
export function createCatalogueOperationsRoute(ports: CatalogueOperationsPorts): Route {
  return {
    method: 'GET',
    path,
    budget: 'search',
    access: 'public',
    describe: describeCatalogueOperations,
    handle: (context) => answer(ports, context),
  };
}

interface OperationPage {
  items: JsonObject[];
  count: number;
  facets?: Facets;
  next?: PagePosition;
  /** Where each page after the first one starts. */
  pages?: PagePosition[];
}

async function answer(ports: CatalogueOperationsPorts, context: RouteContext): Promise<HttpReply> {
  const { url, caller, request, signal } = context;
  negotiate(request, ['application/json']);
  if (!ports.anonymousSearch && caller.kind === 'anonymous') {
    throw new Failure('UNAUTHENTICATED', { message: 'Searching this registry requires a credential.' });
  }
  const fields = readFields(url, summaryMembers);
  const asked = readAskedOperations(url);
  const scope = { key: ports.cursorKey, query: [path, asked.query], subject: caller.subject };
  const after = pageStart(url, scope);
  const page =
    asked.text === undefined
      ? await listPage(ports, asked, { caller, after })
      : await rankedPage(ports, { ...asked, text: asked.text }, { caller, after, signal });
  const next = page.next === undefined ? undefined : writeCursor(page.next, scope);
  const members = {
    operations: page.items.map((item) => pickFields(item, fields)),
    count: page.count,
    top: asked.top,
    ...(page.facets === undefined ? {} : { facets: page.facets }),
    ...(page.pages === undefined
      ? {}
      : { page_cursors: page.pages.map((place) => withQuery(writeCursor(place, scope), url.searchParams)) }),
  };
  return pageReply(members, { path, url, next, headers: personal });
}

interface PageContext {
  caller: Caller;
  after: PagePosition | undefined;
  signal?: AbortSignal;
}

/** Best first; the ranking ends after 200 operations. */
async function rankedPage(
  { rank }: CatalogueOperationsPorts,
  { text, conditions, accepts, top, facets, pageCursors }: AskedOperations & { text: string },
  { caller, after, signal }: PageContext,
): Promise<OperationPage> {
  const query = { text, conditions, top: maxRankedOperations, ...(accepts === undefined ? {} : { accepts }) };
  const ranked = await rank(query, caller, signal);
  const start = after?.skip ?? 0;
  const items = ranked.slice(start, start + top).map(({ entry, operation, score, hit, notes }) => ({
    ...writeOperationSummary(entry, operation),
    score,
    words: rounded(hit.words),
    ...(hit.meaning === undefined ? {} : { meaning: rounded(hit.meaning) }),
    ...(notes.length === 0 ? {} : { notes }),
  }));
  const end = start + items.length;
  return {
    items,
    count: ranked.length,
    ...(facets ? { facets: countFacets(ranked) } : {}),
    ...(pageCursors ? { pages: startsOf(ranked.length, top) } : {}),
    ...(end < ranked.length ? { next: { skip: end } } : {}),
  };
}

/** By the id of the service, then in the order of its description. */
async function listPage(
  { index, entries }: CatalogueOperationsPorts,
  { conditions, accepts, top, facets, pageCursors }: AskedOperations,
  { caller, after }: PageContext,
): Promise<OperationPage> {
  const listed = await index.listOperations(
    {
      conditions,
      top,
      ...(accepts === undefined ? {} : { accepts }),
      ...(after?.id === undefined ? {} : { after: { entryId: after.id, place: after.skip } }),
      ...(facets ? { facets: facetFields } : {}),
      pages: pageCursors,
    },
    caller,
  );
  const rows = await entries.readMany([...new Set(listed.operations.map(({ entryId }) => entryId))]);
  const visible = new Map(rows.filter(({ entry }) => canSee(caller, entry)).map(({ entry }) => [entry.id, entry]));
  const found = listed.operations.flatMap(({ entryId, place }): [Entry, Operation][] => {
    const entry = visible.get(entryId);
    const operation = entry?.operations[place];
    // The store may be ahead of the index; changed entries are left out.
    return entry === undefined || operation === undefined ? [] : [[entry, operation]];
  });
  const last = listed.operations.length < top ? undefined : listed.operations.at(-1);
  return {
    items: found.map(([entry, operation]) => writeOperationSummary(entry, operation)),
    count: listed.count,
    ...(facets ? { facets: { ...listed.facets, agent: await nameAgents(entries, listed.counts) } } : {}),
    ...(pageCursors ? { pages: listed.pages.map(positionOf) } : {}),
    ...(last === undefined ? {} : { next: positionOf(last) }),
  };
}

function positionOf({ entryId, place }: OperationPosition): PagePosition {
  return { skip: place, id: entryId };
}

function startsOf(count: number, top: number): PagePosition[] {
  return Array.from({ length: Math.max(0, Math.ceil(count / top) - 1) }, (_, page) => ({ skip: (page + 1) * top }));
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
