/** Incremental parser of one response: interim heads, the head, the body without its framing. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Framing, ReadAnswerHead } from './read-answer-head.js';
import { checkTrailer, readAnswerHead } from './read-answer-head.js';
import { brokenOff, invalid } from './wire-fault.js';

/** Receives the parsed parts; may abort the connection at any time. */
export interface AnswerReceiver {
  /** Also called for interim heads (1xx). */
  onHead(status: number, headers: IncomingHttpHeaders): void;
  onData(chunk: Uint8Array): void;
  onEnd(): void;
}

/** Parser options. */
export interface ParserOptions {
  /** Maximum size in bytes of a head, or of a trailer section. */
  headerBytes: number;
  /** True for a response without a body, such as one to HEAD. */
  isHeadRequest: boolean;
  /** Parser for heads; `readAnswerHead` by default. */
  readHead?: ReadAnswerHead;
}

type State = 'head' | 'length' | 'size' | 'chunk' | 'chunk-end' | 'trailer' | 'close' | 'done';

const headEnd = Buffer.from('\r\n\r\n');
const nothing = Buffer.alloc(0);
const token = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
/** A chunk size with its extensions (RFC 9112 §7.1.1), without optional blanks: Node's parser rejects those too. */
const sizeLine = new RegExp(
  `^([0-9a-fA-F]{1,12})(?:;${token}(?:=(?:${token}|"(?:[\\t\\x20\\x21\\x23-\\x5b\\x5d-\\x7e\\x80-\\xff]|\\\\[\\t\\x20-\\x7e\\x80-\\xff])*"))?)*$`,
);
const longestSizeLine = 1024;
/** Number of hex digits of the size of a chunk that fits in one buffer, plus one. */
const maxPlainDigits = 8;

/** Parses one response; every method throws a `WireFault` on invalid bytes. */
export class AnswerParser {
  readonly #receiver: AnswerReceiver;
  readonly #options: ParserOptions;
  #state: State = 'head';
  /** Bytes of an incomplete head or line. */
  #pending: Buffer = nothing;
  /** Remaining bytes of the body, or of the chunk. */
  #left = 0;
  #trailerBytes = 0;
  /** Milliseconds for which the connection may be kept; known when the response is complete. */
  keepMs = 0;
  /** True when bytes followed the response. */
  hasExcess = false;

  constructor(receiver: AnswerReceiver, options: ParserOptions) {
    this.#receiver = receiver;
    this.#options = options;
  }

  get isDone(): boolean {
    return this.#state === 'done';
  }

  /** Parses the next bytes; the caller checks `isDone` for the end of the response. */
  feed(bytes: Buffer): void {
    for (let rest = bytes; rest.length > 0; ) {
      if (this.#state === 'done') {
        this.hasExcess = true;
        this.keepMs = 0;
        return;
      }
      rest = this.#take(rest);
    }
  }

  /** The peer has ended the connection. */
  finish(): void {
    if (this.#state !== 'close') throw brokenOff();
    this.#state = 'done';
  }

  #take(bytes: Buffer): Buffer {
    switch (this.#state) {
      case 'head':
        return this.#takeHead(bytes);
      case 'length':
      case 'chunk':
        return this.#takeBody(bytes);
      case 'close':
        this.#receiver.onData(bytes);
        return nothing;
      case 'size':
        return this.#takeWholeChunks(bytes) ?? this.#takeLine(bytes);
      default:
        return this.#takeLine(bytes);
    }
  }

