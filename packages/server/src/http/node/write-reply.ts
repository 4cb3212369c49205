/** Writes a response with Node's own server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpReply } from '@dragoman/core/http';
import { isStream } from '@dragoman/core/http';
import { longestWrite, sendSlices, sendStream } from '../send-stream.js';

/**
 * Milliseconds for which, and bytes up to which, the rest of an unwanted request body is read before the connection is
 * closed, so that the client reads its response. Reading more would cost as much as a wanted body.
 */
const drainMs = 500;
const drainBytes = 65_536;

/** Statuses without a body and a Content-Length. */
const bodiless: readonly number[] = [204, 304];

/** Writes the response; throws before anything is written when a header cannot be sent. */
export function writeReply(incoming: IncomingMessage, outgoing: ServerResponse, reply: HttpReply): void {
  const { status, headers, body } = reply;
  if (isStream(reply)) {
    outgoing.writeHead(status, headers);
    outgoing.flushHeaders();
    void writeStream(incoming, outgoing, reply.body);
    return;
  }
  if (outgoing.destroyed) return;
  if (!incoming.complete && Number(incoming.headers['content-length'] ?? 0) > drainBytes) headers.connection = 'close';
  const hasLength = incoming.method !== 'HEAD' && !bodiless.includes(status);
  const whole = (body ?? '') as string | Uint8Array;
  if (hasLength) headers['content-length'] = String(Buffer.byteLength(whole));
  outgoing.writeHead(status, headers);
  if (hasLength && whole.length > longestWrite) void writeLong(incoming, outgoing, whole);
  else {
    outgoing.end(body ?? undefined);
    if (!incoming.complete) closeLater(incoming);
  }
}

async function writeLong(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: string | Uint8Array,
): Promise<void> {
  await sendSlices(outgoing, typeof body === 'string' ? Buffer.from(body) : body);
  outgoing.end();
  if (!incoming.complete) closeLater(incoming);
}

async function writeStream(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  try {
    await sendStream(outgoing, body, (chunk) => outgoing.write(chunk));
    outgoing.end();
    if (!incoming.complete) closeLater(incoming);
  } catch {
    // An aborted response must not look complete.
    outgoing.destroy();
  }
}

function closeLater(incoming: IncomingMessage): void {
  const close = setTimeout(() => incoming.socket.destroySoon(), drainMs);
  incoming.once('close', () => clearTimeout(close));
  incoming.once('end', () => clearTimeout(close));
  let read = 0;
  incoming.on('data', (chunk: Buffer) => {
    read += chunk.byteLength;
    if (read > drainBytes) incoming.pause();
  });
}
