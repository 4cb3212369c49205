/**
 * Notes calls that can change something before they leave, and keeps their leases as long as this process lives.
 */
import type { CallLog, IntentStore } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';

/** Dependencies of the log. */
export interface IntentLogPorts {
  intents: Pick<IntentStore, 'open' | 'renew'>;
  clock: Clock;
  /** Id of this process, different from every other's. */
  node: string;
  /** Seconds without renewal after which a call counts as abandoned. */
  leaseSeconds: number;
  onError: (error: unknown) => void;
}

/** Writes intents. */
export interface IntentLog {
  intend: NonNullable<CallLog['intend']>;
  /** Renews the leases of this process now, if it has any. */
  renew(): Promise<void>;
  /** Ends the renewal of leases; intents that are still open become records with an unknown outcome later. */
  close(): void;
}

/** Opens the log; leases are renewed from the first intent on. */
export function openIntentLog({ intents, clock, node, leaseSeconds, onError }: IntentLogPorts): IntentLog {
  const leaseUntil = () => new Date(clock.now() + leaseSeconds * 1000).toISOString();
  let renewal: NodeJS.Timeout | undefined;
  const renew = async () => {
    if (renewal !== undefined) await intents.renew(node, leaseUntil());
  };
  const startRenewal = () =>
    setInterval(
      () => {
        renew().catch(onError);
      },
      (leaseSeconds * 1000) / 3,
    ).unref();
  return {
    renew,
    intend(id, draft) {
      renewal ??= startRenewal();
      return intents.open({ id, node, leaseUntil: leaseUntil(), draft });
    },
    close: () => clearInterval(renewal),
  };
}
