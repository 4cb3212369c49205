/**
 * Entries that the same callers may see share one class, so that a query decides once per class and not once per entry.
 */
import { type Caller, canSee, type EntryAccess } from '../access/caller.js';

/** The classes in use, with the number of entries in each. */
export interface AccessClasses {
  /** Number of the class of this access; counts one more entry in it. */
  enter(access: EntryAccess): number;
  /** Counts one entry less; a class without entries is removed. */
  leave(number: number): void;
  access(number: number): EntryAccess | undefined;
  /** Decides for one caller, each class at most once. */
  sightOf(caller: Caller): (number: number) => boolean;
  /** The classes; valid until the next change. */
  save(): SavedAccessClasses;
}

/** By number of the class; undefined when the number is unused. */
export type SavedAccessClasses = ({ key: string; access: EntryAccess; entries: number } | undefined)[];

/** Creates an empty set of classes, or the saved one. */
export function createAccessClasses(classes: SavedAccessClasses = []): AccessClasses {
  const numbers = new Map<string, number>();
  const unused: number[] = [];
  for (const [number, saved] of classes.entries()) {
    if (saved === undefined) unused.push(number);
    else numbers.set(saved.key, number);
  }

  return {
    enter({ visibility, owner, grants }) {
      const access: EntryAccess = { visibility, owner, grants: [...grants].sort() };
      const key = JSON.stringify([visibility, owner, access.grants]);
      const known = numbers.get(key);
      const found = known === undefined ? undefined : classes[known];
      if (known !== undefined && found !== undefined) {
        found.entries += 1;
        return known;
      }
      const number = unused.pop() ?? classes.length;
      classes[number] = { key, access, entries: 1 };
      numbers.set(key, number);
      return number;
    },
    leave(number) {
      const found = classes[number];
      if (found === undefined) return;
      found.entries -= 1;
      if (found.entries > 0) return;
      numbers.delete(found.key);
      classes[number] = undefined;
      unused.push(number);
    },
    access: (number) => classes[number]?.access,
    save: () => classes,
    sightOf(caller) {
      const verdicts = new Map<number, boolean>();
      return (number) => {
        const known = verdicts.get(number);
        if (known !== undefined) return known;
        const found = classes[number];
        const verdict = found !== undefined && canSee(caller, found.access);
        verdicts.set(number, verdict);
        return verdict;
      };
    },
  };
}
