/** Events as the processes of one server exchange them: what happened, and who may learn of it. Plain JSON. */
import type { EntryAccess } from '@dragoman/core/engine';
import type { LiveEvent } from '@dragoman/model';

/**
 * Who may learn of an event. `readers`: every caller that may open the stream. `entry`: who may see the service before or after the
 * change. `subject`: that subject and administrators. `approval`: who may see the approval. `admin`: administrators. `callers`: each caller its own part.
 */
export type Audience =
  | { kind: 'readers' }
  | { kind: 'entry'; before?: EntryAccess; after?: EntryAccess }
  | { kind: 'subject'; subject: string }
  | { kind: 'approval'; subject: string; owner: string }
  | { kind: 'admin' }
  | { kind: 'callers' };

/** An event before it has its number. */
export interface EventDraft {
  event: LiveEvent;
  audience: Audience;
  /** Several processes notice the same change: only the first event with this key counts. */
  key?: string;
  /** Several processes have the same value: the largest one counts. */
  gauge?: boolean;
}

/** An event with its number: 1, 2, 3 … since the start of the server. */
export interface NumberedEvent extends EventDraft {
  number: number;
}

/** Gives events their numbers, for one process or for all of them. */
export interface EventSequencer {
  /** Sends events; they come back with numbers. */
  send(drafts: EventDraft[]): void;
  /** Sets the only receiver of numbered events. */
  receive(listener: (events: NumberedEvents) => void): void;
}

/** Numbered events in order. */
export interface NumberedEvents {
  /** Names the start of the server. */
  epoch: string;
  /** Number of the last event so far. */
  head: number;
  events: readonly NumberedEvent[];
}
