/**
 * A platform root: a path and its tools. The catalogue and every entry are roots; any other selection of tools can be
 * served as a root with the same six routes.
 */
import { Failure, listNames } from '@dragoman/model';
import type { Caller } from '../../access/caller.js';
import type { PagePosition } from '../../access/cursor.js';
import type { BrowsePorts } from '../../catalogue/browse.js';
import { readEntry, readHits } from '../../catalogue/browse.js';
import type { Hit } from '../../catalogue/index-port.js';
import { operationsOf } from '../../catalogue/index-port.js';
import { noSuchEntry } from '../../catalogue/publish.js';
import { isVisible } from '../../catalogue/visible.js';
import type { RankOperations } from '../../discovery/resolve/rank-operations.js';
import { agentParameter } from '../../transport/describe.js';
import type { ParameterDescription, RouteContext } from '../../transport/route.js';
import type { ToolSearch } from './search-tools.js';
import { searchTools } from './search-tools.js';
import type { FoundTool, ToolCache } from './tool-cache.js';
import type { Tool } from './tool-history.js';
import { plainTool } from './tool-history.js';

/** What a root needs from a request. */
export type RootContext = Pick<RouteContext, 'params' | 'caller'>;

/** A listed tool, and the position after which the next page starts. */
export interface PlacedTool {
  tool: Tool;
  place: PagePosition;
}

/** A path with its tools. */
export interface ToolRoot {
  /** Path before `/tools`; empty for the server's own root. */
  prefix: string;
  /** Prefix of the operation ids of its routes. */
  operationPrefix: string;
  /** Which tools these are, for descriptions: `of one agent`. */
  whose: string;
  /** Parameters of the prefix. */
  parameters: readonly ParameterDescription[];
  /** Listed tools in a stable order, starting after a position. */
  tools(context: RootContext, after?: PagePosition): AsyncIterable<PlacedTool>;
  /** Listed tools that match a text, best first. */
  search(context: RootContext, search: Omit<ToolSearch, 'accepts'>): Promise<Tool[]>;
  /** The tool with this id or name, listed or not. */
  find(context: RootContext, word: string): Promise<FoundTool | undefined>;
  /** Names of listed tools among which a misspelled one may be. */
  namesLike(context: RootContext, word: string): Promise<Iterable<string>>;
}

/** Dependencies of a root. */
export interface RootPorts extends BrowsePorts {
  rank: RankOperations;
}

/** Batch size for reading entries from the index. */
const entriesAtOnce = 50;

/** Everything that the caller may see, by name of the agent, its id, and name of the tool. */
export function createCatalogueRoot(ports: RootPorts, cache: ToolCache): ToolRoot {
  return {
    prefix: '',
    operationPrefix: 'tools',
    whose: 'of everything that you may see',
    parameters: [],
    find: ({ caller }, word) => findInCatalogue(cache, word, caller),
    search: ({ caller }, search) => searchTools({ rank: ports.rank, cache }, search, caller),
    async namesLike({ caller }, word) {
      const text = word.replace(/[^\p{L}\p{N}]+/gu, ' ');
      const found = await searchTools({ rank: ports.rank, cache }, { text, tags: [] }, caller);
      return found.map(({ name }) => name);
    },
    async *tools({ caller }, after) {
      let start = after === undefined ? undefined : readPlace(after);
      if (start?.tool !== undefined) {
        const { name, id, tool } = start;
        for await (const owner of readTools(ports, cache, [{ ...emptyHit, name, id }], caller))
          yield* placed(owner, tool);
      }
      for (;;) {
        const query = { conditions: [], order: 'name', top: entriesAtOnce, skip: 0 } as const;
        const { hits } = await ports.index.find(start === undefined ? query : { ...query, after: start }, caller);
        for await (const owner of readTools(ports, cache, hits, caller)) yield* placed(owner);
        const last = hits.at(-1);
        if (last === undefined || hits.length < entriesAtOnce) return;
        start = { name: last.name, id: last.id };
      }
    },
  };
}

