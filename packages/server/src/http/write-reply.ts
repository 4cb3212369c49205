/** Writes an answer in plain parts with one head and one body. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reply } from '@dragoman/core/http';

/** Milliseconds in which what a sender still has to say is read over, before its connection is cut. */
const patienceMs = 500;

/** Statuses that have neither a body nor its length. */
const bodiless: readonly number[] = [204, 304];

/** Writes the answer; a sender that has been refused in the middle of its body is not listened to for long. */
export function writeReply(incoming: IncomingMessage, outgoing: ServerResponse, reply: Reply): void {
  const { status, headers, body } = reply;
  if (outgoing.destroyed) return;
  if (!bodiless.includes(status)) headers['content-length'] = String(Buffer.byteLength(body ?? ''));
  outgoing.writeHead(status, headers);
  outgoing.end(body ?? undefined);
  if (!incoming.complete) cutLater(incoming);
}

function cutLater(incoming: IncomingMessage): void {
  const cut = setTimeout(() => incoming.socket.destroySoon(), patienceMs);
  incoming.once('close', () => clearTimeout(cut));
  incoming.once('end', () => clearTimeout(cut));
  incoming.resume();
}
