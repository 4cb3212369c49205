/** `/tool-choices`: every tool that a designer can choose, searched, filtered and sorted (nact.md DES-04). */

import type { ToolSelection } from '@dragoman/core/engine';
import { operationsOf, selectTools } from '@dragoman/core/engine';
import type { Tool } from '@dragoman/core/faces';
import { currentVersion, isKept, searchTools, servedSignature } from '@dragoman/core/faces';
import type { HttpReply, PagePosition, Route, RouteContext } from '@dragoman/core/http';
import {
  closedSchema,
  fieldsParameter,
  flag,
  invalidParameters,
  listSchema,
  negotiate,
  nextLinkHeader,
  pageSchema,
  pickFields,
  readFields,
  readParameters,
  splitValues,
  textSchema as text,
  wholeNumber,
  writeCursor,
} from '@dragoman/core/http';
import type { FieldError, Impact, JsonObject } from '@dragoman/model';
import { pageParameters, pageReply, pageStart, pageTop } from './cursor-page.js';
import { countTools, nameAgents } from './operation-facets.js';
import type { ToolsetRoutePorts } from './toolset-ports.js';
import { personal } from './toolset-ports.js';

/** Maximum tools scanned per request; a search with few matches returns a short page with a next link. */
const maxScanned = 5000;

/** Maximum tools sorted by name at once. */
const maxSorted = 20_000;

/** Creates the route. */
export function createChoicesRoute(ports: ToolsetRoutePorts): Route {
  return {
    method: 'GET',
    path: '/tool-choices',
    budget: 'search',
    access: 'public',
    describe,
    handle: (context) => answer(ports, context),
  };
}

const orders = ['relevance', 'agent', 'name'] as const;

const impacts: readonly Impact[] = ['informational', 'reversible', 'irreversible'];

interface Asked {
  /** The text that tools must match; every tool when absent. */
  text?: string;
  selection: ToolSelection;
  order: (typeof orders)[number];
  /** Only tools with one of these impacts; any when empty. */
  impacts: readonly string[];
  /** True: count the matching tools by service, tag and impact. */
  facets: boolean;
  /** Identical for every page of one list. */
  query: unknown;
}

interface Found {
  tool: Tool;
  place: PagePosition;
}

async function answer(ports: ToolsetRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { url, caller, request } = context;
  negotiate(request, ['application/json']);
  const fields = readFields(url, choiceMembers);
  const top = pageTop(url);
  const asked = await readAsked(ports, context);
  const scope = { key: ports.cursorKey, query: ['/tool-choices', asked.query], subject: caller.subject };
  const after = pageStart(url, scope);
  const { items, next: place, matched } = await chooseWalk(asked)(ports, context, asked)(top, after);
  const next = place === undefined ? undefined : writeCursor(place, scope);
  const sources = await sourcesOf(ports, context);
  const tools = items.map((tool) => pickFields(writeChoice(tool, sources), fields));
  const counted = matched === undefined ? undefined : await countMatched(ports, matched);
  const page = { tools, top, ...(counted === undefined ? {} : { facets: counted }) };
  return pageReply(page, { path: '/tool-choices', url, next, headers: personal });
}

/** Counts by service with its name, tag and impact. */
async function countMatched({ designer: { store } }: ToolsetRoutePorts, matched: readonly Tool[]): Promise<JsonObject> {
  const { agent = [], ...others } = countTools(
    matched.map((tool) => {
      const { tags = [] } = currentVersion(tool).signature;
      return { agentId: tool.agentId, tags, ...(tool.impact === undefined ? {} : { impact: tool.impact }) };
    }),
  );
  const named = await nameAgents(store.entries, new Map(agent.map(({ value, count }) => [value, count])));
  return { agent: named, ...others } as unknown as JsonObject;
}

interface ToolPage {
  items: Tool[];
  next?: PagePosition;
  /** All tools that match, where they are counted. */
  matched?: Tool[];
}

type TakePage = (top: number, after: PagePosition | undefined) => Promise<ToolPage>;

function hasImpact({ impact }: Tool, { impacts: wanted }: Pick<Asked, 'impacts'>): boolean {
  return wanted.length === 0 || (impact !== undefined && wanted.includes(impact));
}

