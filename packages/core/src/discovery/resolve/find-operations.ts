/** Finds the operations for a request by words and meaning, with their entries, as one caller may see them. */

import type { Words } from '@dragoman/agis';
import type { Caller } from '../../access/caller.js';
import { canSee } from '../../access/caller.js';
import type { AcceptedOperations, Condition, Meaning, OperationFinder } from '../../catalogue/index-port.js';
import type { EntryStore } from '../../catalogue/store.js';
import type { MeaningReader } from '../meaning-reader.js';
import type { AgentStats } from './agent-stats.js';
import type { ResolveRequest } from './resolution.js';
import type { FoundOperation } from './weigh-candidates.js';

/** Dependencies of finding and ranking operations. */
export interface RankerPorts {
  index: OperationFinder;
  entries: Pick<EntryStore, 'readMany'>;
  /** Knowledge of English, created on the first use. */
  words: () => Words;
  clock: { now(): number };
  /** Embeds texts; absent when search uses only words. */
  meaning?: MeaningReader;
  /** Statistics of services. */
  stats?: AgentStats;
}

/** A request of one caller. */
export interface Search {
  request: ResolveRequest;
  caller: Caller;
  signal: AbortSignal | undefined;
  /** Only these operations; all when absent. */
  accepts?: AcceptedOperations;
  /** Maximum number of operations. */
  top: number;
}

/** Operations in the order of the index, and how they were found. */
export interface Found {
  operations: FoundOperation[];
  /** The meaning of the request, when it was compared. */
  meaning?: Meaning;
  /** Why something was not compared, one sentence each. */
  notes: string[];
}

/** The operations that satisfy the conditions. */
export async function findOperations(
  ports: RankerPorts,
  search: Search,
  conditions: readonly Condition[],
): Promise<Found> {
  const { request, caller, top } = search;
  const read = await readMeaning(ports, search, conditions);
  const { meaning } = read;
  const query = {
    text: askedText(request),
    conditions,
    top,
    ...acceptsOf(search),
    ...(meaning === undefined ? {} : { meaning }),
  };
  const hits = await ports.index.findOperations(query, caller);
  const rows = await ports.entries.readMany([...new Set(hits.map(({ entryId }) => entryId))]);
  const byId = new Map(rows.map((stored) => [stored.entry.id, stored]));
  const operations = hits.flatMap((hit) => {
    const stored = byId.get(hit.entryId);
    const operation = stored?.entry.operations[hit.place];
    // The store may be ahead of the index; changed entries are left out.
    if (stored === undefined || operation === undefined || !canSee(caller, stored.entry)) return [];
    return stored.entry.status === 'inactive' ? [] : [{ hit, stored, entry: stored.entry, operation }];
  });
  return { ...comparedMeaning(read, operations), operations };
}

/** The meaning as far as it was compared: some operations may have no vector yet, or all of them. */
function comparedMeaning(
  { meaning, notes }: Pick<Found, 'meaning' | 'notes'>,
  operations: readonly FoundOperation[],
): Pick<Found, 'meaning' | 'notes'> {
  if (meaning === undefined) return { notes };
  const waiting = operations.filter(({ hit }) => hit.meaning === undefined).length;
  if (waiting === 0) return { meaning, notes };
  const note = `Operations ranked by words because they have no vector yet: ${waiting} of ${operations.length}.`;
  return { notes: [...notes, note], ...(waiting === operations.length ? {} : { meaning }) };
}

/** The domain is part of the query. */
function askedText({ intent, context: { domain } }: ResolveRequest): string {
  return domain === undefined ? intent : `${intent} (${domain})`;
}

function acceptsOf({ accepts }: Search): Pick<Search, 'accepts'> {
  return accepts === undefined ? {} : { accepts };
}

async function readMeaning(
  ports: RankerPorts,
  search: Search,
  conditions: readonly Condition[],
): Promise<Pick<Found, 'meaning' | 'notes'>> {
  if (ports.meaning === undefined) return { notes: ['Meaning was not compared: this registry has no embedder.'] };
  const { request, caller, signal } = search;
  const scope = { conditions, caller, ...acceptsOf(search) };
  const { meaning, trouble } = await ports.meaning.read(askedText(request), signal, scope);
  if (meaning !== undefined) return { meaning, notes: [] };
  return { notes: [`Meaning was not compared: ${trouble ?? 'the embedder is temporarily unavailable'}.`] };
}