  /**
   * Consecutive complete chunks without extensions; undefined without any. They are delivered as one piece, so that a
   * body of tiny chunks takes no extra memory.
   */
  #takeWholeChunks(bytes: Buffer): Buffer | undefined {
    const parts: Buffer[] = [];
    let at = 0;
    for (let size = this.#pending.length === 0 ? plainSize(bytes, at) : undefined; size !== undefined; ) {
      const start = bytes.indexOf(10, at) + 1;
      const end = start + size;
      if (bytes[end] !== 13 || bytes[end + 1] !== 10) break;
      parts.push(bytes.subarray(start, end));
      at = end + 2;
      size = plainSize(bytes, at);
    }
    const [first] = parts;
    if (first === undefined) return undefined;
    this.#receiver.onData(parts.length === 1 ? first : Buffer.concat(parts));
    return bytes.subarray(at);
  }

  #takeHead(bytes: Buffer): Buffer {
    const before = this.#pending.length;
    const all = before === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    const end = all.indexOf(headEnd, Math.max(0, before - 3));
    if ((end < 0 ? all.length : end) > this.#options.headerBytes) throw invalid('the head is too large');
    if (end < 0) {
      // Fail early on bytes that cannot become a status line.
      if (all.length > 5 && all.toString('latin1', 0, 5) !== 'HTTP/') throw invalid('this is not HTTP');
      this.#pending = all;
      return nothing;
    }
    this.#pending = nothing;
    const { isHeadRequest, readHead = readAnswerHead } = this.#options;
    const { status, headers, framing, closes, keepMs } = readHead(all.toString('latin1', 0, end), isHeadRequest);
    // No upgrade was requested. Every other interim response is skipped, `100 Continue` too (RFC 9110 §15.2).
    if (status === 101) throw brokenOff();
    if (status < 200 && closes) throw invalid('an interim response closes the connection');
    if (status >= 200) this.#begin(framing, keepMs);
    this.#receiver.onHead(status, headers);
    return all.subarray(end + 4);
  }

  #begin(framing: Framing, keepMs: number): void {
    this.keepMs = keepMs;
    if (framing.kind === 'length') this.#left = framing.bytes;
    if (framing.kind === 'none' || (framing.kind === 'length' && framing.bytes === 0)) this.#state = 'done';
    else this.#state = framing.kind === 'chunks' ? 'size' : framing.kind;
  }

  #takeBody(bytes: Buffer): Buffer {
    const part = bytes.length <= this.#left ? bytes : bytes.subarray(0, this.#left);
    this.#left -= part.length;
    if (this.#left === 0) this.#state = this.#state === 'length' ? 'done' : 'chunk-end';
    this.#receiver.onData(part);
    return bytes.subarray(part.length);
  }

  /** The lines between chunks: sizes, the empty line after each chunk, and trailers, which are skipped. */
  #takeLine(bytes: Buffer): Buffer {
    const end = bytes.indexOf(10);
    const piece = end < 0 ? bytes : bytes.subarray(0, end + 1);
    this.#pending = this.#pending.length === 0 ? piece : Buffer.concat([this.#pending, piece]);
    if (this.#pending.length > longestSizeLine && this.#state !== 'trailer') throw invalid('a chunk has no size');
    if (this.#trailerBytes + this.#pending.length > this.#options.headerBytes)
      throw invalid('the trailer is too large');
    if (end < 0) return nothing;
    const line = this.#pending.toString('latin1');
    this.#pending = nothing;
    if (!line.endsWith('\r\n')) throw invalid('a line does not end in CRLF');
    this.#readLine(line.slice(0, -2));
    return bytes.subarray(end + 1);
  }

  #readLine(line: string): void {
    if (this.#state === 'chunk-end') {
      if (line !== '') throw invalid('a chunk is longer than its size');
      this.#state = 'size';
    } else if (this.#state === 'trailer') {
      this.#trailerBytes += line.length + 2;
      if (line === '') this.#state = 'done';
      else checkTrailer(line);
    } else {
      const [, digits] = sizeLine.exec(line) ?? [];
      if (digits === undefined) throw invalid('a chunk has no size');
      this.#left = Number.parseInt(digits, 16);
      this.#state = this.#left === 0 ? 'trailer' : 'chunk';
    }
  }
}

/**
 * The size of the chunk that begins there, when its line is complete and has no extension; undefined also for the
 * last chunk.
 */
function plainSize(bytes: Buffer, from: number): number | undefined {
  let size = 0;
  for (let at = from; at < from + maxPlainDigits; at += 1) {
    const digit = hexDigit(bytes[at] ?? 0);
    if (digit < 0) return at > from && size > 0 && bytes[at] === 13 && bytes[at + 1] === 10 ? size : undefined;
    size = size * 16 + digit;
  }
  return undefined;
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}
