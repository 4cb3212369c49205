/**
 * Finds operations of other entries with nearly the same meaning and a similar name when an entry is registered: one
 * semantic search for each of its first operations. Without a model, or with a model without a measured threshold,
 * nothing is found.
 */
import type { Operation } from '@dragoman/model';
import { anonymous } from '../access/caller.js';
import type { Condition, OperationFinder } from '../catalogue/index-port.js';
import type { FindNearMeaning, NearMeaning } from '../catalogue/look-alikes/find-look-alikes.js';
import { isDistinctive, isOneEdit } from '../catalogue/look-alikes/name-index.js';
import type { EntryStore } from '../catalogue/store.js';
import type { EntryDraft } from '../documents/reader.js';
import type { MeaningReader } from './meaning-reader.js';
import { operationText } from './operations/operation-rows.js';
import { nameWords } from './tool-text.js';

/** Dependencies of the search. */
export interface NearMeaningPorts {
  finder: OperationFinder;
  meaning: MeaningReader;
  entries: Pick<EntryStore, 'readMany'>;
  /**
   * Minimum similarity at which two texts of a model mean the same; undefined for a model without a measured threshold.
   */
  minSimilarity: (model: string) => number | undefined;
}

/** Maximum number of examined operations of one entry, hits of each, and total time. */
const limits = { operations: 4, hits: 8, milliseconds: 250 } as const;

/** Shorter texts say too little: many operations list languages, for example. */
const shortestText = 60;

/** Share of common words at which two names are similar. */
const closeNames = 0.5;

/** Creates the search; it never finds private entries. */
export function createFindNearMeaning(ports: NearMeaningPorts): FindNearMeaning {
  return async (draft) => {
    const signal = AbortSignal.timeout(limits.milliseconds);
    const found: Found[] = [];
    for (const [place, operation] of draft.operations.slice(0, limits.operations).entries()) {
      const near = await nearOf(ports, draft, { place, operation, signal });
      if (near === undefined) return undefined;
      found.push(...near);
    }
    return found.length === 0 ? [] : named(ports, draft, found);
  };
}

interface Placed {
  place: number;
  operation: Operation;
}

interface Found extends Placed {
  entryId: string;
  otherPlace: number;
}

/** Undefined when the model could not embed the text. */
async function nearOf(
  { finder, meaning, minSimilarity }: NearMeaningPorts,
  draft: EntryDraft,
  given: Placed & { signal: AbortSignal },
): Promise<Found[] | undefined> {
  const { signal, ...own } = given;
  const text = operationText(draft, own.operation);
  if (text.length < shortestText) return [];
  const conditions: Condition[] = [];
  const reading = await meaning.read(text, signal, { conditions, caller: anonymous });
  if (reading.meaning === undefined) return undefined;
  const minimum = minSimilarity(reading.meaning.model);
  if (minimum === undefined) return [];
  const query = { text: own.operation.name, meaning: reading.meaning, conditions, top: limits.hits };
  const hits = await finder.findOperations(query, anonymous);
  return hits
    .filter((hit) => (hit.meaning ?? 0) >= minimum)
    .map(({ entryId, place }): Found => ({ ...own, entryId, otherPlace: place }));
}

/** Only similar names are reported: many services do the same, and describe it in their own words. */
async function named(
  { entries }: NearMeaningPorts,
  draft: EntryDraft,
  found: readonly Found[],
): Promise<NearMeaning[]> {
  const stored = await entries.readMany([...new Set(found.map(({ entryId }) => entryId))]);
  const byId = new Map(stored.map(({ entry }) => [entry.id, entry]));
  return found.flatMap(({ place, operation, entryId, otherPlace }): NearMeaning[] => {
    const entry = byId.get(entryId);
    const other = entry?.operations[otherPlace];
    if (entry === undefined || other === undefined) return [];
    const name = nameOf(entry, other);
    const pointer = draft.operations.length === 1 ? '/description' : `/operations/${place}/description`;
    // An operation with the same distinctive name and meaning imitates the other, whatever its provider's name.
    if (operation.name === other.name && isDistinctive(other.name))
      return [{ pointer, agent: entryId, name: other.name }];
    return isCloseName(nameOf(draft, operation), name) ? [{ pointer, agent: entryId, name }] : [];
  });
}

/** An entry with one operation is compared by its own name; that of the operation is often generic. */
function nameOf({ name, operations }: Pick<EntryDraft, 'name' | 'operations'>, operation: Operation): string {
  return operations.length === 1 ? name : operation.name;
}

/** True for names with mostly the same words, or one letter apart. */
function isCloseName(one: string, other: string): boolean {
  const [left, right] = [nameWords(one).toLowerCase(), nameWords(other).toLowerCase()];
  if (left === right || isOneEdit(left, right)) return true;
  const words = new Set(left.split(' '));
  const others = new Set(right.split(' '));
  const common = [...words].filter((word) => others.has(word)).length;
  return common / (words.size + others.size - common) >= closeNames;
}
