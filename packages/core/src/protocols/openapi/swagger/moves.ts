/**
 * Maps the parts of a converted document to their original locations, so that findings name locations that authors
 * know.
 */

/** A record of moves. */
export interface Moves {
  /** Records that the value at `to` came from `from`, including all its parts. */
  move(to: string, from: string): void;
  /** The pointer in the given document: derived from the nearest moved ancestor, or unchanged. */
  sourceOf(pointer: string): string;
}

/** Creates the record of one document. */
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
