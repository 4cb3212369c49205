/** Abortable sleep for polling loops; the only place where they use the system's timer. */
import { setTimeout } from 'node:timers/promises';

/** Sleeps for the given milliseconds; resolves early, without an error, when the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
