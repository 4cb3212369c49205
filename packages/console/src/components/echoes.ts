/**
 * Separates changes of a text that a page made from those that an editor emitted: a page returns every change to the editor,
 * and while a person types fast, it returns an older one that must not replace what was typed since.
 */

/** Remembers what an editor has emitted. */
export interface Echoes {
  emit(text: string): void;
  /** True when the text was emitted a moment ago and comes back now. */
  isEcho(text: string): boolean;
}

/** Milliseconds within which a page returns a change. */
const returnedWithinMs = 2000;

/** Creates the memory. */
export function createEchoes(now: () => number = Date.now): Echoes {
  let waiting: { text: string; at: number }[] = [];
  const forget = () => {
    waiting = waiting.filter(({ at }) => now() - at < returnedWithinMs);
  };
  return {
    emit(text) {
      forget();
      waiting.push({ text, at: now() });
    },
    isEcho(text) {
      forget();
      const at = waiting.findIndex((each) => each.text === text);
      // Renderings may skip changes, but never return them in another order.
      if (at !== -1) waiting = waiting.slice(at + 1);
      return at !== -1;
    },
  };
}
