/** Timeout for work on the store. */
import { afterFreeTime } from '@dragoman/core/http';

/**
 * The result of the work; rejects after the given milliseconds, and lets the work finish in the background. Time in
 * which the event loop was blocked does not count.
 */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let cancel: (() => void) | undefined;
  const late = new Promise<never>((_, reject) => {
    cancel = afterFreeTime(ms, () => reject(new Error('the store did not respond in time')));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel?.();
  }
}
