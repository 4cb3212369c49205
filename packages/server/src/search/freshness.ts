/**
 * Makes sure that this node has applied what other nodes committed before a request arrived, so that a revoked key or a
 * service that became private is never served from a cache. Requests that arrive during a check share the next one, so
 * that the store answers at most two statements at a time however many requests there are.
 */
import type { ChangeFeed } from '@dragoman/core/engine';
import { Failure } from '@dragoman/model';

/** Dependencies of the check. */
export interface FreshnessPorts {
  changes: Pick<ChangeFeed, 'marks'>;
  /** The index and how far it has followed the store. */
  follower: { catchUp(): Promise<unknown>; seq(): number };
  /** Called when keys have changed. */
  onKeysChanged: () => void;
}

/** Resolves when this node has every change that was committed before the call. */
export type RequireFresh = () => Promise<void>;

/** Number of times that the index is brought up to date for one check; it may be overtaken by further changes. */
const maxRounds = 5;

/** Creates the check. */
export function createRequireFresh({ changes, follower, onKeysChanged }: FreshnessPorts): RequireFresh {
  let keys: number | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const check = async () => {
    const marks = await changes.marks();
    if (marks.keys !== keys) onKeysChanged();
    keys = marks.keys;
    for (let round = 0; follower.seq() < marks.entries; round += 1) {
      if (round === maxRounds) throw behind();
      await follower.catchUp();
    }
  };
  const start = () => {
    running = check().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (running === undefined) return start();
    // The running check may have read the marks before the change that this request must see. If it fails, the store is
    // out of reach for this request, too.
    next ??= running
      .finally(() => {
        next = undefined;
      })
      .then(start);
    return next;
  };
}

function behind(): Failure {
  const message = 'This server could not apply all changes of the catalogue in time.';
  return new Failure('UNAVAILABLE', { message, retryAfter: 1 });
}