function chooseWalk({
  text,
  order,
}: Asked): (ports: ToolsetRoutePorts, context: RouteContext, asked: Asked) => TakePage {
  if (text !== undefined) return byRank;
  return order === 'name' ? byName : byAgent;
}

/** The tools that match the text; sorted only if the order is not that of the ranking. */
function byRank({ designer }: ToolsetRoutePorts, { caller }: RouteContext, asked: Asked): TakePage {
  const { text = '', order, selection } = asked;
  const { agents, tags, version } = selection;
  return async (top, { skip } = { skip: 0 }) => {
    const search = { text, tags, ...(agents === undefined ? {} : { accepts: operationsOf(agents) }) };
    const found = await searchTools({ rank: designer.rank, cache: designer.toolCache }, search, caller);
    const filter = { tags, ...(version === undefined ? {} : { version }) };
    const kept = found.filter((tool) => isKept(currentVersion(tool).signature, filter) && hasImpact(tool, asked));
    if (order !== 'relevance') kept.sort((one, other) => (sortKey(one, order) < sortKey(other, order) ? -1 : 1));
    const end = skip + top;
    const next = kept.length > end ? { next: { skip: end } } : {};
    return { items: kept.slice(skip, end), ...next, ...(asked.facets ? { matched: kept } : {}) };
  };
}

function sortKey(tool: Tool, order: 'agent' | 'name'): string {
  const name = orderOf({ skip: 0, name: plainName(tool), id: tool.toolId });
  return order === 'name' ? name : `${tool.agentId}\u0000${name}`;
}

function byAgent({ designer }: ToolsetRoutePorts, { caller }: RouteContext, asked: Asked): TakePage {
  const { selection, facets } = asked;
  return async (top, after) => {
    const items: Tool[] = [];
    const matched: Tool[] = [];
    let last: PagePosition | undefined;
    let next: PagePosition | undefined;
    let looked = 0;
    for await (const { tool, place, kept } of selectTools(designer, {
      caller,
      selection,
      ...(after === undefined ? {} : { after }),
    })) {
      const isFull = items.length === top || looked === maxScanned;
      if (isFull && last !== undefined) next ??= last;
      if (next !== undefined && (!facets || looked >= maxScanned)) break;
      looked += 1;
      if (kept && hasImpact(tool, asked)) {
        if (next === undefined) items.push(tool);
        matched.push(tool);
      }
      last = place;
    }
    return { items, ...(next === undefined ? {} : { next }), ...(facets ? { matched } : {}) };
  };
}

function byName({ designer }: ToolsetRoutePorts, { caller }: RouteContext, asked: Asked): TakePage {
  const { selection, facets } = asked;
  return async (top, after) => {
    const found: Found[] = [];
    for await (const { tool, kept } of selectTools(designer, { caller, selection })) {
      if (!kept || !hasImpact(tool, asked)) continue;
      found.push({ tool, place: { skip: 0, name: plainName(tool), id: tool.toolId } });
      if (found.length > maxSorted) {
        const detail = `more than ${maxSorted} tools match; narrow the search, or order by agent`;
        throw invalidParameters([{ field: 'order', code: 'request/range', detail }]);
      }
    }
    found.sort((one, other) => (orderOf(one.place) < orderOf(other.place) ? -1 : 1));
    const rest = after === undefined ? found : found.filter(({ place }) => orderOf(place) > orderOf(after));
    const items = rest.slice(0, top);
    const last = items.at(-1);
    return {
      items: items.map(({ tool }) => tool),
      ...(rest.length > top && last !== undefined ? { next: last.place } : {}),
      ...(facets ? { matched: found.map(({ tool }) => tool) } : {}),
    };
  };
}

function orderOf({ name = '', id = '' }: PagePosition): string {
  return `${name.toLowerCase()}\u0000${id}`;
}

function plainName(tool: Tool): string {
  return currentVersion(tool).vendor?.name ?? tool.plainName;
}

