/** `POST /agents/search`: filters and free text, with either response shape (-01 §4.3.1, -00 §5.2, aidip.md GAP-01). */
import { Failure, isJsonObject, type JsonValue } from '@dragoman/model';
import type { Caller } from '../../../access/caller.js';
import type { MeaningReading } from '../../../discovery/meaning-reader.js';
import { restoreBody, withBody } from '../../../transport/continuation.js';
import { cursorParameter } from '../../../transport/describe.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import { readJsonBody } from '../../../transport/json-body.js';
import { addressWith } from '../../../transport/links.js';
import { negotiate } from '../../../transport/negotiate.js';
import type { Route, RouteContext } from '../../../transport/route.js';
import type { AidipPorts } from '../ports.js';
import { pageReply } from '../serving/answers.js';
import { searchExamples } from '../serving/examples.js';
import { findKnownFields } from '../serving/filters.js';
import { readSearchAddress } from '../serving/list-request.js';
import type { Page, PageItem, Wanted } from '../serving/paging.js';
import { findPage } from '../serving/paging.js';
import { agentFieldsParameter, matchingHeader, pageHeaders, shapeParameter } from '../serving/parameters.js';
import { searchAnswerSchema, searchRequestSchema } from '../serving/schemas.js';
import type { SearchRequest } from '../serving/search-request.js';
import { readSearchRequest } from '../serving/search-request.js';

/** The route that searches. */
export function createSearchRoute(ports: AidipPorts): Route {
  return {
    method: 'POST',
    path: '/agents/search',
    budget: 'search',
    access: 'public',
    describe,
    handle: (context) => search(ports, context),
  };
}

async function search(ports: AidipPorts, context: RouteContext): Promise<HttpReply> {
  const { request, url, caller } = context;
  negotiate(request, ['application/json']);
  requireSearcher(ports, caller);
  const address = readSearchAddress(url);
  const given = await readJsonBody(request, { bytes: ports.settings.bodyBytes });
  const body = restoreBody(withCursor(given, address.cursor));
  const filters = isJsonObject(body) && isJsonObject(body.filters) ? Object.keys(body.filters) : [];
  const asked = readSearchRequest(body, await findKnownFields(ports.index, filters, caller));
  const started = elapsed(ports);
  const reading = await readMeaning(ports, asked, context);
  const slice = {
    ...asked.page,
    ...(reading?.meaning === undefined ? {} : { meaning: reading.meaning }),
    full: asked.includeMetadata || address.fields !== undefined,
  };
  const page = await findPage(ports, wanted(asked), slice, caller);
  const next = page.next === undefined || !isJsonObject(body) ? {} : { next: withBody(page.next, body) };
  return pageReply(
    { ...(asked.ranked ? page : withoutScores(page)), ...next },
    {
      caller,
      shape: address.shape ?? asked.shape,
      member: 'results',
      ...(address.fields === undefined ? {} : { fields: address.fields }),
      extra: {
        ...(asked.query === undefined ? {} : { query: asked.query }),
        search_time: Math.max(0, Math.round((elapsed(ports) - started) * 1000) / 1000),
      },
      ...(reading === undefined ? {} : { headers: { 'X-Dragoman-Matching': matchingWord(reading) } }),
      links: page.next === undefined ? [] : [{ rel: 'next', target: nextAddress(url, page.next) }],
    },
  );
}

/** The cursor of the URL continues the search like that of the body. */
function withCursor(body: JsonValue, cursor: string | undefined): JsonValue {
  return cursor === undefined || !isJsonObject(body) ? body : { ...body, cursor };
}

/** The meaning of the query; undefined when meaning is not used. */
async function readMeaning(
  ports: AidipPorts,
  { query, conditions, ranked }: SearchRequest,
  { signal, caller }: RouteContext,
) {
  if (ports.meaning === undefined || query === undefined || !ranked) return undefined;
  return ports.meaning.read(query, signal, { conditions, caller });
}

function matchingWord({ meaning, trouble }: MeaningReading): string {
  return meaning === undefined ? `words; ${trouble ?? 'no meaning'}` : 'words, meaning';
}

/** A registry may limit its search to authenticated callers (AIDIP-SEC-06). */
function requireSearcher(ports: AidipPorts, caller: Caller): void {
  if (ports.settings.anonymousSearch || caller.kind !== 'anonymous') return;
  throw new Failure('UNAUTHENTICATED', { message: 'Searching this registry requires a credential.' });
}

/** The next page is the same body sent to the URL with the cursor. */
function nextAddress(url: URL, cursor: string): string {
  return addressWith('/agents/search', url.searchParams, { cursor });
}

function wanted(asked: SearchRequest): Wanted {
  const { query, conditions, ranked } = asked;
  if (query === undefined) return { conditions, order: 'name' };
  return { text: query, conditions, order: ranked ? 'relevance' : 'name' };
}

function withoutScores(page: Page): Page {
  const unscored = ({ hit: { score: _, ...hit }, ...item }: PageItem): PageItem => ({ ...item, hit });
  return { ...page, items: page.items.map(unscored) };
}

function elapsed(ports: AidipPorts): number {
  return ports.monotonic?.() ?? ports.clock.now();
}

const describe: Route['describe'] = {
  operationId: 'agents_search',
  tag: 'discovery',
  summary: 'Find agents for a task described in words, with filters.',
  description:
    'Finds the agents that match a task, best first with a score from 0 to 1. Use this to choose an ' +
    'agent: the task in query, hard requirements in filters. Do not use it to read one agent by its ' +
    'id: use agents_read instead. With only filters and top the response is an array by name, ' +
    'otherwise an object. No side effects.',
  parameters: [shapeParameter, agentFieldsParameter, cursorParameter],
  requestBody: {
    description: 'The search.',
    required: true,
    content: { 'application/json': { schema: searchRequestSchema, examples: searchExamples.requests } },
  },
  responses: {
    '200': {
      description: 'A page of hits; empty when nothing matches.',
      headers: { ...pageHeaders, ...matchingHeader },
      content: { 'application/json': { schema: searchAnswerSchema, examples: searchExamples.responses } },
    },
  },
  failures: [400, 406, 413, 415],
  agent: {
    read_only: true,
    order: 'score desc, id asc; without a query name asc, id asc',
    next: ['agents_read'],
    untrusted: ['/*/*', '/results/*'],
  },
};
