/** Writes a response with Node's own server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpReply } from '@dragoman/core/http';
import { isStream } from '@dragoman/core/http';
import { reasonPhrase } from '../../wire/reason-phrase.js';
import { longestWrite, sendSlices, sendStream } from '../send-stream.js';

/**
 * Milliseconds for which, and bytes up to which, the rest of an unwanted request body is read before the connection is
 * closed. Closing while bytes arrive resets the connection, and a reset that overtakes the response discards it.
 * Reading more would cost as much as a wanted body.
 */
const drainMs = 1_000;
const drainBytes = 65_536;

/** Statuses without a body and a Content-Length. */
const bodiless: readonly number[] = [204, 304];

/** Writes the response; throws before anything is written when a header cannot be sent. */
export function writeReply(incoming: IncomingMessage, outgoing: ServerResponse, reply: HttpReply): void {
  const { status, headers, body } = reply;
  if (isStream(reply)) {
    outgoing.writeHead(status, reasonPhrase(status), headers);
    outgoing.flushHeaders();
    void writeStream(incoming, outgoing, reply.body);
    return;
  }
  if (outgoing.destroyed) return;
  if (!incoming.complete && Number(incoming.headers['content-length'] ?? 0) > drainBytes) headers.connection = 'close';
  const hasLength = incoming.method !== 'HEAD' && !bodiless.includes(status);
  const whole = (body ?? '') as string | Uint8Array;
  if (hasLength) headers['content-length'] = String(Buffer.byteLength(whole));
  outgoing.writeHead(status, reasonPhrase(status), headers);
  if (hasLength && whole.length > longestWrite) void writeLong(incoming, outgoing, whole);
  else if (incoming.complete) outgoing.end(body ?? undefined);
  else {
    if (hasLength && whole.length > 0) outgoing.write(whole);
    else outgoing.flushHeaders();
    endLater(incoming, outgoing);
  }
}

async function writeLong(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: string | Uint8Array,
): Promise<void> {
  await sendSlices(outgoing, typeof body === 'string' ? Buffer.from(body) : body);
  if (incoming.complete) outgoing.end();
  else endLater(incoming, outgoing);
}

async function writeStream(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  try {
    await sendStream(outgoing, body, (chunk) => outgoing.write(chunk));
  } catch {
    // An aborted response must not look complete.
    outgoing.destroy();
    return;
  }
  outgoing.end();
  if (!incoming.complete) endLater(incoming, outgoing);
}

/** Ends the response after the rest of the request, or closes the connection; with `connection: close` the end closes it too. */
function endLater(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const end = () => {
    clearTimeout(waiting);
    outgoing.end();
    if (!incoming.complete) incoming.socket.destroySoon();
  };
  const waiting = setTimeout(end, drainMs);
  incoming.once('end', end);
  incoming.once('close', () => clearTimeout(waiting));
  let read = 0;
  incoming.on('data', (chunk: Buffer) => {
    read += chunk.byteLength;
    if (read > drainBytes) incoming.pause();
  });
}