async function readAsked(ports: ToolsetRoutePorts, context: RouteContext): Promise<Asked> {
  const given = readParameters(context.url);
  const problems: FieldError[] = [];
  const last = (name: string) => given.get(name)?.at(-1);
  const tags = splitValues(given.get('tags') ?? []).filter((tag) => tag !== '');
  const versionText = last('version');
  const version = versionText === undefined ? undefined : wholeNumber(versionText);
  if (versionText !== undefined && (version === undefined || version < 1)) {
    problems.push({ field: 'version', code: 'request/range', detail: 'must be an integer of at least 1' });
  }
  const text = last('text')?.trim();
  const wanted = last('order') ?? (text === undefined ? 'agent' : 'relevance');
  const order = orders.find((each) => each === wanted);
  if (order === undefined || (order === 'relevance' && text === undefined)) {
    const detail = 'must be agent or name, or relevance with a text';
    problems.push({ field: 'order', code: 'request/value', detail });
  }
  const wantedImpacts = given.get('impact') ?? [];
  if (wantedImpacts.some((each) => !impacts.some((impact) => impact === each))) {
    problems.push({ field: 'impact', code: 'request/value', detail: `must be ${impacts.join(' or ')}` });
  }
  const facetsText = last('facets');
  const facets = facetsText === undefined ? false : flag(facetsText);
  if (facets === undefined) problems.push({ field: 'facets', code: 'request/type', detail: 'must be true or false' });
  const agents = await readAgents(ports, context, { agent: given.get('agent'), source: given.get('source') }, problems);
  if (problems.length > 0) throw invalidParameters(problems);
  return {
    ...(text === undefined || text === '' ? {} : { text }),
    selection: {
      tags,
      words: [],
      ...(version === undefined ? {} : { version }),
      ...(agents === undefined ? {} : { agents }),
    },
    order: order ?? 'agent',
    impacts: wantedImpacts,
    facets: facets ?? false,
    query: [
      ...[tags, text ?? null, version ?? null, wanted],
      ...[given.get('agent') ?? null, given.get('source') ?? null, wantedImpacts],
    ],
  };
}

async function readAgents(
  { designer: { store } }: ToolsetRoutePorts,
  { caller }: RouteContext,
  { agent = [], source = [] }: { agent: string[] | undefined; source: string[] | undefined },
  problems: FieldError[],
): Promise<ReadonlySet<string> | undefined> {
  if (agent.length === 0 && source.length === 0) return undefined;
  const agents = new Set(agent);
  for (const id of source) {
    const found = await store.sources.find(id);
    if (found === undefined || (found.owner !== caller.subject && !caller.scopes.includes('admin'))) {
      problems.push({ field: 'source', code: 'request/value', detail: `no source with id '${id.slice(0, 80)}'` });
      continue;
    }
    for (const entry of found.entryIds) agents.add(entry);
  }
  return agents;
}

/** Maps each service to the caller's own source that it was imported from. */
async function sourcesOf(
  { designer: { store } }: ToolsetRoutePorts,
  { caller }: RouteContext,
): Promise<Map<string, JsonObject>> {
  if (caller.kind === 'anonymous') return new Map();
  const all = await store.sources.list();
  const own = all.filter(({ owner }) => owner === caller.subject || caller.scopes.includes('admin'));
  return new Map(
    own.flatMap(({ id, url, name, entryIds }) =>
      entryIds.map((entry): [string, JsonObject] => [entry, { id, url, ...(name === undefined ? {} : { name }) }]),
    ),
  );
}

function writeChoice(tool: Tool, sources: ReadonlyMap<string, JsonObject>): JsonObject {
  const version = currentVersion(tool);
  const source = sources.get(tool.agentId);
  const { description, tags = [] } = version.signature;
  return {
    tool_id: tool.toolId,
    name: plainName(tool),
    catalogue_name: tool.name,
    agent_id: tool.agentId,
    description,
    version: version.signature.version,
    tags,
    ...(tool.impact === undefined ? {} : { impact: tool.impact }),
    ...(source === undefined ? {} : { source }),
    signature: servedSignature(tool, version) as unknown as JsonObject,
  };
}

