/** Numbers events in one order for all processes; drops repetitions and merges values that several processes have. */
import type { EventDraft, NumberedEvent } from './event.js';

/** Maximum number of keys by which repetitions are recognized. */
const maxKeys = 4096;

/** Numbers the events of all processes. */
export interface EventNumbering {
  /** The events that count, with their numbers. */
  number(from: number, drafts: readonly EventDraft[]): NumberedEvent[];
  /** The number of the last event. */
  last(): number;
  /** The process has ended; its values no longer count. */
  forget(from: number): void;
}

/** Creates the numbering; the first number is 1. */
export function createEventNumbering(): EventNumbering {
  const keys = new Set<string>();
  const gauges = new Map<number, number>();
  let last = 0;
  let shown = 0;
  const isRepetition = (key: string) => {
    if (keys.has(key)) return true;
    keys.add(key);
    const [oldest] = keys;
    if (keys.size > maxKeys && oldest !== undefined) keys.delete(oldest);
    return false;
  };
  const merge = (from: number, draft: EventDraft): EventDraft | undefined => {
    const { event } = draft;
    if (event.type !== 'vectors.waiting') return draft;
    gauges.set(from, event.waiting);
    const waiting = Math.max(...gauges.values());
    if (waiting === shown) return undefined;
    shown = waiting;
    return { ...draft, event: { ...event, waiting } };
  };
  return {
    number(from, drafts) {
      const numbered: NumberedEvent[] = [];
      for (const draft of drafts) {
        if (draft.key !== undefined && isRepetition(draft.key)) continue;
        const merged = draft.gauge === true ? merge(from, draft) : draft;
        if (merged === undefined) continue;
        last += 1;
        numbered.push({ ...merged, number: last });
      }
      return numbered;
    },
    last: () => last,
    forget: (from) => void gauges.delete(from),
  };
}
