/** Writes answers on a connection of the quick lane: a head and a body in one piece where they are whole, else in chunks. */
import { once } from 'node:events';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Reply } from '@dragoman/core/http';
import type { WriteHeaderLine } from '../../wire/header-text.js';

/** Seconds for which a connection is kept open without a request. */
export const keepAliveSeconds = 65;

const keptOpen = `\r\nconnection: keep-alive\r\nkeep-alive: timeout=${keepAliveSeconds}\r\n`;
const closed = '\r\nconnection: close\r\n';

/** Longest body that is copied to leave in one piece with its head. */
const longestCopied = 16_384;

/** Statuses that have neither a body nor its length. */
const bodiless: readonly number[] = [204, 304];

/** How a head is written and ends. */
export interface HeadEnd {
  line: WriteHeaderLine;
  /** Value of the header `Date`. */
  date: string;
  /** False when the connection is closed behind the answer. */
  keep: boolean;
}

/** Writes a whole answer; throws before anything is written when a header cannot be sent. False when the reader is behind. */
export function writeWhole(socket: Socket, { status, headers, body }: Reply, end: HeadEnd): boolean {
  const head = writeHead(status, headers, end);
  if (bodiless.includes(status) || body === null) {
    return socket.write(`${head}${bodiless.includes(status) ? '' : 'content-length: 0\r\n'}\r\n`, 'latin1');
  }
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  const text = `${head}content-length: ${bytes}\r\n\r\n`;
  if (typeof body === 'string' && bytes === body.length) return socket.write(text + body, 'latin1');
  const rest = typeof body === 'string' ? Buffer.from(body) : viewOf(body);
  if (bytes <= longestCopied) return socket.write(text + rest.toString('latin1', 0, bytes), 'latin1');
  socket.cork();
  socket.write(text, 'latin1');
  const room = socket.write(rest);
  socket.uncork();
  return room;
}

/** Writes a web response; resolves when it is out, and rejects when it broke off. */
export async function writeWebResponse(socket: Socket, response: Response, end: HeadEnd): Promise<void> {
  const headers = Object.fromEntries(response.headers);
  if (isWhole(response)) {
    const body = response.body === null ? null : new Uint8Array(await response.arrayBuffer());
    delete headers['content-length'];
    writeWhole(socket, { kind: 'reply', status: response.status, headers, body }, end);
    return;
  }
  const length = headers['content-length'];
  const coding = length === undefined ? 'transfer-encoding: chunked\r\n' : '';
  const head = writeHead(response.status, headers, end);
  socket.write(`${head}${coding}\r\n`, 'latin1');
  await writeChunks(socket, response.body as ReadableStream<Uint8Array>, length === undefined);
}

/** True for what is there already and short: refusals, above all. Streams show by their type, or say so. */
function isWhole({ body, headers }: Response): boolean {
  if (body === null) return true;
  if (headers.get('x-accel-buffering') === 'no' || headers.has('content-length')) return false;
  return /^(?:application\/(?:[\w.-]+\+)?json|text\/(?!event-stream))\b/i.test(headers.get('content-type') ?? '');
}

async function writeChunks(socket: Socket, body: ReadableStream<Uint8Array>, coded: boolean): Promise<void> {
  const reader = body.getReader();
  const leave = () => void reader.cancel().catch(() => undefined);
  socket.once('close', leave);
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (socket.destroyed) throw new Error('the reader has left');
      if (next.value.byteLength > 0 && !writeChunk(socket, next.value, coded)) await drained(socket);
    }
    if (coded) socket.write('0\r\n\r\n', 'latin1');
  } finally {
    socket.off('close', leave);
  }
}

function writeChunk(socket: Socket, chunk: Uint8Array, coded: boolean): boolean {
  if (!coded) return socket.write(chunk);
  socket.cork();
  socket.write(`${chunk.byteLength.toString(16)}\r\n`, 'latin1');
  socket.write(chunk);
  const room = socket.write('\r\n', 'latin1');
  socket.uncork();
  return room;
}

/** Waits until the reader has caught up, or has left. */
export async function drained(socket: Socket): Promise<void> {
  if (socket.destroyed || !socket.writableNeedDrain) return;
  const over = new AbortController();
  await Promise.race([once(socket, 'drain', over), once(socket, 'close', over)]).catch(() => undefined);
  over.abort();
}

function viewOf(body: Uint8Array): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

function writeHead(status: number, headers: Readonly<Record<string, string>>, { line, date, keep }: HeadEnd): string {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
  for (const name in headers) {
    const written = line(name, headers[name] ?? '');
    if (written === undefined) throw new Error(`the header ${name} cannot be sent`);
    if (name !== 'connection' && name !== 'date') text += written;
  }
  return `${text}date: ${date}${keep ? keptOpen : closed}`;
}
