/**
 * One connection of the quick lane: ordinary requests in sequence, each answered before the next is read. At the
 * first bytes that are anything else, the connection is handed to Node's own server for good, with those bytes.
 */
import type { Socket } from 'node:net';
import type { HttpReply } from '@dragoman/core/http';
import { isStream } from '@dragoman/core/http';
import { edgeProblem } from '../edge-problem.js';
import type { Pace } from '../pace.js';
import type { ReadHead } from './head-cache.js';
import { QuickRequest, type RequestConnection } from './quick-request.js';
import type { RequestHead } from './read-head.js';

/** What a connection needs of its lane. */
export interface ConnectionPorts {
  /** Maximum number of bytes of a head. */
  headerBytes: number;
  /** How many times the lane has checked its connections for timeouts. */
  ticks(): number;
  readHead: ReadHead;
  /** Answers a request; internal errors are thrown, at once or later. */
  answer(request: QuickRequest): Promise<HttpReply>;
  /** Writes the response; resolves to false when the connection cannot be reused. Never rejects. */
  write(socket: Socket, reply: HttpReply, headOnly: boolean): boolean | Promise<boolean>;
  /** Hands the connection to Node's own server. */
  handOver(socket: Socket): void;
  /** Starts to measure the rate at which a body arrives. */
  startPace(): Pace;
  /** Takes bytes of the client's share of body buffers; false when it has none left. */
  takeBuffer(bytes: number): boolean;
  giveBuffer(bytes: number): void;
  /** Responds to a request that ended before its body was complete, and closes the connection. */
  refuseCut(socket: Socket): void;
  onGone(connection: QuickConnection): void;
}

/**
 * `fresh`: no bytes received; `rest`: a body is arriving; `busy`: a request is in progress; `idle`: between two
 * requests.
 */
export type QuickState = 'fresh' | 'rest' | 'busy' | 'idle';

const headEnd = Buffer.from('\r\n\r\n');
const nothing = Buffer.alloc(0);

/**
 * Maximum number of chunks in which a request may arrive; a request in more chunks is left to Node's parser, which
 * need not join them.
 */
const maxPieces = 16;

/** One connection. */
export class QuickConnection implements RequestConnection {
  readonly #socket: Socket;
  readonly #ports: ConnectionPorts;
  /** Bytes received but not yet assigned to a request. */
  #pending: Buffer = nothing;
  #pieces = 0;
  /** Bytes of an incomplete request that count for the share of body buffers. */
  #buffered = 0;
  #pace: Pace | undefined;
  #answered = 0;
  /** Disconnect listeners of the current request. */
  #leaving: (() => void)[] = [];
  /** The last head with its empty line, since most clients repeat it; empty when it was not accepted. */
  #headBytes: Buffer = nothing;
  #head: RequestHead | undefined;
  state: QuickState = 'fresh';
  /** Tick of the lane at which the current state began. */
  since: number;

  constructor(socket: Socket, ports: ConnectionPorts) {
    this.#socket = socket;
    this.#ports = ports;
    this.since = ports.ticks();
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    socket.on('error', this.#onError);
    socket.on('close', this.#onClose);
  }

  get socket(): Socket {
    return this.#socket;
  }

  get answered(): number {
    return this.#answered;
  }

  get isClosed(): boolean {
    return this.#socket.destroyed;
  }

  /** Called once per second while a body arrives. */
  isTooSlow(): boolean {
    return this.#pace?.tick() === false;
  }

  onLeaving(listener: () => void): void {
    this.#leaving.push(listener);
  }

  readonly #onData = (bytes: Buffer): void => {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    this.#pieces += 1;
    // A pipelined request is read after the response to the one before it.
    if (this.state === 'busy') this.#socket.pause();
    else this.#next();
  };

  /** On half-close, end the socket at once, as Node's server does; an incomplete body is an error. */
  readonly #onEnd = (): void => {
    if (this.state === 'rest') this.#ports.refuseCut(this.#socket);
    else this.#socket.end();
  };

  /** A `close` event follows. */
  readonly #onError = (): void => undefined;

