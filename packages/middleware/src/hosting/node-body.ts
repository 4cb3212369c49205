/** The body of a Node request, read for a property and put back into its stream for the handler. */
import type { IncomingMessage } from 'node:http';
import { Failure } from '@dragoman/model';
import { requireSize } from '../calls/web-call.js';

const isWhole = Symbol('body was read to its end');

/** A request with the result of a body parser, and what was recorded here. */
type Parsed = IncomingMessage & { body?: unknown; [isWhole]?: true };

/** Bytes that Node may discard for an unread body; beyond this the connection is closed. */
const mostDumped = 1024 * 1024;

/** Returns a function that reads the body once, however often it is called. */
export function createBodyReader(incoming: IncomingMessage): (limit: number) => Promise<Uint8Array> {
  let reading: Promise<Uint8Array> | undefined;
  return async (limit) => {
    reading ??= readBody(incoming, limit);
    return requireSize(await reading, limit);
  };
}

/** True when the request headers announce a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * True when so much of a body is unread that the connection must be closed, so that the rest is not parsed as the next
 * request.
 */
export function isUnread(incoming: Parsed): boolean {
  if (!hasBody(incoming) || incoming[isWhole] === true || incoming.complete || incoming.readableEnded) return false;
  return incoming.readableDidRead || (declaredSize(incoming) ?? Number.POSITIVE_INFINITY) > mostDumped;
}

async function readBody(incoming: IncomingMessage, limit: number): Promise<Uint8Array> {
  if (!hasBody(incoming)) return new Uint8Array();
  const declared = declaredSize(incoming);
  if (declared !== undefined && declared > limit) throw tooLarge(limit);
  return incoming.readableDidRead ? parsedBody(incoming) : readStream(incoming, limit);
}

/** An earlier parser has consumed the stream; its result is serialized again. */
export function parsedBody({ body }: Parsed): Uint8Array {
  if (body instanceof Uint8Array) return body;
  if (body === undefined) throw new Error('The body was read before the properties ran, and request.body is empty');
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Reads to the end and puts everything back, so that the stream appears unread. */
function readStream(incoming: Parsed, limit: number): Promise<Uint8Array> {
  const declared = declaredSize(incoming);
  const chunks: Uint8Array[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const stop = () => {
      incoming.off('readable', read).off('error', breakOff).off('close', breakOff);
    };
    const breakOff = (cause?: unknown) => {
      stop();
      reject(new Failure('INVALID_INPUT', { message: 'The body ended early.', cause }));
    };
    const read = () => {
      for (let chunk = incoming.read() as Buffer | null; chunk !== null; chunk = incoming.read() as Buffer | null) {
        chunks.push(chunk);
        size += chunk.byteLength;
        if (size > limit) {
          stop();
          return reject(tooLarge(limit));
        }
      }
      if (!(declared === undefined ? incoming.complete : size >= declared)) return;
      stop();
      const whole = Buffer.concat(chunks, size);
      if (size > 0) incoming.unshift(whole);
      incoming[isWhole] = true;
      resolve(whole);
    };
    incoming.on('readable', read).on('error', breakOff).on('close', breakOff);
  });
}

function declaredSize({ headers }: IncomingMessage): number | undefined {
  return headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
}

function tooLarge(limit: number): Failure {
  return new Failure('PAYLOAD_TOO_LARGE', { message: `The body exceeds the limit of ${limit} bytes.` });
}
