/** Receives server-initiated MCP messages in revisions with sessions; reconnects when the stream or the registry ends. */
import { setTimeout as after } from 'node:timers/promises';
import type { JsonValue } from '@dragoman/model';
import { readEvents } from './read-events.js';

/** Dependencies of `followStream`. */
export interface FollowPorts {
  /** Opens the stream. */
  open(signal: AbortSignal): Promise<Response>;
  /** Initializes a new session after the endpoint lost it. */
  renew(signal: AbortSignal): Promise<void>;
  /** The lists whose changes the endpoint reports. */
  lists(): readonly string[];
  /** Writes one message to the client. */
  write(message: JsonValue): void;
  signal: AbortSignal;
  /** Sleeps; throws when the signal aborts. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Delay before reconnecting, in milliseconds: initial, and maximum while attempts fail. */
const reopenMs = { first: 1000, most: 30_000 };

/** Follows the stream until the client disconnects or the endpoint reports that it has none. */
export async function followStream(ports: FollowPorts): Promise<void> {
  const { write, signal, pause = pauseFor } = ports;
  let waitMs = reopenMs.first;
  let opened = 0;
  const onOpen = () => {
    waitMs = reopenMs.first;
    opened += 1;
    // Changes during the gap were not reported.
    for (const list of opened > 1 ? ports.lists() : []) {
      write({ jsonrpc: '2.0', method: `notifications/${list}/list_changed` });
    }
  };
  try {
    // An unreachable registry can come back.
    while (await listen(ports, onOpen).catch(() => !signal.aborted)) {
      await pause(waitMs, signal);
      waitMs = Math.min(waitMs * 2, reopenMs.most);
    }
  } catch {
    // The client has disconnected.
  }
}

/** Reads the stream until it ends; false when the endpoint has no stream. */
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
