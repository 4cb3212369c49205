/**
 * One connection of the quick lane: ordinary calls, one after the other, each answered before the next is looked at. With the
 * first bytes that are anything else, the connection goes over to Node's own server for good, with those bytes.
 */
import type { Socket } from 'node:net';
import { isReply } from '@dragoman/core/http';
import type { Answer } from '../exchange.js';
import type { PlainSource } from '../plain-request.js';
import type { ReadHead } from './keep-heads.js';
import type { PlainHead } from './read-plain-head.js';

/** What a connection needs of its lane. */
export interface QuickHome {
  /** Bytes of a head at most. */
  headerBytes: number;
  /** How often the lane has looked at its connections. */
  looks(): number;
  readHead: ReadHead;
  /** Answers a request; what goes wrong is thrown. */
  answer(source: PlainSource): Promise<Answer>;
  /** What is answered then. */
  trouble(): Answer;
  /** Writes the answer; resolves to false when the connection cannot be used again. Never rejects. */
  write(socket: Socket, answer: Answer): boolean | Promise<boolean>;
  /** Gives the connection to Node's own server. */
  handOver(socket: Socket): void;
  onGone(connection: QuickConnection): void;
}

/** `fresh`: nothing has come; `rest`: a body is on its way; `busy`: a call runs; `idle`: the last answer is out. */
export type QuickState = 'fresh' | 'rest' | 'busy' | 'idle';

const headEnd = Buffer.from('\r\n\r\n');
const nothing = Buffer.alloc(0);

/** Pieces in which a request may come; one that comes in more of them is left to Node's parser, which need not join them. */
const mostPieces = 16;

/** One connection. */
export class QuickConnection {
  readonly #socket: Socket;
  readonly #home: QuickHome;
  /** Bytes that no request has been made of. */
  #pending: Buffer = nothing;
  #pieces = 0;
  #answered = 0;
  /** Those who want to know when the caller of the present call leaves. */
  #leaving: (() => void)[] = [];
  /** The last head with the empty line behind it, since most callers send the same one again; nothing when it was not ours. */
  #headBytes: Buffer = nothing;
  #head: PlainHead | undefined;
  state: QuickState = 'fresh';
  /** At which look of the lane the state began. */
  since: number;

  constructor(socket: Socket, home: QuickHome) {
    this.#socket = socket;
    this.#home = home;
    this.since = home.looks();
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    socket.on('error', this.#onError);
    socket.on('close', this.#onClose);
  }

  get socket(): Socket {
    return this.#socket;
  }

  readonly #onData = (bytes: Buffer): void => {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    this.#pieces += 1;
    // Who asks again before it is answered is not read any further until then.
    if (this.state === 'busy') this.#socket.pause();
    else this.#next();
  };

  /** Who says that nothing more will come is not waited for, as Node's server does not. */
  readonly #onEnd = (): void => {
    this.#socket.end();
  };

  /** The end follows. */
  readonly #onError = (): void => undefined;

  readonly #onClose = (): void => {
    this.#home.onGone(this);
    const listeners = this.#leaving;
    this.#leaving = [];
    for (const listener of listeners) listener();
  };

  /** Looks for a request in what has come. */
  #next(): void {
    const bytes = this.#pending;
    if (!this.#beginsAsLast(bytes)) this.#readHead(bytes);
    const head = this.#head;
    if (head === undefined || this.#pieces > mostPieces) {
      this.#leaveTo();
      return;
    }
    const bodyAt = this.#headBytes.length;
    const missing = bodyAt + head.length - bytes.length;
    if (missing < 0) {
      // What follows may spoil what went before, and that is not ours to judge.
      this.#leaveTo();
    } else if (missing > 0) {
      // The first look at a request is when its time begins.
      if (this.state !== 'rest') this.#become('rest');
    } else {
      this.#pending = nothing;
      this.#pieces = 0;
      void this.#answer(head, bytes.subarray(bodyAt));
    }
  }

  /** True when the head is the last one again, byte for byte. */
  #beginsAsLast(bytes: Buffer): boolean {
    const { length } = this.#headBytes;
    if (length === 0 || bytes.length < length) return false;
    return bytes.compare(this.#headBytes, 0, length, 0, length) === 0;
  }

  #readHead(bytes: Buffer): void {
    const end = bytes.indexOf(headEnd);
    const isWhole = end >= 0 && end <= this.#home.headerBytes;
    this.#head = isWhole ? this.#home.readHead(bytes.toString('latin1', 0, end)) : undefined;
    this.#headBytes = this.#head === undefined ? nothing : Buffer.from(bytes.subarray(0, end + headEnd.length));
  }

  async #answer(head: PlainHead, body: Uint8Array): Promise<void> {
    this.#become('busy');
    let answer: Answer;
    try {
      answer = await this.#home.answer(new QuickSource(this, head, body));
    } catch {
      answer = this.#home.trouble();
    }
    this.#write(answer);
  }

  /** Calls that have their answers. */
  get answered(): number {
    return this.#answered;
  }

  /** Calls the listener when the caller of the present call leaves. */
  onLeaving(listener: () => void): void {
    this.#leaving.push(listener);
  }

  #write(answer: Answer): void {
    if (this.#socket.destroyed) {
      // Nobody reads it any more, and whoever sends it has to know.
      if (!isReply(answer)) void answer.body?.cancel().catch(() => undefined);
      return;
    }
    const kept = this.#home.write(this.#socket, answer);
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
    // Whoever watched this call need not hear of the connection any more.
    if (this.#leaving.length > 0) this.#leaving = [];
    this.#become('idle');
    if (this.#socket.isPaused()) this.#socket.resume();
    if (this.#pending.length > 0) this.#next();
  }

  #become(state: QuickState): void {
    this.state = state;
    this.since = this.#home.looks();
  }

  #leaveTo(): void {
    const socket = this.#socket;
    socket.off('data', this.#onData);
    socket.off('end', this.#onEnd);
    socket.off('error', this.#onError);
    socket.off('close', this.#onClose);
    this.#home.onGone(this);
    const pending = this.#pending;
    this.#pending = nothing;
    if (pending.length > 0) socket.unshift(pending);
    this.#home.handOver(socket);
  }
}

/** A request of the lane. Of a class, since V8 takes what is written as a literal at every call for something that stays. */
class QuickSource implements PlainSource {
  readonly method = 'POST';
  readonly target: string;
  readonly headers: PlainSource['headers'];
  readonly isEncrypted = false;
  readonly #connection: QuickConnection;
  readonly #before: number;
  readonly #body: Uint8Array;

  constructor(connection: QuickConnection, { target, headers }: PlainHead, body: Uint8Array) {
    this.target = target;
    this.headers = headers;
    this.#connection = connection;
    this.#before = connection.answered;
    this.#body = body;
  }

  /** Who has its answer has not left. */
  hasLeft(): boolean {
    const { answered, socket } = this.#connection;
    return answered === this.#before && socket.destroyed;
  }

  onClose(listener: () => void): void {
    this.#connection.onLeaving(listener);
  }

  whole(): Uint8Array {
    return this.#body;
  }
}
