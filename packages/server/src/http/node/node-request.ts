/** A request read by Node's own server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { BodyIntake } from '@dragoman/core/http';
import { appendHeader, payloadTooLarge } from '@dragoman/core/http';
import type { PaceLimits } from '../pace.js';
import { readBody } from '../read-body.js';
import { RequestHeaders } from '../request-headers.js';
import { isPlainAddress, SocketRequest } from '../socket-request.js';

/** A request from Node's server; throws when the target and the Host header do not form a URL. */
export class NodeRequest extends SocketRequest {
  readonly url: string;
  readonly hasBody: boolean;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #pace: PaceLimits;
  #bytes: Promise<Uint8Array> | undefined = undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, pace: PaceLimits) {
    const { method = '', url: target = '/', headers, socket } = incoming;
    super(method, target, new RequestHeaders(headersOf(incoming)));
    this.url = urlOf(target, headers.host, socket instanceof TLSSocket ? 'https' : 'http');
    this.hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#pace = pace;
  }

  hasLeft(): boolean {
    const { destroyed, complete } = this.#incoming;
    return (destroyed && !complete) || (this.#outgoing.destroyed && !this.#outgoing.writableFinished);
  }

  onClose(listener: () => void): void {
    this.#outgoing.once('close', listener);
  }

  bytes(limit: number): Promise<Uint8Array> {
    this.#bytes ??= this.#read({ limit, onBytes: () => undefined });
    return this.#bytes.then((read) => {
      if (read.byteLength > limit) throw payloadTooLarge(limit);
      return read;
    });
  }

  async receive(intake: BodyIntake): Promise<void> {
    if (Number(this.#incoming.headers['content-length'] ?? 0) > intake.limit) throw payloadTooLarge(intake.limit);
    this.#bytes ??= this.#read(intake);
    await this.#bytes;
  }

  #read(intake: BodyIntake): Promise<Uint8Array> {
    return readBody(this.#incoming, intake, this.#pace);
  }
}

/** Node keeps only the first value of some repeated headers; RFC 9110 §5.3 joins the values. */
function headersOf({ headers, rawHeaders }: IncomingMessage): Readonly<Record<string, string | string[] | undefined>> {
  if (2 * Object.keys(headers).length === rawHeaders.length) return headers;
  // Without a prototype, so that a header name never matches an inherited member.
  const joined = Object.create(null) as Record<string, string>;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    appendHeader(joined, (rawHeaders[at] ?? '').toLowerCase(), rawHeaders[at + 1] ?? '');
  }
  return joined;
}

/** The URL of a request; throws when the target and the host do not form one. */
export function urlOf(target: string, host: string | undefined, scheme: string): string {
  if (isPlainAddress(target, host)) return `${scheme}://${host}${target}`;
  if (/^https?:\/\//i.test(target)) return new URL(target).href;
  const url = new URL(`${scheme}://${host ?? ''}${target}`);
  const named = (host ?? '').replace(/:\d+$/, '').toLowerCase();
  if (url.hostname !== named) throw new Error('the Host header does not contain a host');
  return url.href;
}
