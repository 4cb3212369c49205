/**
 * The order in which texts get their vectors: the owner with the fewest waiting texts comes first, then small entries,
 * then the newest. A single new service is never behind somebody's import of thousands.
 */
import type { HashedText } from './stored-vectors.js';

/** What the texts of one entry have in common. */
export interface TextGroup {
  /** Owner of the entry. */
  owner: string;
  /** Number of operations of the entry. */
  size: number;
}

/** The text of a row that has no vector yet. */
export interface WaitingText extends HashedText {
  row: number;
  group: TextGroup;
}

/** Waiting texts by priority. */
export interface TextPriority {
  /** Adds texts, the oldest entry first. */
  add(texts: readonly WaitingText[]): void;
  /** Removes and returns the next texts that are still wanted, at most so many. */
  take(most: number): WaitingText[];
}

interface OwnerTexts {
  count: number;
  /** By size class of the entry; of each class the newest text is last. */
  classes: WaitingText[][];
}

/** Entries of 1, 2 to 3, 4 to 7 … operations. */
const classOf = ({ size }: TextGroup) => Math.floor(Math.log2(Math.max(1, size)));

/** Creates an empty list; texts that are no longer wanted are dropped. */
export function createTextPriority(isWanted: (text: WaitingText) => boolean): TextPriority {
  const owners = new Map<string, OwnerTexts>();

  function addOne(text: WaitingText): void {
    const { owner } = text.group;
    const own = owners.get(owner) ?? { count: 0, classes: [] };
    owners.set(owner, own);
    const at = classOf(text.group);
    while (own.classes.length <= at) own.classes.push([]);
    own.classes[at]?.push(text);
    own.count += 1;
  }

  function next(): WaitingText | undefined {
    let first: OwnerTexts | undefined;
    for (const own of owners.values()) if (first === undefined || own.count < first.count) first = own;
    const text = first?.classes.find(({ length }) => length > 0)?.pop();
    if (first === undefined || text === undefined) return undefined;
    first.count -= 1;
    if (first.count === 0) owners.delete(text.group.owner);
    return text;
  }

  return {
    add(texts) {
      const groups = new Map<TextGroup, WaitingText[]>();
      for (const text of texts) groups.set(text.group, [text, ...(groups.get(text.group) ?? [])]);
      // The last one added is taken first, so the texts of an entry are added in reverse.
      for (const group of groups.values()) group.forEach(addOne);
    },
    take(most) {
      const taken: WaitingText[] = [];
      for (let text = next(); text !== undefined; text = next()) {
        if (isWanted(text)) taken.push(text);
        if (taken.length === most) break;
      }
      return taken;
    },
  };
}
