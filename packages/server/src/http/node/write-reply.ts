/** Writes a response with Node's own server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpReply } from '@dragoman/core/http';
import { isStream } from '@dragoman/core/http';
import { sendStream } from '../send-stream.js';

/** Milliseconds for which the rest of an unwanted request body is read before the connection is closed. */
const drainMs = 500;

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
  const hasLength = incoming.method !== 'HEAD' && !bodiless.includes(status);
  if (hasLength) headers['content-length'] = String(Buffer.byteLength((body as string | Uint8Array | null) ?? ''));
  outgoing.writeHead(status, headers);
  outgoing.end(body ?? undefined);
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
  incoming.resume();
}
