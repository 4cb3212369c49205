/** The sequencer of a server that is one process. */
import { randomBytes } from 'node:crypto';
import type { EventSequencer } from './event.js';
import { createEventNumbering } from './number-events.js';

/** A name for one start of the server. */
export function newEpoch(): string {
  return randomBytes(6).toString('hex');
}

/** Creates the sequencer. */
export function createLocalSequencer(): EventSequencer {
  const numbering = createEventNumbering();
  const epoch = newEpoch();
  let listener: Parameters<EventSequencer['receive']>[0] = () => undefined;
  return {
    send(drafts) {
      const events = numbering.number(0, drafts);
      listener({ epoch, head: numbering.last(), events });
    },
    receive(next) {
      listener = next;
      listener({ epoch, head: numbering.last(), events: [] });
    },
  };
}
