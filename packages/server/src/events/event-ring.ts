/** The last events of the server: all readers read from here, so that a slow one holds no memory of its own. */
import type { EventSequencer, NumberedEvent } from './event.js';

/** A place in the order of events: the number of the last event that was read. */
export type Position = number;

/** What follows a position. */
export interface Following {
  events: readonly NumberedEvent[];
  /** Position after these events. */
  next: Position;
  /** True when events between the position and the first of these are gone. */
  isGap: boolean;
}

/** The last events. */
export interface EventRing {
  /** Names the order that the numbers belong to: one start of the server, or the events of all nodes. */
  epoch(): string;
  /** Number of the last event. */
  head(): Position;
  /** Id of an event: the start of the server, and its number. */
  idOf(position: Position): string;
  /** Position of an id; undefined for an id of another start or one that is not an id. */
  positionOf(id: string): Position | undefined;
  /** At most `limit` events after the position. */
  after(position: Position, limit: number): Following;
  /** Calls the listener once, with the next event or when the ring closes; returns a function that cancels this. */
  once(listener: () => void): () => void;
  /** Ends all readers. */
  close(): void;
  readonly closed: boolean;
}

/** Creates the ring for at most `capacity` events. */
export function createEventRing(sequencer: Pick<EventSequencer, 'receive'>, capacity: number): EventRing {
  const events: NumberedEvent[] = [];
  const listeners = new Set<() => void>();
  let epoch = '';
  let head = 0;
  let closed = false;
  const wake = () => {
    const all = [...listeners];
    listeners.clear();
    for (const listener of all) listener();
  };
  sequencer.receive(({ epoch: start, head: last, events: added }) => {
    if (epoch !== start) {
      // Numbers of another order say nothing about this one.
      events.splice(0);
      head = 0;
      epoch = start;
      wake();
    }
    head = Math.max(head, last);
    if (added.length === 0) return;
    for (const event of added) events.push(event);
    // Shifting a long array for each event would cost more than all readers.
    if (events.length > capacity * 2) events.splice(0, events.length - capacity);
    wake();
  });
  return {
    epoch: () => epoch,
    head: () => head,
    idOf: (position) => `${epoch}-${position}`,
    positionOf(id) {
      const [, start, number] = /^([0-9a-f]{1,32})-(\d{1,15})$/.exec(id) ?? [];
      return start === epoch && Number(number) <= head ? Number(number) : undefined;
    },
    after(position, limit) {
      const first = events[0]?.number ?? head + 1;
      // A process that joined later has not seen the events before its first one.
      const isGap = position + 1 < first && position < head;
      const from = isGap ? events.length : Math.max(0, position + 1 - first);
      const found = events.slice(from, from + limit);
      return { events: found, next: found.at(-1)?.number ?? (isGap ? head : position), isGap };
    },
    once(listener) {
      if (closed) listener();
      else listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      closed = true;
      wake();
    },
    get closed() {
      return closed;
    },
  };
}
