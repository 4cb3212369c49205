/**
 * Caches tools: the history of an entry is computed once per state, and tool ids are mapped to entries. Both follow
 * the store, so that every node answers alike.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry } from '@dragoman/model';
import { createBoundedCache, isFailure } from '@dragoman/model';
import type { Caller } from '../../access/caller.js';
import type { BrowsePorts } from '../../catalogue/browse.js';
import { createCachedEntryReader } from '../../catalogue/cached-entries.js';
import type { StoredEntry } from '../../catalogue/store.js';
import { isVisible } from '../../catalogue/visible.js';
import type { Awaitable } from '../../documents/awaitable.js';
import { createRunOnce } from '../../documents/run-once.js';
import { createToolNameIndex, findToolByName } from './find-by-name.js';
import type { EntryTools, Tool, WriteContract } from './tool-history.js';
import { traceTools } from './tool-history.js';

/** A tool and its entry. */
export interface FoundTool {
  stored: StoredEntry;
  tool: Tool;
}

/** Finds tools. */
export interface ToolCache {
  /** All current and former tools of an entry; the result must not be modified. */
  toolsOf(stored: StoredEntry): Promise<EntryTools>;
  /** The same without reading the store, if the index has no newer state than the cache. */
  cachedTools(id: string): EntryTools | undefined;
  /** The tool with this id, if this caller may see it. */
  find(toolId: string, caller: Caller): Promise<FoundTool | undefined>;
  /** The tools with this name, in any spelling, that this caller may see; at most ten. */
  findNamed(name: string, caller: Caller): Promise<FoundTool[]>;
  /** The tool of one entry with this id or name; throws `NOT_FOUND` when the caller may not see the entry. */
  findIn(agentId: string, toolId: string, caller: Caller): Promise<FoundTool | undefined>;
}

/** Limits of the entry cache, which avoids reading the store for repeated calls. */
const entryCacheLimits = { entries: 500, characters: 32_000_000 };

/** Maximum number of cached tools of all entries; an entry without tools counts as one. */
const maxCachedTools = 50_000;

/**
 * Maximum number of revisions per entry; an entry with more is not shown as tools, since version numbers could shift.
 */
const maxRevisions = 2000;
/** Maximum number of tools with the same name that are named in an error. */
const maxNamesakes = 10;

const revisionsAtOnce = 50;
const changesAtOnce = 200;

/** Number of entries that are processed before yielding to other work. */
const tracedAtOnce = 16;

/** Dependencies of the cache. */
export interface ToolCachePorts extends BrowsePorts {
  /** Writes contracts without blocking the event loop for long; by default they are written one after the other. */
  writeContract?: WriteContract;
}

/** Creates the cache over the catalogue. */
export function createToolCache(ports: ToolCachePorts): ToolCache {
  const toolsByEntry = createBoundedCache<string, CachedTools>({
    entries: maxCachedTools,
    weight: maxCachedTools,
    weigh: ({ byId }) => Math.max(1, byId.size),
  });
  const read = createCachedEntryReader(ports, entryCacheLimits);
  const places = new Map<string, string>();
  const names = createToolNameIndex();
  const share = createRunOnce<CachedTools>();
  let followed = 0;
  let following: Promise<void> | undefined;

  const keep = ({ entry, seq }: StoredEntry, tools: EntryTools): CachedTools => {
    const made = { seq, tools, byId: new Map(tools.tools.map((tool) => [tool.toolId, tool])) };
    toolsByEntry.set(entry.id, made);
    for (const toolId of made.byId.keys()) places.set(toolId, entry.id);
    names.add(entry.id, tools.tools, entry.operations);
    return made;
  };

  const holdTools = (stored: StoredEntry): Awaitable<CachedTools> => {
    const { entry, seq } = stored;
    const known = toolsByEntry.get(entry.id);
    if (known?.seq === seq) return known;
    return share(JSON.stringify([entry.id, seq]), async () => keep(stored, await trace(ports, stored)));
  };

  const findIn = async (agentId: string, toolId: string, caller: Caller): Promise<FoundTool | undefined> => {
    const entry = read(agentId, caller);
    const stored = entry instanceof Promise ? await entry : entry;
    const holding = holdTools(stored);
    const { byId, tools } = holding instanceof Promise ? await holding : holding;
    const tool = byId.get(toolId.toLowerCase()) ?? findToolByName(tools.tools, stored.entry.operations, toolId);
    return tool === undefined ? undefined : { stored, tool };
  };

  const toolsOf = async (stored: StoredEntry): Promise<EntryTools> => (await holdTools(stored)).tools;

  const catchUp = async (): Promise<void> => {
    for (;;) {
      const changed = await ports.store.entries.changedSince(followed, changesAtOnce);
      for (const [at, stored] of changed.entries()) {
        if (at % tracedAtOnce === 0) await nextTurn();
        if (stored.deletedAt === undefined) await toolsOf(stored);
        followed = Math.max(followed, stored.seq);
      }
      if (changed.length < changesAtOnce) return;
    }
  };

  const follow = (): Promise<void> => {
    following ??= catchUp().finally(() => {
      following = undefined;
    });
    return following;
  };

  return {
    toolsOf,
    cachedTools(id) {
      const known = toolsByEntry.peek(id);
      return known !== undefined && known.seq === ports.index.seqOf(id) ? known.tools : undefined;
    },
    async find(toolId, caller) {
      const wanted = toolId.toLowerCase();
      if (!places.has(wanted)) await follow();
      const id = places.get(wanted);
      if (id === undefined) return undefined;
      return findIn(id, wanted, caller).catch(ifVisible);
    },
    async findNamed(name, caller) {
      await follow();
      return findNamesakes(ports, names.ownersOf(name), caller, (id) => findIn(id, name, caller).catch(ifVisible));
    },
    findIn,
  };
}

/** The cached tools of one entry. */
interface CachedTools {
  seq: number;
  tools: EntryTools;
  byId: ReadonlyMap<string, Tool>;
}

/** The offered tools that the entries have, of those that the caller may see. */
async function findNamesakes(
  ports: BrowsePorts,
  owners: Iterable<string>,
  caller: Caller,
  find: (id: string) => Promise<FoundTool | undefined>,
): Promise<FoundTool[]> {
  const found: FoundTool[] = [];
  for (const id of owners) {
    if (!(await isVisible(ports, id, caller))) continue;
    const named = await find(id);
    if (named?.tool.listed) found.push(named);
    if (found.length === maxNamesakes) break;
  }
  return found;
}

/** A tool of an entry that the caller may not see is reported as not found. */
function ifVisible(thrown: unknown): undefined {
  if (isFailure(thrown) && thrown.code === 'NOT_FOUND') return undefined;
  throw thrown;
}

async function trace({ store, writeContract }: ToolCachePorts, stored: StoredEntry): Promise<EntryTools> {
  const { entry, revision } = stored;
  if (revision === 1) return traceTools([entry], writeContract);
  if (revision > maxRevisions) return { tools: [] };
  const revisions: Entry[] = [];
  let before = revision + 1;
  for (;;) {
    const kept = await store.entries.versions(entry.id, revisionsAtOnce, before);
    for (const version of kept) revisions.unshift(version.entry);
    before = kept.at(-1)?.revision ?? 0;
    if (kept.length < revisionsAtOnce) return traceTools(revisions, writeContract);
  }
}
