/** Collects the events of one process for a moment, so that a busy server sends them together. */
import type { EventDraft, EventSequencer } from './event.js';

/** Accepts events. */
export type PublishEvent = (draft: EventDraft) => void;

/** Milliseconds for which events are collected. */
const gatherMs = 25;

/** Creates the sender; without a wait, where nothing has to leave the process. */
export function createEventSender({ send }: Pick<EventSequencer, 'send'>): PublishEvent {
  let waiting: EventDraft[] = [];
  const flush = () => {
    const drafts = waiting;
    waiting = [];
    send(drafts);
  };
  return (draft) => {
    if (waiting.length === 0) setTimeout(flush, gatherMs).unref();
    waiting.push(draft);
  };
}
