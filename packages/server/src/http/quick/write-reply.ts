/**
 * Writes responses on a connection of the quick lane: head and body in one write where the body is known, else in
 * chunks.
 */
import type { Socket } from 'node:net';
import type { HttpReply } from '@dragoman/core/http';
import { isStream } from '@dragoman/core/http';
import type { WriteHeaderLine } from '../../wire/header-text.js';
import { reasonPhrase } from '../../wire/reason-phrase.js';
import { drained, longestWrite, sendSlices, sendStream } from '../send-stream.js';

/** Keep-alive timeout in seconds. */
export const keepAliveSeconds = 65;

const keptOpen = `\r\nconnection: keep-alive\r\nkeep-alive: timeout=${keepAliveSeconds}\r\n`;
const closed = '\r\nconnection: close\r\n';

/** Maximum length of a body that is copied so that it is sent in one write with its head. */
const longestCopied = 16_384;

/** Statuses without a body and a Content-Length. */
const bodiless: readonly number[] = [204, 304];

/** How a response is written. */
export interface Writing {
  line: WriteHeaderLine;
  /** Value of the `Date` header. */
  date: string;
  /** True for a response to HEAD, which has no body. */
  headOnly: boolean;
}

/**
 * Writes a response; true when the connection can be reused. Most responses are written synchronously; streams and
 * slow clients are awaited. Throws before anything is written when a header cannot be sent.
 */
export function writeReply(socket: Socket, reply: HttpReply, writing: Writing): boolean | Promise<boolean> {
  const keep = reply.headers.connection !== 'close';
  const head = writeHead(reply, writing, keep);
  if (isStream(reply)) return writeStream(socket, head, reply).then((whole) => whole && keep);
  const long = writing.headOnly ? undefined : longBody(reply);
  if (long !== undefined) return writeLong(socket, head, long).then(() => keep);
  return writeWhole(socket, head, reply, writing.headOnly) ? keep : drained(socket).then(() => keep);
}

/** A body that is written in slices; undefined for an ordinary one. */
function longBody({ status, body }: HttpReply): Buffer | undefined {
  if (body === null || bodiless.includes(status)) return undefined;
  const whole = body as string | Uint8Array;
  if (whole.length <= longestWrite) return undefined;
  return typeof whole === 'string' ? Buffer.from(whole) : viewOf(whole);
}

async function writeLong(socket: Socket, head: string, body: Buffer): Promise<void> {
  socket.write(`${head}content-length: ${body.byteLength}\r\n\r\n`, 'latin1');
  await sendSlices(socket, body);
}

/** False when the client reads too slowly. */
function writeWhole(socket: Socket, head: string, { status, body }: HttpReply, headOnly: boolean): boolean {
  if (headOnly || bodiless.includes(status)) return socket.write(`${head}\r\n`, 'latin1');
  if (body === null) return socket.write(`${head}content-length: 0\r\n\r\n`, 'latin1');
  const whole = body as string | Uint8Array;
  const bytes = typeof whole === 'string' ? Buffer.byteLength(whole) : whole.byteLength;
  const text = `${head}content-length: ${bytes}\r\n\r\n`;
  if (typeof whole === 'string' && bytes === whole.length) return socket.write(text + whole, 'latin1');
  const rest = typeof whole === 'string' ? Buffer.from(whole) : viewOf(whole);
  if (bytes <= longestCopied) return socket.write(text + rest.toString('latin1', 0, bytes), 'latin1');
  socket.cork();
  socket.write(text, 'latin1');
  const room = socket.write(rest);
  socket.uncork();
  return room;
}

/** False when the response was aborted; the connection is then closed, so that the response cannot look complete. */
async function writeStream(socket: Socket, head: string, { headers, body }: StreamReply): Promise<boolean> {
  const isChunked = headers['content-length'] === undefined;
  socket.write(isChunked ? `${head}transfer-encoding: chunked\r\n\r\n` : `${head}\r\n`, 'latin1');
  try {
    await sendStream(socket, body, (chunk) => (isChunked ? writeChunk(socket, chunk) : socket.write(chunk)));
    if (isChunked) socket.write('0\r\n\r\n', 'latin1');
    await drained(socket);
    return true;
  } catch {
    socket.destroy();
    return false;
  }
}

type StreamReply = HttpReply & { body: ReadableStream<Uint8Array> };

function writeChunk(socket: Socket, chunk: Uint8Array): boolean {
  socket.cork();
  socket.write(`${chunk.byteLength.toString(16)}\r\n`, 'latin1');
  socket.write(chunk);
  const room = socket.write('\r\n', 'latin1');
  socket.uncork();
  return room;
}

function viewOf(body: Uint8Array): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

/** First lines by status; the status of a service is any number of three digits. */
const firstLines: (string | undefined)[] = [];

function firstLineOf(status: number): string {
  const line = firstLines[status] ?? `HTTP/1.1 ${status} ${reasonPhrase(status)}\r\n`;
  firstLines[status] = line;
  return line;
}

/** The last lines of a head, which change once per second. */
const lastLines = { date: '', kept: '', closed: '' };

function lastLinesOf(date: string, keep: boolean): string {
  if (date !== lastLines.date) {
    lastLines.date = date;
    lastLines.kept = `date: ${date}${keptOpen}`;
    lastLines.closed = `date: ${date}${closed}`;
  }
  return keep ? lastLines.kept : lastLines.closed;
}

function writeHead({ status, headers }: HttpReply, { line, date }: Writing, keep: boolean): string {
  let text = firstLineOf(status);
  for (const name in headers) {
    const written = line(name, headers[name] ?? '');
    if (written === undefined) throw new Error(`the header ${name} cannot be sent`);
    if (name !== 'connection' && name !== 'date') text += written;
  }
  return text + lastLinesOf(date, keep);
}