  readonly #onClose = (): void => {
    this.#releaseBuffer();
    this.#ports.onGone(this);
    const listeners = this.#leaving;
    this.#leaving = [];
    for (const listener of listeners) listener();
  };

  /** Looks for a request in the received bytes. */
  #next(): void {
    const bytes = this.#pending;
    if (!this.#beginsAsLast(bytes)) this.#readHead(bytes);
    const head = this.#head;
    if (head === undefined || this.#pieces > maxPieces) {
      this.#handOver();
      return;
    }
    const bodyAt = this.#headBytes.length;
    const end = bodyAt + head.length;
    if (end > bytes.length) {
      this.#awaitRest(bytes.length);
      return;
    }
    this.#releaseBuffer();
    const isLast = end === bytes.length;
    this.#pending = isLast ? nothing : bytes.subarray(end);
    this.#pieces = isLast ? 0 : 1;
    // All further input, including the end of the connection, waits until this request has its response.
    if (!isLast) this.#socket.pause();
    void this.#answer(head, isLast ? bytes.subarray(bodyAt) : bytes.subarray(bodyAt, end));
  }

  /** Without a share for its bytes, the body is left to Node's server, which reads it after authentication. */
  #awaitRest(received: number): void {
    // The time limit of a request starts with its first bytes.
    if (this.state !== 'rest') {
      this.#become('rest');
      this.#pace = this.#ports.startPace();
    }
    const added = received - this.#buffered;
    if (!this.#ports.takeBuffer(added)) {
      this.#handOver();
      return;
    }
    this.#buffered = received;
    this.#pace?.add(added);
  }

  #releaseBuffer(): void {
    if (this.#buffered > 0) this.#ports.giveBuffer(this.#buffered);
    this.#buffered = 0;
  }

  /** True when the head equals the last one byte for byte. */
  #beginsAsLast(bytes: Buffer): boolean {
    const { length } = this.#headBytes;
    if (length === 0 || bytes.length < length) return false;
    return bytes.compare(this.#headBytes, 0, length, 0, length) === 0;
  }

  #readHead(bytes: Buffer): void {
    const end = bytes.indexOf(headEnd);
    const isWhole = end >= 0 && end <= this.#ports.headerBytes;
    this.#head = isWhole ? this.#ports.readHead(bytes.toString('latin1', 0, end)) : undefined;
    this.#headBytes = this.#head === undefined ? nothing : Buffer.from(bytes.subarray(0, end + headEnd.length));
  }

  async #answer(head: RequestHead, body: Uint8Array): Promise<void> {
    this.#become('busy');
    let reply: HttpReply;
    try {
      reply = await this.#ports.answer(new QuickRequest(this, head, body));
    } catch {
      reply = edgeProblem('INTERNAL');
    }
    this.#write(reply, head.method === 'HEAD');
  }

  #write(reply: HttpReply, headOnly: boolean): void {
    if (this.#socket.destroyed) {
      // The body has no reader any more, so its producer is canceled.
      if (isStream(reply)) void reply.body.cancel().catch(() => undefined);
      return;
    }
    const kept = this.#ports.write(this.#socket, reply, headOnly);
    if (typeof kept === 'boolean') this.#finish(kept);
    else void kept.then((keep) => this.#finish(keep));
  }

  #finish(keep: boolean): void {
    if (this.#socket.destroyed) return;
    if (!keep) {
      this.#socket.destroySoon();
      return;
    }
    this.#answered += 1;
    // Listeners of this request are not called for a later disconnect.
    if (this.#leaving.length > 0) this.#leaving = [];
    this.#become('idle');
    if (this.#pending.length > 0) this.#next();
    if (this.state !== 'busy' && this.#socket.isPaused()) this.#socket.resume();
  }

  #become(state: QuickState): void {
    this.state = state;
    this.since = this.#ports.ticks();
  }

  #handOver(): void {
    const socket = this.#socket;
    socket.off('data', this.#onData);
    socket.off('end', this.#onEnd);
    socket.off('error', this.#onError);
    socket.off('close', this.#onClose);
    this.#releaseBuffer();
    this.#ports.onGone(this);
    const pending = this.#pending;
    this.#pending = nothing;
    if (pending.length > 0) socket.unshift(pending);
    this.#ports.handOver(socket);
  }
}
