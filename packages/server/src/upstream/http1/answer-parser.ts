/** Takes the bytes of one answer apart as they come: interim heads, the head, the body without its framing. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Framing, ReadAnswerHead } from './read-answer-head.js';
import { checkTrailer, readAnswerHead } from './read-answer-head.js';
import { brokenOff, invalid } from './wire-fault.js';

/** Is told what comes; may let go of the connection at any time. */
export interface AnswerReceiver {
  /** Interim heads (1xx) too. */
  onHead(status: number, headers: IncomingHttpHeaders): void;
  onData(chunk: Uint8Array): void;
  onEnd(): void;
}

/** How an answer is read. */
export interface ParserOptions {
  /** Bytes of a head, or of a trailer, at most. */
  headerBytes: number;
  /** True when a head is all that was asked for. */
  isHeadRequest: boolean;
  /** Reads heads; `readAnswerHead` when absent. */
  readHead?: ReadAnswerHead;
}

type State = 'head' | 'length' | 'size' | 'chunk' | 'chunk-end' | 'trailer' | 'close' | 'done';

const headEnd = Buffer.from('\r\n\r\n');
const nothing = Buffer.alloc(0);
const token = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
/** A chunk's size with its extensions (RFC 9112 §7.1.1), without optional blanks: Node's parser refuses those too. */
const sizeLine = new RegExp(
  `^([0-9a-fA-F]{1,12})(?:;${token}(?:=(?:${token}|"(?:[\\t\\x20\\x21\\x23-\\x5b\\x5d-\\x7e\\x80-\\xff]|\\\\[\\t\\x20-\\x7e\\x80-\\xff])*"))?)*$`,
);
const longestSizeLine = 1024;
/** Digits of the size of a chunk that can be there as a whole, and one more. */
const mostPlainDigits = 8;

/** Reads one answer; every method throws a `WireFault` when the bytes are no answer. */
export class AnswerParser {
  readonly #receiver: AnswerReceiver;
  readonly #options: ParserOptions;
  #state: State = 'head';
  /** Bytes of an unfinished head or line. */
  #pending: Buffer = nothing;
  /** Bytes of the body, or of the chunk, that are still to come. */
  #left = 0;
  #trailerBytes = 0;
  /** Milliseconds for which the connection may be kept; known when the answer is done. */
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

  /** Takes the next bytes; the receiver is told that the answer has ended by whoever asks `isDone`. */
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

  /** The other side has ended the connection. */
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
   * Chunks that are there as a whole and say nothing but their size, one after the other; undefined where there is none. They
   * go on as one piece, so that a body of tiny chunks takes no more room than another.
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
      // What cannot become a status line need not be waited for.
      if (all.length > 5 && all.toString('latin1', 0, 5) !== 'HTTP/') throw invalid('this is no HTTP');
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

  /** The lines between chunks: sizes, the empty line behind each, and trailers, which are read over. */
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

/** The size of the chunk that begins there, when its line is whole and holds nothing else; undefined also for the last one. */
function plainSize(bytes: Buffer, from: number): number | undefined {
  let size = 0;
  for (let at = from; at < from + mostPlainDigits; at += 1) {
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
