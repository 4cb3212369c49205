/**
 * Gives calls of processes that no longer run their audit record: they have left, and whether they took effect is
 * unknown. Runs at start and then at intervals; on a shared store every server does it for all.
 */
import type { IntentStore } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';

/** Dependencies. */
export interface AbandonedCallsPorts {
  intents: Pick<IntentStore, 'recordAbandoned'>;
  clock: Clock;
  /** Extends the leases of this process, so that a clock that jumps does not end them. */
  renew: () => Promise<void>;
  /** Called with the number of calls recorded in a round, if there were any. */
  onRecorded: (count: number) => void;
  onError: (error: unknown) => void;
  /** Milliseconds between two rounds. */
  everyMs: number;
}

/** Records written in one transaction. */
const portion = 500;

/** Starts the rounds; the first one at once. */
export function startAbandonedCalls(ports: AbandonedCallsPorts): { stop(): void } {
  const { intents, clock, renew, onRecorded, onError, everyMs } = ports;
  const recordAll = async () => {
    await renew();
    let total = 0;
    for (let recorded = portion; recorded === portion; total += recorded) {
      recorded = await intents.recordAbandoned(timestamp(clock), portion);
    }
    if (total > 0) onRecorded(total);
  };
  const round = () => {
    recordAll().catch(onError);
  };
  round();
  const timer = setInterval(round, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}
