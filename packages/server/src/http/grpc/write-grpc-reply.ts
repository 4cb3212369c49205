/**
 * Writes a reply of the pipeline to a gRPC call: frames as they are, the last frame as trailers. A reply of another
 * type is a refusal before the route, whose failure becomes the status of the call.
 */
import type { OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { constants } from 'node:http2';
import { statusOfProblem } from '@dragoman/core/faces';
import type { HttpReply } from '@dragoman/core/http';
import {
  GrpcFrameReader,
  grpcCode,
  grpcType,
  isGrpcType,
  isStream,
  readTrailers,
  replyBytes,
} from '@dragoman/core/http';
import type { JsonValue } from '@dragoman/model';
import { drained, sendStream } from '../send-stream.js';

/** Headers of a reply that callers get as metadata. */
const passedOn = /^(ratelimit(-policy)?|retry-after|www-authenticate|traceparent|x-request-id|x-trace-id)$/;

type Trailers = Readonly<Record<string, string>>;

/** Bytes of one write: small, so that the progress of a slow client is visible. */
const sliceBytes = 16_384;

/** Writes the reply; resolves when all of it was handed to the connection or the client has disconnected. */
export async function writeGrpcReply(stream: CountedStream, reply: HttpReply): Promise<void> {
  const metadata: OutgoingHttpHeaders = {};
  for (const name in reply.headers) if (passedOn.test(name)) metadata[name] = reply.headers[name];
  if (!isGrpcType(reply.headers['content-type'] ?? '')) {
    const problem = parse(Buffer.from(await replyBytes(reply)).toString('utf8'));
    return writeStatusOnly(stream, statusOfProblem(reply.status, problem), metadata);
  }
  if (isStream(reply)) return writeStream(stream, reply.body, metadata);
  const frames = await replyBytes(reply);
  const { content, trailers } = split(frames);
  if (content.byteLength === 0) return writeStatusOnly(stream, trailers ?? internal, metadata);
  const body = begin(stream, metadata);
  body.trailers = trailers ?? internal;
  if (!write(stream, content)) await drained(stream);
  finish(stream);
}

/** A stream that counts what is written to it. */
export type CountedStream = ServerHttp2Stream & { onWritten?: (bytes: number) => void };

function write(stream: CountedStream, content: Uint8Array): boolean {
  let isReady = true;
  for (let at = 0; at < content.byteLength && !stream.destroyed; at += sliceBytes) {
    const slice = content.subarray(at, at + sliceBytes);
    stream.onWritten?.(slice.byteLength);
    isReady = stream.write(slice);
  }
  return isReady;
}

/** The head of every response. */
const head = { ':status': 200, 'content-type': grpcType, 'grpc-accept-encoding': 'identity' };

const internal: Trailers = { 'grpc-status': String(grpcCode('INTERNAL')) };

/** Ends a call that has no response yet with a status. */
export function writeStatusOnly(stream: ServerHttp2Stream, status: Trailers, metadata: OutgoingHttpHeaders = {}): void {
  if (stream.destroyed || stream.closed) return;
  if (stream.headersSent) {
    stream.close(constants.NGHTTP2_CANCEL);
    return;
  }
  stream.respond({ ...head, ...metadata, ...status }, { endStream: true });
  closeUnread(stream);
}

function begin(stream: ServerHttp2Stream, metadata: OutgoingHttpHeaders): { trailers: Trailers } {
  const end = { trailers: internal };
  if (stream.destroyed || stream.closed) return end;
  stream.respond({ ...head, ...metadata }, { waitForTrailers: true });
  stream.on('wantTrailers', () => {
    stream.sendTrailers(end.trailers);
    closeUnread(stream);
  });
  return end;
}

function finish(stream: ServerHttp2Stream): void {
  if (!stream.destroyed) stream.end();
}

/** The rest of a request that has its response is not read. */
function closeUnread(stream: ServerHttp2Stream): void {
  if (!stream.readableEnded && !stream.destroyed) stream.once('finish', () => stream.close(constants.NGHTTP2_NO_ERROR));
}

async function writeStream(
  stream: CountedStream,
  body: ReadableStream<Uint8Array>,
  metadata: OutgoingHttpHeaders,
): Promise<void> {
  if (stream.destroyed || stream.closed) return body.cancel().catch(() => undefined);
  const end = begin(stream, metadata);
  try {
    await sendStream(stream, body, (chunk) => {
      const { content, trailers } = split(chunk);
      if (trailers !== undefined) end.trailers = trailers;
      return write(stream, content);
    });
    finish(stream);
  } catch {
    // A response that broke off must not look complete.
    if (!stream.destroyed) stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  }
}

/** The messages of whole frames, and the trailers if they are among them. */
function split(frames: Uint8Array): { content: Uint8Array; trailers: Trailers | undefined } {
  const [last] = new GrpcFrameReader(frames.byteLength).feed(frames).slice(-1);
  if (last?.kind !== 'trailers') return { content: frames, trailers: undefined };
  const content = frames.subarray(0, frames.byteLength - last.bytes.byteLength - 5);
  return { content, trailers: readTrailers(last.bytes) };
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}
