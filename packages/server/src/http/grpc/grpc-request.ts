/** A gRPC call as a request of the pipeline: a stream of an HTTP/2 connection, with the deadline of its caller. */
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { BodyIntake } from '@dragoman/core/http';
import { payloadTooLarge } from '@dragoman/core/http';
import { urlOf } from '../node/node-request.js';
import type { PaceLimits } from '../pace.js';
import { readBody } from '../read-body.js';
import { RequestHeaders } from '../request-headers.js';
import { SocketRequest } from '../socket-request.js';

/** What a request consists of. */
export interface GrpcRequestParts {
  stream: ServerHttp2Stream;
  headers: IncomingHttpHeaders;
  pace: PaceLimits;
}

/** A gRPC call; throws when path and authority do not form a URL. */
export class GrpcRequest extends SocketRequest {
  readonly url: string;
  readonly hasBody = true;
  readonly #stream: ServerHttp2Stream;
  readonly #pace: PaceLimits;
  readonly #onExpired: (() => void)[] = [];
  #bytes: Promise<Uint8Array> | undefined = undefined;
  #isAnswered = false;
  #isExpired = false;

  constructor({ stream, headers, pace }: GrpcRequestParts) {
    const { ':path': target = '/', ':authority': authority, ':scheme': scheme = 'http' } = headers;
    super(headers[':method'] ?? '', target, new RequestHeaders(plainHeaders(headers, authority ?? headers.host)));
    this.url = urlOf(target, authority ?? headers.host, scheme === 'https' ? 'https' : 'http');
    this.#stream = stream;
    this.#pace = pace;
  }

  /** The response is complete: the end of the stream is no disconnect. */
  settle(): void {
    this.#isAnswered = true;
  }

  /** The caller's deadline has passed: the same as a disconnect. */
  expire(): void {
    this.#isExpired = true;
    for (const listener of this.#onExpired.splice(0)) listener();
  }

  hasLeft(): boolean {
    return !this.#isAnswered && (this.#isExpired || this.#stream.aborted || this.#stream.destroyed);
  }

  onClose(listener: () => void): void {
    this.#stream.once('close', listener);
    this.#onExpired.push(listener);
  }

  bytes(limit: number): Promise<Uint8Array> {
    this.#bytes ??= this.#read({ limit, onBytes: () => undefined });
    return this.#bytes.then((read) => {
      if (read.byteLength > limit) throw payloadTooLarge(limit);
      return read;
    });
  }

  async receive(intake: BodyIntake): Promise<void> {
    this.#bytes ??= this.#read(intake);
    await this.#bytes;
  }

  #read(intake: BodyIntake): Promise<Uint8Array> {
    return readBody(this.#stream, intake, this.#pace);
  }
}

/** The metadata of a call; the authority is what HTTP/1.1 calls the host. */
function plainHeaders(headers: IncomingHttpHeaders, host: string | undefined): Record<string, string> {
  const plain = Object.create(null) as Record<string, string>;
  for (const name in headers) {
    const value = headers[name];
    if (!name.startsWith(':') && value !== undefined) plain[name] = String(value);
  }
  if (host !== undefined) plain.host = host;
  return plain;
}

const units: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 0.001, n: 0.000001 };

/** The time that the caller gives the call, in milliseconds; undefined without a valid `grpc-timeout`. */
export function readGrpcTimeout(header: string | null): number | undefined {
  const [, digits, unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(header ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits) * (units[unit] ?? 0);
}