/** The tools of the entry in the path. */
export function createAgentRoot(ports: RootPorts, cache: ToolCache): ToolRoot {
  return {
    prefix: '/agents/{id}',
    operationPrefix: 'agent_tools',
    whose: 'of one agent',
    parameters: [agentParameter()],
    async find({ params, caller }, word) {
      const found = await cache.findIn(params.id ?? '', word, caller);
      return found === undefined ? undefined : { ...found, tool: plainTool(found.tool) };
    },
    async namesLike({ params, caller }) {
      const { tools } = await cache.toolsOf(await readEntry(ports, params.id ?? '', caller));
      return tools.filter(({ listed }) => listed).map(({ plainName }) => plainName);
    },
    async search({ params: { id = '' }, caller }, search) {
      if (!(await isVisible(ports, id, caller))) throw noSuchEntry(id);
      const accepts = operationsOf([id]);
      return (await searchTools({ rank: ports.rank, cache }, { ...search, accepts }, caller)).map(plainTool);
    },
    async *tools({ params, caller }, after) {
      for (const { tool, place } of await entryTools(ports, cache, { id: params.id ?? '', caller, after }))
        yield { tool: plainTool(tool), place };
    },
  };
}

/** The listed tools of one entry after a position, under the names that they have in the whole catalogue. */
export async function entryTools(
  ports: BrowsePorts,
  cache: ToolCache,
  { id, caller, after }: { id: string; caller: Caller; after: PagePosition | undefined },
): Promise<Iterable<PlacedTool>> {
  const cached = (await isVisible(ports, id, caller)) ? cache.cachedTools(id) : undefined;
  const { tools } = cached ?? (await cache.toolsOf(await readEntry(ports, id, caller)));
  return placed({ id, name: '', tools }, after === undefined ? undefined : readPlace(after).tool);
}

/** The tool with this id, or the only one with this name that the caller may see. */
async function findInCatalogue(cache: ToolCache, word: string, caller: Caller): Promise<FoundTool | undefined> {
  const [only, ...others] = await findCandidates(cache, word, caller);
  if (only === undefined || others.length === 0) return only;
  const names = listNames([only, ...others].map(({ tool }) => tool.name));
  throw new Failure('NOT_FOUND', { message: `Several tools are called '${word.slice(0, 80)}'; use ${names}.` });
}

/** The tool with this id or exact name; otherwise all that have the name in another spelling or in their own entry. */
export async function findCandidates(cache: ToolCache, word: string, caller: Caller): Promise<FoundTool[]> {
  const byId = await cache.find(word, caller);
  if (byId !== undefined) return [byId];
  const named = await cache.findNamed(word, caller);
  const exact = named.filter(({ tool }) => tool.name === word);
  return exact.length === 1 ? exact : named;
}

const emptyHit: Hit = { id: '', name: '', description: '', capabilities: [] };

/** The members of an entry that positions of its tools need. */
interface ToolOwner {
  id: string;
  name: string;
  tools: readonly Tool[];
}

/** The tools of search hits, in their order; the store is read only for entries that are not cached. */
async function* readTools(
  ports: BrowsePorts,
  cache: ToolCache,
  hits: readonly Hit[],
  caller: Caller,
): AsyncIterable<ToolOwner> {
  for (let at = 0; at < hits.length; ) {
    const { id, name } = hits[at] ?? emptyHit;
    const cached = (await isVisible(ports, id, caller)) ? cache.cachedTools(id) : undefined;
    if (cached !== undefined) {
      yield { id, name, tools: cached.tools };
      at += 1;
      continue;
    }
    const known = hits.findIndex((hit, place) => place > at && cache.cachedTools(hit.id) !== undefined);
    const missing = hits.slice(at, known === -1 ? undefined : known);
    for await (const { stored } of readHits(ports, missing, caller))
      yield { ...stored.entry, tools: (await cache.toolsOf(stored)).tools };
    at += missing.length;
  }
}

function* placed({ id, name, tools }: ToolOwner, behind?: string): Iterable<PlacedTool> {
  const listed = tools.filter((tool) => tool.listed && (behind === undefined || tool.name > behind));
  listed.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const tool of listed) yield { tool, place: { skip: 0, name, id: JSON.stringify([id, tool.name]) } };
}

function readPlace({ name = '', id = '[]' }: PagePosition): { name: string; id: string; tool?: string } {
  const [entry = '', tool] = JSON.parse(id) as [string?, string?];
  return { name, id: entry, ...(tool === undefined ? {} : { tool }) };
}
