/** The stream of one reader: reads from the ring at its own pace, and learns when it has missed something. */
import type { Caller } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import type { EventTopic, ReloadEvent, StreamedEvent } from '@dragoman/model';
import { topicOf } from '@dragoman/model';
import type { EventRing, Position } from './event-ring.js';
import { viewEvent } from './view-event.js';

/** What a reader asks for. */
export interface StreamRequest {
  caller: Caller;
  topics: ReadonlySet<EventTopic>;
  /** Id of the last event that the reader has. */
  lastEventId?: string;
  /** Milliseconds after which the stream ends; the reader then resumes, and is authenticated again. */
  lastsMs: number;
}

/** Dependencies of a stream. */
export interface StreamPorts {
  ring: EventRing;
  clock: Clock;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
  /** Milliseconds between two heartbeats of an idle stream. */
  heartbeatMs: number;
}

/** Maximum number of events examined for one chunk. */
const portion = 256;

/** Milliseconds after which a reader should connect again. */
const reconnectMs = 1000;

/** The stream as bytes; nothing is read ahead of the reader. */
export function streamEvents(ports: StreamPorts, request: StreamRequest): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const reader = new EventReader(ports, request);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const text = await reader.next();
        if (text === undefined) controller.close();
        else controller.enqueue(encoder.encode(text));
      },
      cancel: () => reader.leave(),
    },
    { highWaterMark: 0 },
  );
}

class EventReader {
  readonly #ports: StreamPorts;
  readonly #request: StreamRequest;
  readonly #endsAt: number;
  #position: Position;
  #epoch: string;
  #greeting: string | undefined;
  #wake: (() => void) | undefined;
  #hasLeft = false;

  constructor(ports: StreamPorts, request: StreamRequest) {
    this.#ports = ports;
    this.#request = request;
    this.#endsAt = ports.elapsed() + request.lastsMs;
    const { ring } = ports;
    const { lastEventId } = request;
    this.#epoch = ring.epoch();
    const known = lastEventId === undefined ? undefined : ring.positionOf(lastEventId);
    const isLost = known !== undefined && ring.after(known, 1).isGap;
    this.#position = known === undefined || isLost ? ring.head() : known;
    const greeting = this.#write({ type: 'ready', at: this.#now(), resumed: known !== undefined && !isLost });
    const missed = lastEventId !== undefined && (known === undefined || isLost);
    this.#greeting = `retry: ${reconnectMs}\n${greeting}${missed ? this.#reload(isLost ? 'expired' : 'restarted') : ''}`;
  }

  /** The next text to send; waits for it. Undefined at the end. */
  async next(): Promise<string | undefined> {
    const greeting = this.#greeting;
    this.#greeting = undefined;
    if (greeting !== undefined) return greeting;
    for (;;) {
      const text = this.#read();
      if (text !== '') return text;
      const leftMs = this.#endsAt - this.#ports.elapsed();
      if (this.#hasLeft || this.#ports.ring.closed || leftMs <= 0) return undefined;
      const isIdle = await this.#wait(Math.min(leftMs, this.#ports.heartbeatMs));
      if (isIdle && leftMs > this.#ports.heartbeatMs) return this.#write({ type: 'heartbeat', at: this.#now() });
    }
  }

  /** The reader has disconnected. */
  leave(): void {
    this.#hasLeft = true;
    this.#wake?.();
  }

  /** What has happened since the last read, as far as this reader may see it; empty when there is nothing. */
  #read(): string {
    const { ring } = this.#ports;
    const { caller, topics } = this.#request;
    if (this.#epoch !== ring.epoch()) {
      this.#epoch = ring.epoch();
      this.#position = ring.head();
      return this.#reload('restarted');
    }
    for (;;) {
      const { events, next, isGap } = ring.after(this.#position, portion);
      if (isGap) {
        this.#position = next;
        return this.#reload('slow');
      }
      if (events.length === 0) return '';
      let text = '';
      for (const each of events) {
        this.#position = each.number;
        const seen = topics.has(topicOf(each.event)) ? viewEvent(each, caller) : undefined;
        if (seen !== undefined) text += this.#write(seen);
      }
      if (text !== '') return text;
    }
  }

  /** True when nothing happened in that time. */
  #wait(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isIdle: boolean) => {
        clearTimeout(timer);
        cancel();
        this.#wake = undefined;
        resolve(isIdle);
      };
      const timer = setTimeout(() => end(true), ms).unref();
      const cancel = this.#ports.ring.once(() => end(false));
      this.#wake = () => end(false);
    });
  }

  #reload(reason: ReloadEvent['reason']): string {
    return this.#write({ type: 'reload', at: this.#now(), reason });
  }

  #write(event: StreamedEvent): string {
    return `id: ${this.#ports.ring.idOf(this.#position)}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  }

  #now(): string {
    return timestamp(this.#ports.clock);
  }
}
