/** Tells those who work on an answer that nobody waits for it any more. */
import type { ServerResponse } from 'node:http';

/** Aborts when the caller leaves before the answer is out. */
export function leftSignal(response: ServerResponse): AbortSignal {
  const left = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) left.abort();
  });
  return left.signal;
}
