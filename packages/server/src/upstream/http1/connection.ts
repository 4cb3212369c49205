/**
 * One connection to an upstream, used for one request after another. A connection on which anything unexpected
 * happened is never reused: the bytes of one caller's response must not become the beginning of another's.
 */
import type { Socket } from 'node:net';
import type { AnswerReceiver } from './answer-parser.js';
import { AnswerParser } from './answer-parser.js';
import type { ReadAnswerHead } from './read-answer-head.js';
import { brokenOff } from './wire-fault.js';
import type { WrittenRequest } from './write-request.js';

/** Receives a response, or the error that replaces it. */
export interface ConnectionUser extends AnswerReceiver {
  onError(error: Error): void;
}

/** Callbacks of a connection to its pool. */
export interface ConnectionHome {
  /** Maximum size of a head in bytes. */
  headerBytes: number;
  /** Parses response heads. */
  readHead: ReadAnswerHead;
  /** The peer sent unrequested bytes; the connection is closed. */
  onUnrequested(): void;
  /** The connection can be reused for this many milliseconds. */
  onFree(connection: Connection, keepMs: number): void;
  onGone(connection: Connection): void;
}

/** One connection. */
export class Connection {
  readonly #socket: Socket;
  readonly #home: ConnectionHome;
  #user: ConnectionUser | undefined;
  #parser: AnswerParser | undefined;
  /** Time on the pool's clock after which the connection is not used any more. */
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

  /** False when the peer has disconnected. */
  get isOpen(): boolean {
    return this.#socket.writable && !this.#socket.destroyed;
  }

  /** Sends a request; the connection must be idle. */
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

  /** Its user is done; closes the connection unless that user's response has ended. */
  release(user: ConnectionUser): void {
    if (this.#user === user) this.destroy();
  }

  /** Closes the connection; its user is not notified. */
  destroy(): void {
    this.#user = undefined;
    this.#socket.destroy();
  }

  /** Closes the connection; its user is notified of the abort. */
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
    // When the response ends before the request was fully sent, the connection cannot be reused.
    const isWhole = this.#socket.writableLength === 0;
    if (keepMs > 0 && isWhole && this.isOpen && user !== undefined) {
      // If its reader paused it, everything has been read; an idle connection must notice when the peer disconnects.
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
