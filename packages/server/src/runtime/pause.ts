/** Waits, for whoever asks somebody else again and again; the one place where such waiting uses the system's timer. */
import { setTimeout } from 'node:timers/promises';

/** Waits so many milliseconds; ends early, and without a fault, when the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
