/**
 * Serves a toolset as a platform root: the six routes of N-ACT under `/toolsets/{id}`, for callers who may see the
 * toolset.
 */
import { createCachedEntryReader } from '../catalogue/cached-entries.js';
import type { RootContext, ToolRoot } from '../protocols/nact/root.js';
import { searchTools } from '../protocols/nact/search-tools.js';
import type { Tool } from '../protocols/nact/tool-history.js';
import { currentVersion } from '../protocols/nact/tool-history.js';
import { toolsetParameter } from '../transport/describe.js';
import { hasWords, wordsOf } from './select-tools.js';
import type { DesignerPorts, Toolset } from './toolset-access.js';
import { requireToolset } from './toolset-access.js';
import { findToolsetTool, toolsetTools } from './toolset-tools.js';

/** Maximum number of tools that one search considers. */
const maxSearched = 5000;
const entryCacheLimits = { entries: 100, characters: 16_000_000 };

const keyOf = (agentId: string, part: string): string => `${agentId}\n${part}`;

/** The N-ACT root of every toolset. */
export function createToolsetRoot(ports: DesignerPorts): ToolRoot {
  const readOwner = createCachedEntryReader(ports, entryCacheLimits);
  const read = ({ params, caller }: RootContext): Promise<Toolset> =>
    requireToolset(ports.store, params.id ?? '', caller);
  return {
    prefix: '/toolsets/{id}',
    operationPrefix: 'toolset_tools',
    whose: 'of one toolset, at the versions that its designer chose',
    parameters: [toolsetParameter],
    find: async (context, word) => findToolsetTool(ports, await read(context), word, context.caller),
    namesLike: async (context) => (await read(context)).document.tools.map(({ served }) => served.name),
    async search(context, { text, tags }) {
      const { caller } = context;
      const own: Tool[] = [];
      for await (const { tool } of toolsetTools(ports, await read(context), { caller })) {
        if (own.length === maxSearched) break;
        own.push(tool);
      }
      const byOperation = new Map<string, Tool[]>();
      for (const tool of own) {
        const key = keyOf(tool.agentId, tool.operationId);
        byOperation.set(key, [...(byOperation.get(key) ?? []), tool]);
      }
      const accepts = new Map<string, Set<number>>();
      for (const id of new Set(own.map(({ agentId }) => agentId))) {
        const { entry } = await readOwner(id, caller);
        const places = [...entry.operations.entries()].filter(([, { id: own }]) => byOperation.has(keyOf(id, own)));
        accepts.set(id, new Set(places.map(([place]) => place)));
      }
      const found = await searchTools(
        { rank: ports.rank, cache: ports.toolCache },
        { text, tags: [], accepts },
        caller,
      );
      const ranked = found.flatMap(({ agentId, operationId }) => byOperation.get(keyOf(agentId, operationId)) ?? []);
      // A designer's own names and descriptions are not in the catalogue, so their words count here.
      const words = wordsOf(text);
      const byWords = own.filter((tool) => hasWords(currentVersion(tool).signature, words));
      return [...new Set([...ranked, ...byWords])].filter((tool) =>
        tags.every((tag) => currentVersion(tool).signature.tags?.includes(tag)),
      );
    },
    async *tools(context, after) {
      const { caller } = context;
      yield* toolsetTools(ports, await read(context), { caller, ...(after === undefined ? {} : { after }) });
    },
  };
}