const choiceProperties: JsonObject = {
  tool_id: text('Id of the tool in the catalogue.'),
  name: text('The vendor’s name of the tool.'),
  catalogue_name: text('Unique name in the catalogue.'),
  agent_id: text('Id of the service that provides it.'),
  description: text('The vendor’s description.'),
  version: { type: 'integer', minimum: 1, description: 'Current version.' },
  tags: { type: 'array', description: 'Its tags.', items: text('A tag.') },
  impact: { type: 'string', enum: [...impacts], description: 'The side effects of a call, if they are known.' },
  source: {
    type: 'object',
    description: 'Your source that it was imported from.',
    properties: { id: text('Id of the source.'), url: text('Its address.'), name: text('Its name.') },
    additionalProperties: false,
  },
  signature: { type: 'object', description: 'Signature of the tool in N-ACT form.', additionalProperties: true },
};

const facetSchema = (field: string): JsonObject =>
  listSchema(
    `Tools by ${field}, most frequent first.`,
    closedSchema('A value with its count.', {
      value: text('The value.'),
      count: { type: 'integer', minimum: 0, description: 'Number of tools that have it.' },
      name: text('Name of the service.'),
    }),
  );

const facetsSchema = closedSchema('Counts of the matching tools; only with facets=true.', {
  agent: facetSchema('service'),
  tag: facetSchema('tag'),
  impact: facetSchema('impact'),
});

/** Members of a choice, for field selection. */
const choiceMembers: readonly string[] = Object.keys(choiceProperties);

const query = (name: string, description: string, schema: JsonObject, example?: string) => ({
  name,
  in: 'query' as const,
  description,
  schema,
  ...(example === undefined ? {} : { example }),
});

const describe: Route['describe'] = {
  operationId: 'tool_choices_list',
  tag: 'toolsets',
  summary: 'Search the tools that can be chosen for a toolset.',
  description:
    'Lists every tool of every service that you may see, in its current version, with its origin. Use this to find tools for toolsets_create. ' +
    'Do not use it to enumerate tools at run time: use toolset_tools_list instead. No side effects.',
  parameters: [
    query('text', 'A task in words: only tools that match it, at most 200.', {
      type: 'string',
      minLength: 1,
      maxLength: 500,
    }),
    query('tags', 'Tags that a tool must all have; repeat the parameter or separate values with commas.', {
      type: 'string',
      minLength: 1,
      maxLength: 2000,
    }),
    query('agent', 'Id of the service that provides the tools; repeat the parameter for several.', {
      type: 'array',
      maxItems: 50,
      items: { type: 'string', maxLength: 512 },
    }),
    query('source', 'Id of your source that the tools were imported from; repeat the parameter for several.', {
      type: 'array',
      maxItems: 50,
      items: { type: 'string', maxLength: 128 },
    }),
    query('impact', 'Only tools with this impact; repeat the parameter for several.', {
      type: 'array',
      maxItems: impacts.length,
      items: { type: 'string', enum: [...impacts] },
    }),
    query('facets', 'true: count the matching tools by service, tag and impact; without a text, the first 5,000.', {
      type: 'boolean',
      default: false,
    }),
    query('version', 'Only tools whose current version is this one.', { type: 'integer', minimum: 1 }),
    query(
      'order',
      'relevance: best first, the default with a text; agent: by service, then by tool, the default without one; name: by the vendor’s name of the tool.',
      { type: 'string', enum: [...orders] },
    ),
    ...pageParameters,
    fieldsParameter('each tool', 'tool_id,name,agent_id,version'),
  ],
  responses: {
    '200': {
      description: 'A page of tools; empty when nothing matches.',
      headers: nextLinkHeader,
      content: {
        'application/json': {
          schema: pageSchema({
            member: 'tools',
            itemsDescription: 'Tools of this page, or the members selected with fields.',
            items: {
              type: 'object',
              description: 'A tool.',
              properties: choiceProperties,
              additionalProperties: false,
            },
            more: { facets: facetsSchema },
          }),
        },
      },
    },
  },
  failures: [400, 406, 503],
  agent: { read_only: true, order: 'agent_name asc, name asc', next: ['toolsets_create'], untrusted: ['/tools'] },
};
