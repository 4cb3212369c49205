/** Lets audit records vanish after the configured period (AIDIP-SEC-15). */
import type { AuditStore, Clock } from '@dragoman/core';

/** What retention needs. */
export interface RetentionPorts {
  audit: Pick<AuditStore, 'prune'>;
  clock: Clock;
  retentionDays: number;
  onError: (error: unknown) => void;
  /** Milliseconds between two rounds; an hour by default. */
  everyMs?: number;
}

/** Retention at work. */
export interface Retention {
  /** Removes what is too old now; resolves to the number of records removed. */
  prune(): Promise<number>;
  stop(): void;
}

const dayMs = 86_400_000;

/** Starts to prune, now and then at intervals. */
export function startRetention({
  audit,
  clock,
  retentionDays,
  onError,
  everyMs = 3_600_000,
}: RetentionPorts): Retention {
  const prune = () => audit.prune(new Date(clock.now() - retentionDays * dayMs).toISOString());
  const round = () => {
    prune().catch(onError);
  };
  round();
  const timer = setInterval(round, everyMs);
  timer.unref();
  return { prune, stop: () => clearInterval(timer) };
}
