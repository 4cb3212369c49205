/** Signals that the caller has disconnected. */
import type { ServerResponse } from 'node:http';

/** Aborts when the caller disconnects before the response is sent. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const left = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) left.abort();
  });
  return left.signal;
}
