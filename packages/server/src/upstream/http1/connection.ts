/**
 * One connection to an upstream, used for one request after another. A connection on which anything unexpected happened
 * is never used again: the bytes of one caller's answer must not become the beginning of another's.
 */
import type { Socket } from 'node:net';
import type { AnswerReceiver } from './answer-parser.js';
import { AnswerParser } from './answer-parser.js';
import type { ReadAnswerHead } from './read-answer-head.js';
import { brokenOff } from './wire-fault.js';
import type { WrittenRequest } from './write-request.js';

/** Is told of an answer, or that there will be none. */
export interface ConnectionUser extends AnswerReceiver {
  onError(error: Error): void;
}

/** What a connection tells its pool. */
export interface ConnectionHome {
  /** Bytes of a head at most. */
  headerBytes: number;
  /** Reads the heads of answers. */
  readHead: ReadAnswerHead;
  /** The other side sent bytes that no request asked for; the connection is closed. */
  onUnrequested(): void;
  /** It can be used again, within so many milliseconds. */
  onFree(connection: Connection, keepMs: number): void;
  onGone(connection: Connection): void;
}

/** One connection. */
export class Connection {
  readonly #socket: Socket;
  readonly #home: ConnectionHome;
  #user: ConnectionUser | undefined;
  #parser: AnswerParser | undefined;
  /** Milliseconds on the pool's clock after which it is not used any more. */
  usableUntil = 0;

  constructor(socket: Socket, home: ConnectionHome) {
    this.#socket = socket;
    this.#home = home;
    socket.setNoDelay(true);
    socket.on('data', (bytes: Buffer) => this.#read(bytes));
    socket.on('end', () => this.#end());
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => {
      this.#fail(brokenOff());
      home.onGone(this);
    });
  }

  /** False when the other side has left. */
  get isOpen(): boolean {
    return this.#socket.writable && !this.#socket.destroyed;
  }

  /** Sends a request; the connection must be free. */
  send({ text, rest }: WrittenRequest, user: ConnectionUser, isHeadRequest: boolean): void {
    this.#user = user;
    const { headerBytes, readHead } = this.#home;
    this.#parser = new AnswerParser(user, { headerBytes, isHeadRequest, readHead });
    if (rest === undefined) {
      this.#socket.write(text, 'latin1');
      return;
    }
    this.#socket.cork();
    this.#socket.write(text, 'latin1');
    this.#socket.write(rest);
    this.#socket.uncork();
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Its user wants nothing more; breaks the connection unless that user's answer has ended. */
  release(user: ConnectionUser): void {
    if (this.#user === user) this.destroy();
  }

  /** Breaks the connection; its user hears nothing more. */
  destroy(): void {
    this.#user = undefined;
    this.#socket.destroy();
  }

  /** Breaks the connection; its user is told that it was broken off. */
  breakOff(): void {
    this.#fail(brokenOff());
  }

  #read(bytes: Buffer): void {
    if (this.#parser === undefined || this.#user === undefined) {
      // A connection that was released early may still deliver the rest of its response.
      if (!this.#socket.destroyed) this.#home.onUnrequested();
      this.destroy();
      return;
    }
    try {
      this.#parser.feed(bytes);
    } catch (fault) {
      this.#fail(fault as Error);
      return;
    }
    if (this.#parser.hasExcess) this.#home.onUnrequested();
    if (this.#parser.isDone) this.#finish(this.#parser.keepMs);
  }

  #end(): void {
    if (this.#parser === undefined) {
      this.destroy();
      return;
    }
    try {
      this.#parser.finish();
    } catch (fault) {
      this.#fail(fault as Error);
      return;
    }
    this.#finish(0);
  }

  #finish(keepMs: number): void {
    const user = this.#user;
    this.#user = undefined;
    this.#parser = undefined;
    // A request that is answered before it was sent has said all that it will say here.
    const isWhole = this.#socket.writableLength === 0;
    if (keepMs > 0 && isWhole && this.isOpen && user !== undefined) {
      // Whoever paused it has read everything; while it waits it has to hear that the other side leaves.
      if (this.#socket.isPaused()) this.#socket.resume();
      this.#home.onFree(this, keepMs);
    } else this.#socket.destroy();
    user?.onEnd();
  }

  #fail(error: Error): void {
    const user = this.#user;
    this.#parser = undefined;
    this.destroy();
    user?.onError(error);
  }
}
