/**
 * The HTTP/2 connections to one origin. Requests share a connection up to the number of streams that the origin allows;
 * the admission control limits the number of requests, so the only wait here is for a new connection.
 */
import type { ClientHttp2Session } from 'node:http2';
import { connect } from 'node:http2';
import type { Socket } from 'node:net';
import { brokenOff } from '../http1/wire-fault.js';
import { Http2Connection } from './http2-connection.js';

/** Dependencies of the pool. */
export interface Http2PoolOptions {
  origin: string;
  /** Opens a connection; the callback gets the connection or the error. */
  connect: (callback: (error: Error | null, socket: Socket | null) => void) => void;
  /** Maximum size of a head in bytes, and its number of headers. */
  headerBytes: number;
  headerCount: number;
}

/** Maximum number of requests on one connection, whatever the origin allows. */
const maxStreams = 100;

/** Milliseconds that an idle connection is kept: an origin that closes one says which requests it has accepted. */
const keepMs = 30_000;

interface Member {
  session: ClientHttp2Session;
  active: number;
}

/** Connections to one origin. */
export class Http2Pool {
  readonly #options: Http2PoolOptions;
  readonly #members = new Set<Member>();
  #opening: Promise<Member> | undefined;
  #isClosed = false;
  #isDestroyed = false;
  #onEmpty: (() => void) | undefined;

  constructor(options: Http2PoolOptions) {
    this.#options = options;
  }

  /** A place on an open connection, or the promise of one on a new connection. */
  take(): Http2Connection | Promise<Http2Connection> {
    const member = this.#free();
    return member === undefined ? this.#takeNew() : this.#place(member);
  }

  /** Returns an unused place. */
  giveBack(connection: Http2Connection): void {
    connection.abandon();
  }

  /** Streams of one connection cannot be confused, so connections stay in use. */
  suspendReuse(): void {}

  close(): Promise<void> {
    this.#isClosed = true;
    for (const { session } of this.#members) session.close();
    return new Promise((resolve) => {
      this.#onEmpty = resolve;
      if (this.#members.size === 0) resolve();
    });
  }

  async destroy(): Promise<void> {
    this.#isDestroyed = true;
    for (const { session } of this.#members) session.destroy(brokenOff());
    await this.close();
  }

  #free(): Member | undefined {
    for (const member of this.#members) {
      const { session, active } = member;
      if (session.closed || session.destroyed) continue;
      if (active < Math.min(maxStreams, session.remoteSettings?.maxConcurrentStreams ?? maxStreams)) return member;
    }
    return undefined;
  }

  async #takeNew(): Promise<Http2Connection> {
    // Requests that start together share the new connection.
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    const opened = await this.#opening;
    return this.#place(this.#free() ?? opened);
  }

  #place(member: Member): Http2Connection {
    member.active += 1;
    member.session.setTimeout(0);
    return new Http2Connection(member.session, () => {
      member.active -= 1;
      if (member.active > 0) return;
      if (this.#isClosed) member.session.close();
      else member.session.setTimeout(keepMs);
    });
  }

  async #open(): Promise<Member> {
    const { origin, headerBytes, headerCount } = this.#options;
    const socket = await new Promise<Socket>((resolve, reject) => {
      this.#options.connect((error, made) => (made ? resolve(made) : reject(error ?? brokenOff())));
    });
    const session = connect(origin, {
      createConnection: () => socket,
      settings: { enablePush: false, maxHeaderListSize: headerBytes },
      maxHeaderListPairs: headerCount,
    });
    const member: Member = { session, active: 0 };
    this.#members.add(member);
    // Each request reports the error of its stream.
    session.on('error', () => undefined);
    session.on('timeout', () => member.active === 0 && session.close());
    session.on('close', () => {
      this.#members.delete(member);
      if (this.#members.size === 0) this.#onEmpty?.();
    });
    if (this.#isDestroyed) session.destroy(brokenOff());
    return member;
  }
}
