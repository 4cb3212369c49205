/** Numbers the events of all workers in the parent process and sends them to each, so that all have the same order. */
import type { EventDraft } from '../events/event.js';
import { newEpoch } from '../events/local-sequencer.js';
import { createEventNumbering } from '../events/number-events.js';
import type { Line } from './message.js';

/** The relay of the parent process. */
export interface EventRelay {
  accept(worker: number, drafts: readonly EventDraft[]): void;
  /** Sends the current number to a worker that has just started. */
  greet(line: Line): void;
  /** The worker has ended. */
  forget(worker: number): void;
}

/** Creates the relay to these workers. */
export function createEventRelay(lines: () => Iterable<Line>): EventRelay {
  const numbering = createEventNumbering();
  const epoch = newEpoch();
  return {
    accept(worker, drafts) {
      const events = numbering.number(worker, drafts);
      if (events.length === 0) return;
      const numbered = { epoch, head: numbering.last(), events };
      for (const line of lines()) line.say({ about: 'numbered-events', numbered });
    },
    greet(line) {
      line.say({ about: 'numbered-events', numbered: { epoch, head: numbering.last(), events: [] } });
    },
    forget: numbering.forget,
  };
}
