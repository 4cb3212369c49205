/** What an MCP endpoint says of its own accord, for the revisions with sessions: streams end, and registries start anew. */
import { setTimeout as after } from 'node:timers/promises';
import type { JsonValue } from '@dragoman/model';
import { readEvents } from './read-events.js';

/** What following needs. */
export interface FollowPorts {
  /** Opens the stream. */
  open(signal: AbortSignal): Promise<Response>;
  /** Begins a session anew that the endpoint forgot. */
  renew(signal: AbortSignal): Promise<void>;
  /** Writes one message to the client. */
  write(message: JsonValue): void;
  signal: AbortSignal;
  /** Waits; throws when the signal aborts before. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Milliseconds before a stream that ended is opened again: at first, and at most while that fails. */
const reopenMs = { first: 1000, most: 30_000 };

/** Follows until the client goes or the endpoint says that it has no stream. */
export async function followStream(ports: FollowPorts): Promise<void> {
  const { write, signal, pause = pauseFor } = ports;
  let waitMs = reopenMs.first;
  let opened = 0;
  const onOpen = () => {
    waitMs = reopenMs.first;
    opened += 1;
    // Nobody has told what has changed in between.
    if (opened > 1) write({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  };
  try {
    // A registry that cannot be reached may come back.
    while (await listen(ports, onOpen).catch(() => !signal.aborted)) {
      await pause(waitMs, signal);
      waitMs = Math.min(waitMs * 2, reopenMs.most);
    }
  } catch {
    // The client has gone.
  }
}

/** Listens until the stream ends; false when the endpoint has none. */
async function listen({ open, renew, write, signal }: FollowPorts, onOpen: () => void): Promise<boolean> {
  const answer = await open(signal);
  if (answer.ok && answer.body !== null) {
    onOpen();
    for await (const data of readEvents(answer.body)) if (data !== undefined) write(data);
    return true;
  }
  await answer.body?.cancel();
  if (answer.status === 404) await renew(signal);
  return answer.status === 404 || answer.status >= 500;
}

async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await after(ms, undefined, { signal, ref: false });
}
