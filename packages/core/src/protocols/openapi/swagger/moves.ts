/** Where the parts of a converted document stood in the one that was given, so that findings name places people know. */

/** A record of moves. */
export interface Moves {
  /** Notes that what stands at `to` stood at `from`; parts of it follow. */
  move(to: string, from: string): void;
  /** The pointer in the given document: that of the nearest thing that was moved, or the same one. */
  sourceOf(pointer: string): string;
}

/** Starts the record of one document. */
export function createMoves(): Moves {
  const moved = new Map<string, string>();
  return {
    move(to, from) {
      if (to !== from) moved.set(to, from);
    },
    sourceOf(pointer) {
      for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
        const from = moved.get(pointer.slice(0, end));
        if (from !== undefined) return `${from}${pointer.slice(end)}`;
      }
      return pointer;
    },
  };
}
