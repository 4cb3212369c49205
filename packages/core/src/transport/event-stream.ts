/** Server-sent events in both directions: writes events one by one, and reads them from a body with limits. */
import { Failure } from '@dragoman/model';
import { eventStreamType } from '../gateway/relay-stream.js';
import type { HttpReply } from './http-reply.js';
import { createReply } from './http-reply.js';

/** Milliseconds between two keep-alive comments of an idle stream. */
const keepAliveEveryMs = 15_000;

/** A stream with a reader. */
export interface EventWriter {
  /** Sends one event, `message` unless named; neither text nor id have line breaks. */
  send(text: string, event?: string, id?: string): void;
  /** Ends the stream; with `reconnectMs`, the reader is asked to connect again after so long. */
  end(reconnectMs?: number): void;
  /** True when it has ended or its reader has disconnected. */
  readonly closed: boolean;
}

/** Options of a stream. */
export interface EventStreamOptions {
  headers?: Record<string, string>;
  /** Called when the reader disconnects. */
  onLeave?: () => void;
}

/** Maximum number of events queued for a slow reader; exceeding it ends the stream. */
const maxWaiting = 1000;

/** A reply whose body is written event by event. */
export function eventStreamReply(
  run: (writer: EventWriter) => void,
  { headers = {}, onLeave }: EventStreamOptions = {},
): HttpReply {
  const encoder = new TextEncoder();
  let alive: NodeJS.Timeout | undefined;
  let closed = false;
  const close = () => {
    closed = true;
    clearInterval(alive);
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const write = (text: string) => {
          if (closed) return;
          controller.enqueue(encoder.encode(text));
          if ((controller.desiredSize ?? 0) > -maxWaiting) return;
          close();
          controller.error(new Error('The reader of a stream is too slow'));
          onLeave?.();
        };
        // Response buffering must not delay a live stream.
        alive = setInterval(() => write(':\n\n'), keepAliveEveryMs);
        alive.unref();
        run({
          send: (text, event = 'message', id) =>
            write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${text}\n\n`),
          end(reconnectMs) {
            if (closed) return;
            if (reconnectMs !== undefined) write(`retry: ${reconnectMs}\n\n`);
            close();
            controller.close();
          },
          get closed() {
            return closed;
          },
        });
      },
      cancel() {
        close();
        onLeave?.();
      },
    },
    { highWaterMark: 0 },
  );
  return createReply(body, {
    headers: {
      'Content-Type': eventStreamType,
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      ...headers,
    },
  });
}

/** Where a stream can be resumed: the last id, and the milliseconds to wait before; filled while it is read. */
export interface StreamMarks {
  lastId?: string;
  retryMs?: number;
}

/** Maximum characters of an event id that is kept. */
const maxIdLength = 1000;

function noteMark(marks: StreamMarks, line: string): void {
  const [, name, value = ''] = /^(id|retry): ?(.*)$/.exec(line) ?? [];
  if (name === 'id' && value !== '' && value.length <= maxIdLength && /^[\x20-\x7e]+$/.test(value))
    marks.lastId = value;
  if (name === 'retry' && /^\d{1,9}$/.test(value)) marks.retryMs = Number(value);
}

/** Limits of a stream that is read. */
export interface StreamLimits {
  /** Maximum size of all events together. */
  bytes: number;
  marks?: StreamMarks;
  /** The failure of a stream that is longer, with the incomplete event at its end. */
  tooLong?: (unfinished: UnfinishedEvent) => Failure;
}

/** An event that was not read to its end. */
export interface UnfinishedEvent {
  /** The first characters of its data. */
  beginning: string;
  characters: number;
}

/** Characters of an unfinished event that are shown. */
const maxBeginning = 500;

/** The data of events as they arrive; throws `ANSWER_TOO_LARGE` when a single event or all together are too long. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  limits: StreamLimits,
): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const event = createEventParser(limits.marks);
  let size = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.byteLength;
      if (size > limits.bytes) throw limits.tooLong?.(event.unfinished()) ?? tooLong(limits.bytes);
      yield* event.take(decoder.decode(next.value, { stream: true }));
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function tooLong(bytes: number): Failure {
  return new Failure('ANSWER_TOO_LARGE', { message: `The service streamed more than ${bytes} bytes.` });
}

/** Accepts text in pieces and returns the data of every complete event. */
function createEventParser(marks?: StreamMarks): { take(text: string): string[]; unfinished(): UnfinishedEvent } {
  // An incomplete line is kept in pieces, so that a long line is scanned once and not again with each piece.
  let rest: string[] = [];
  let parts: string[] = [];
  return {
    take(text) {
      const found: string[] = [];
      if (!/[\r\n]/.test(text) && rest.at(-1)?.endsWith('\r') !== true) {
        if (text !== '') rest.push(text);
        return found;
      }
      const lines = [...rest, text].join('').split(/\r\n|\n|\r(?!$)/);
      rest = [lines.pop() ?? ''];
      for (const line of lines) {
        if (line === '') {
          if (parts.length > 0) found.push(parts.join('\n'));
          parts = [];
        } else if (line.startsWith('data:')) parts.push(dataOf(line));
        else if (marks !== undefined) noteMark(marks, line);
      }
      return found;
    },
    unfinished() {
      const pieces = [...parts, ...rest];
      const beginning = dataOf(pieces.slice(0, 20).join('').slice(0, maxBeginning));
      return { beginning, characters: pieces.reduce((sum, { length }) => sum + length, 0) };
    },
  };
}

/** The data of a line, which may begin with the name of the field. */
function dataOf(line: string): string {
  if (!line.startsWith('data:')) return line;
  return line.slice(line.startsWith('data: ') ? 6 : 5);
}
