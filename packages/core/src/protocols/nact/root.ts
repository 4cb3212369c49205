/**
 * A platform root: where tools stand and which ones. The catalogue as a whole is one, and so is every agent; whoever
 * has another choice of tools makes a root of it and gets the same six routes.
 */
import { readEntry, readHits } from '../../catalogue/browse.js';
import type { StoredEntry } from '../../catalogue/store.js';
import type { PagePlace } from '../../transport/cursor.js';
import type { ParameterDescription, RouteContext } from '../../transport/route.js';
import type { NactPorts } from './ports.js';
import type { Tool } from './tool-history.js';
import type { FoundTool, ToolShelf } from './tool-shelf.js';

/** A listed tool, and the place behind which a page goes on after it. */
export interface PlacedTool extends FoundTool {
  place: PagePlace;
}

/** Where tools stand, and which. */
export interface ToolRoot {
  /** Path before `/tools`; empty for the server's own root. */
  prefix: string;
  /** Beginning of the operation ids of its routes. */
  operationPrefix: string;
  /** Which tools these are, for descriptions: `of one agent`. */
  whose: string;
  /** Parameters of the prefix. */
  parameters: readonly ParameterDescription[];
  /** Listed tools in a stable order, starting behind a place. */
  tools(context: RouteContext, after?: PagePlace): AsyncIterable<PlacedTool>;
  /** The tool of this id, listed or not. */
  find(context: RouteContext, toolId: string): Promise<FoundTool | undefined>;
}

/** Entries that are looked up in the index at once. */
const entriesAtOnce = 50;

/** Everything that the caller may see, by the name of the agent, its id, and the name of the tool. */
export function createCatalogueRoot(ports: NactPorts, shelf: ToolShelf): ToolRoot {
  return {
    prefix: '',
    operationPrefix: 'tools',
    whose: 'of everything that you may see',
    parameters: [],
    find: ({ caller }, toolId) => shelf.find(toolId, caller),
    async *tools({ caller }, after) {
      let start = after === undefined ? undefined : readPlace(after);
      if (start?.tool !== undefined) {
        const { id, tool } = start;
        for await (const { stored } of readHits(ports, [{ ...emptyHit, id }], caller)) {
          yield* placed(stored, await shelf.toolsOf(stored), tool);
        }
      }
      for (;;) {
        const query = { conditions: [], order: 'name', top: entriesAtOnce, skip: 0 } as const;
        const { hits } = ports.index.find(start === undefined ? query : { ...query, after: start }, caller);
        for await (const { stored } of readHits(ports, hits, caller))
          yield* placed(stored, await shelf.toolsOf(stored));
        const last = hits.at(-1);
        if (last === undefined || hits.length < entriesAtOnce) return;
        start = { name: last.name, id: last.id };
      }
    },
  };
}

/** The tools of the agent that the path names. */
export function createAgentRoot(ports: NactPorts, shelf: ToolShelf): ToolRoot {
  return {
    prefix: '/agents/{id}',
    operationPrefix: 'agent_tools',
    whose: 'of one agent',
    parameters: [agentParameter],
    async find({ params, caller }, toolId) {
      const stored = await readEntry(ports, params.id ?? '', caller);
      const { tools } = await shelf.toolsOf(stored);
      const tool = tools.find((each) => each.toolId === toolId.toLowerCase());
      return tool === undefined ? undefined : { stored, tool };
    },
    async *tools({ params, caller }, after) {
      const stored = await readEntry(ports, params.id ?? '', caller);
      yield* placed(stored, await shelf.toolsOf(stored), after === undefined ? undefined : readPlace(after).tool);
    },
  };
}

const agentParameter: ParameterDescription = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the agent, as one percent-encoded segment.',
  schema: { type: 'string', minLength: 1 },
  example: 'pier-weather-001',
};

const emptyHit = { name: '', description: '', capabilities: [] };

function* placed(stored: StoredEntry, { tools }: { tools: readonly Tool[] }, behind?: string): Iterable<PlacedTool> {
  const { name, id } = stored.entry;
  const listed = tools.filter((tool) => tool.listed && (behind === undefined || tool.name > behind));
  listed.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const tool of listed) yield { stored, tool, place: { skip: 0, name, id: JSON.stringify([id, tool.name]) } };
}

function readPlace({ name = '', id = '[]' }: PagePlace): { name: string; id: string; tool?: string } {
  const [entry = '', tool] = JSON.parse(id) as [string?, string?];
  return { name, id: entry, ...(tool === undefined ? {} : { tool }) };
}
