/** `GET /agents` and `GET /agents/public`: lists with simple filters (-01 §4.3.1, -00 §5.1, aidip.md GAP-15). */
import type { Caller } from '../../../access/caller.js';
import { anonymous } from '../../../access/caller.js';
import { withQuery } from '../../../transport/continuation.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import type { WebLink } from '../../../transport/links.js';
import { addressWith } from '../../../transport/links.js';
import { negotiate } from '../../../transport/negotiate.js';
import type { Route, RouteContext } from '../../../transport/route.js';
import type { AidipPorts } from '../ports.js';
import { pageReply } from '../serving/answers.js';
import { freightDeskSummary, pierWeatherSummary } from '../serving/examples.js';
import { findKnownFields } from '../serving/filters.js';
import type { ListRequest, Shape } from '../serving/list-request.js';
import { readListRequest } from '../serving/list-request.js';
import type { Page } from '../serving/paging.js';
import { findPage } from '../serving/paging.js';
import { listParameters, pageHeaders } from '../serving/parameters.js';
import { eitherListSchema } from '../serving/schemas.js';

/** The route that lists everything that the caller may see, as an array. */
export function createListRoute(ports: AidipPorts): Route {
  return {
    method: 'GET',
    path: '/agents',
    budget: 'read',
    access: 'public',
    freeParameters: true,
    describe: describeAll,
    handle: (context) => list(ports, context, { path: '/agents', shape: 'array', eyes: context.caller }),
  };
}

/** The route that lists public agents as an object, for every caller. */
export function createPublicListRoute(ports: AidipPorts): Route {
  return {
    method: 'GET',
    path: '/agents/public',
    budget: 'read',
    access: 'public',
    freeParameters: true,
    describe: describePublic,
    handle: (context) => list(ports, context, { path: '/agents/public', shape: 'object', eyes: anonymous }),
  };
}

interface Listing {
  path: string;
  /** Default shape of the response. */
  shape: Shape;
  /** The caller whose visibility applies. */
  eyes: Caller;
}

async function list(ports: AidipPorts, context: RouteContext, listing: Listing): Promise<HttpReply> {
  const { request, url } = context;
  negotiate(request, ['application/json']);
  const knowsField = await findKnownFields(ports.index, url.searchParams.keys(), listing.eyes);
  const asked = readListRequest(url, knowsField);
  const page = await findPage(ports, { conditions: asked.conditions, order: 'name' }, asked.page, listing.eyes);
  const next = page.next === undefined ? {} : { next: withQuery(page.next, url.searchParams) };
  return pageReply(
    { ...page, ...next },
    {
      caller: listing.eyes,
      shape: asked.shape ?? listing.shape,
      member: 'agents',
      ...(asked.fields === undefined ? {} : { fields: asked.fields }),
      links: pageLinks(listing.path, url, asked, page),
    },
  );
}

function pageLinks(path: string, url: URL, asked: ListRequest, page: Page): WebLink[] {
  const to = (set: Parameters<typeof addressWith>[2]) => addressWith(path, url.searchParams, set);
  const links: WebLink[] = [];
  const start = { cursor: undefined, skip: undefined };
  if (page.next !== undefined) links.push({ rel: 'next', target: to({ ...start, top: page.top, cursor: page.next }) });
  if (page.skip === 0) return links;
  links.push({ rel: 'first', target: to(start) });
  if (asked.page.cursor === undefined && page.top > 0) {
    links.push({ rel: 'prev', target: to({ ...start, top: page.top, skip: Math.max(0, page.skip - page.top) }) });
  }
  return links;
}

const describeAll: Route['describe'] = {
  operationId: 'agents_list',
  tag: 'discovery',
  summary: 'List agents by filters, ordered by name.',
  description:
    'Lists the agents that you may see, with filters joined by AND, sorted by name, then id. A filter is repeated, or its values separated by commas. ' +
    'Use this to select by labels, such as tags. Do not use it to find an agent for a ' +
    'task in words: use agents_search instead. Any other member of the metadata with plain values is ' +
    'a filter too; an unknown name is rejected with 400. No side effects.',
  parameters: listParameters,
  responses: {
    '200': {
      description: 'A page of summaries; empty when nothing matches.',
      headers: pageHeaders,
      content: {
        'application/json': {
          schema: eitherListSchema,
          examples: { by_labels: { summary: 'Forecasters of the sea', value: [pierWeatherSummary] } },
        },
      },
    },
  },
  failures: [400, 406],
  agent: {
    read_only: true,
    order: 'name asc, id asc',
    next: ['agents_read'],
    untrusted: ['/*/*', '/agents/*'],
  },
};

const describePublic: Route['describe'] = {
  operationId: 'agents_public_list',
  tag: 'discovery',
  summary: 'List only public agents, for every caller, as an object with a count.',
  description:
    'Lists what the registry offers to everyone, sorted by name, then id; private agents never ' +
    'appear, not even your own. Use this for a public directory. Do not use it to see everything that ' +
    'your credential allows: use agents_list instead. Accepts the same filters. No side effects.',
  parameters: listParameters.map(({ example, ...parameter }) => parameter),
  responses: {
    '200': {
      description: 'A page of summaries with their count.',
      headers: pageHeaders,
      content: {
        'application/json': {
          schema: eitherListSchema,
          examples: {
            everything: {
              summary: 'A registry with two agents',
              value: { agents: [freightDeskSummary, pierWeatherSummary], count: 2, top: 10, skip: 0 },
            },
          },
        },
      },
    },
  },
  failures: [400, 406],
  agent: {
    read_only: true,
    order: 'name asc, id asc',
    next: ['agents_read'],
    untrusted: ['/*/*', '/agents/*'],
  },
};
