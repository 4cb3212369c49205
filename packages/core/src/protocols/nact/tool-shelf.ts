/**
 * Tools at hand: the history of an entry is worked out once per state, and a tool's id leads to its entry. Both follow
 * the store, so every node answers alike.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry } from '@dragoman/model';
import { isFailure } from '@dragoman/model';
import type { Caller } from '../../access/caller.js';
import type { BrowsePorts } from '../../catalogue/browse.js';
import { readEntry } from '../../catalogue/browse.js';
import type { StoredEntry } from '../../catalogue/store.js';
import type { EntryTools, Tool } from './tool-history.js';
import { traceTools } from './tool-history.js';

/** A tool and the entry that it belongs to. */
export interface FoundTool {
  stored: StoredEntry;
  tool: Tool;
}

/** Finds tools. */
export interface ToolShelf {
  /** Everything that an entry offers or offered; nobody may change what it gives. */
  toolsOf(stored: StoredEntry): Promise<EntryTools>;
  /** The same without asking the store, when the index knows no newer state than the one at hand. */
  heldTools(id: string): EntryTools | undefined;
  /** The tool of this id, through this caller's eyes; undefined when there is none. */
  find(toolId: string, caller: Caller): Promise<FoundTool | undefined>;
}

/** Tools that are kept at hand, of all entries together; an entry without tools counts as one. */
const mostHeld = 50_000;

/** Revisions of one entry that are looked through; an entry with more is not shown as tools, since numbers would move. */
const mostRevisions = 2000;
const revisionsAtOnce = 50;
const changesAtOnce = 200;

/** Entries that are looked through before others get their turn. */
const tracedAtOnce = 16;

/** Makes a shelf over the catalogue. */
export function createToolShelf(ports: BrowsePorts): ToolShelf {
  const held = new Map<string, { seq: number; tools: EntryTools }>();
  const places = new Map<string, string>();
  let heldCount = 0;
  let followed = 0;
  let following: Promise<void> | undefined;

  const drop = (id: string) => {
    const known = held.get(id);
    if (known !== undefined) heldCount -= weigh(known.tools);
    held.delete(id);
    return known;
  };

  const toolsOf = async (stored: StoredEntry): Promise<EntryTools> => {
    const { id } = stored.entry;
    const known = held.get(id);
    const tools = known?.seq === stored.seq ? known.tools : await trace(ports, stored);
    drop(id);
    held.set(id, { seq: stored.seq, tools });
    heldCount += weigh(tools);
    for (const oldest of held.keys()) {
      if (heldCount <= mostHeld || oldest === id) break;
      drop(oldest);
    }
    for (const { toolId } of tools.tools) places.set(toolId, id);
    return tools;
  };

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
    heldTools(id) {
      const known = held.get(id);
      return known !== undefined && known.seq === ports.index.seqOf(id) ? known.tools : undefined;
    },
    async find(toolId, caller) {
      const wanted = toolId.toLowerCase();
      if (!places.has(wanted)) await follow();
      const id = places.get(wanted);
      if (id === undefined) return undefined;
      const stored = await readVisible(ports, id, caller);
      const tool = stored === undefined ? undefined : await pick(toolsOf(stored), wanted);
      return stored === undefined || tool === undefined ? undefined : { stored, tool };
    },
  };
}

function weigh({ tools }: EntryTools): number {
  return Math.max(1, tools.length);
}

async function pick(tools: Promise<EntryTools>, toolId: string): Promise<Tool | undefined> {
  return (await tools).tools.find((tool) => tool.toolId === toolId);
}

async function readVisible(ports: BrowsePorts, id: string, caller: Caller): Promise<StoredEntry | undefined> {
  try {
    return await readEntry(ports, id, caller);
  } catch (thrown) {
    if (isFailure(thrown) && thrown.code === 'NOT_FOUND') return undefined;
    throw thrown;
  }
}

async function trace({ store }: BrowsePorts, { entry, revision }: StoredEntry): Promise<EntryTools> {
  if (revision === 1) return traceTools([entry]);
  if (revision > mostRevisions) return { tools: [], diagnostics: [] };
  const revisions: Entry[] = [];
  let before = revision + 1;
  for (;;) {
    const kept = await store.entries.versions(entry.id, revisionsAtOnce, before);
    for (const version of kept) revisions.unshift(version.entry);
    before = kept.at(-1)?.revision ?? 0;
    if (kept.length < revisionsAtOnce) return traceTools(revisions);
  }
}
