/** What happens on the server, as an async iterable that connects again and misses nothing silently. */
import type { EventTopic, HeartbeatEvent, StreamedEvent } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { clientError, isDragomanError } from './dragoman-error.js';
import { readEvents } from './event-stream.js';
import type { CallOptions, Transport } from './transport.js';

/** An event with its id. After `reload`, and after `ready` with `resumed: false`, read again what you show. */
export type FollowedEvent = Exclude<StreamedEvent, HeartbeatEvent> & { id: string };

/** What to follow. */
export interface FollowOptions extends CallOptions {
  /** Kinds of events; all by default. */
  topics?: readonly EventTopic[];
  /** Id of the last event that you have: the events after it come first. */
  lastEventId?: string;
  /** Called when the connection is lost; it is made again after so many milliseconds. */
  onReconnect?: (delayMs: number, error: unknown) => void;
}

/** Calls for events. */
export interface EventCalls {
  /**
   * The events as they happen. It connects again after an interruption and resumes where it was; it ends with the
   * signal, with the loop, or with an error that a new connection would not solve.
   */
  follow(options?: FollowOptions): AsyncGenerator<FollowedEvent, void>;
}

/** Milliseconds without a heartbeat after which the connection counts as lost. */
const silenceMs = 45_000;

/** Milliseconds before the first new connection, doubled each time. */
const delays = { first: 500, most: 15_000 };

/** Creates the calls over a transport. */
export function createEventCalls(transport: Transport): EventCalls {
  return { follow: (options = {}) => follow(transport, options) };
}

async function* follow(transport: Transport, options: FollowOptions): AsyncGenerator<FollowedEvent, void> {
  let { lastEventId } = options;
  let delayMs = delays.first;
  for (;;) {
    let cause: unknown;
    try {
      for await (const { id, ...event } of connection(transport, { ...options, ...known(lastEventId) })) {
        lastEventId = id;
        delayMs = delays.first;
        if (event.type !== 'heartbeat') yield { id, ...event } as FollowedEvent;
      }
    } catch (error) {
      if (options.signal?.aborted === true) return;
      if (!isDragomanError(error) || !error.retryable) throw error;
      cause = error;
    }
    if (options.signal?.aborted === true) return;
    options.onReconnect?.(delayMs, cause);
    const isAborted = await transport.sleep(delayMs, options.signal).then(
      () => false,
      () => true,
    );
    if (isAborted) return;
    delayMs = Math.min(delays.most, delayMs * 2);
  }
}

function known(lastEventId: string | undefined): { lastEventId?: string } {
  return lastEventId === undefined ? {} : { lastEventId };
}

/** The events of one connection. */
async function* connection(
  transport: Transport,
  { topics, lastEventId, signal }: FollowOptions,
): AsyncGenerator<StreamedEvent & { id: string }, void> {
  const silence = new AbortController();
  const ends = signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]);
  let timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    const { response } = await transport.open({
      method: 'GET',
      to: ['events'],
      query: new URLSearchParams(topics === undefined ? {} : { topics: topics.join(',') }),
      headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
      accept: 'text/event-stream',
      repeatable: true,
      signal: ends,
    });
    const type = response.headers.get('content-type') ?? '';
    if (!type.startsWith('text/event-stream')) {
      await response.body?.cancel();
      throw clientError('INVALID_RESPONSE', {
        message: 'The response is not a stream of events.',
        status: response.status,
      });
    }
    const events = readEvents(endWith(response, ends), { maxBytes: transport.maxResponseBytes, signal: ends });
    for await (const { id = '', value } of events) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMs);
      if (isJsonObject(value) && typeof value.type === 'string') yield { id, ...(value as unknown as StreamedEvent) };
    }
  } catch (error) {
    if (!silence.signal.aborted) throw error;
    throw clientError('CONNECTION_FAILED', { message: 'The stream of events was silent for too long.', cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** The same response, whose body ends with the signal; a fetch need not do that once it has answered. */
function endWith(response: Response, signal: AbortSignal): Response {
  const { body, headers } = response;
  if (body === null) return response;
  return new Response(body.pipeThrough(new TransformStream(), { signal }), { headers });
}
