/**
 * The gRPC binding as client: requests are framed and encoded, and responses are converted to those of the REST
 * binding, so that everything above reads one form.
 */
import type { A2aBinding, JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { UpstreamLine } from '../../../gateway/call.js';
import type { PreparedCall } from '../../../gateway/prepared-call.js';
import { eventStreamType } from '../../../gateway/relay-stream.js';
import type { UpstreamResponse } from '../../../gateway/upstream.js';
import type { GrpcFrame } from '../../../transport/grpc-frames.js';
import {
  GrpcFrameError,
  GrpcFrameReader,
  grpcType,
  isGrpcType,
  readTrailers,
  writeMessageFrame,
} from '../../../transport/grpc-frames.js';
import { httpStatusOf } from '../../../transport/grpc-status.js';
import { DecodeError, decodeMessage } from './decode.js';
import { encodeMessage } from './encode.js';
import { methodTypes, servicePath } from './messages.js';
import { readStatus } from './status-details.js';

/** The request of a method. Methods are at the root of the origin: a gRPC target has no path. */
export function grpcRequest(
  { agent }: A2aBinding,
  { method, params, headers }: { method: string; params: JsonObject; headers: Record<string, string> },
): PreparedCall {
  const types = typesOf(method);
  return {
    url: `${new URL(agent).origin}${servicePath}${method}`,
    method: 'POST',
    headers: { ...headers, 'content-type': grpcType },
    // Shown by previews.
    body: params,
    bytes: writeMessageFrame(encodeMessage(types.request, params)),
    grpc: types.response === 'StreamResponse' ? 'stream' : 'unary',
  };
}

function typesOf(method: string): { request: string; response: string } {
  const types = methodTypes[method];
  if (types === undefined) throw new Error(`'${method}' is not a method of the service`);
  return types;
}

/** A line whose requests are gRPC calls and whose responses have the form of the REST binding. */
export function createGrpcLine(line: UpstreamLine): UpstreamLine {
  return {
    async send(request, how) {
      const response = await line.send(request, how);
      const method = request.url.slice(request.url.lastIndexOf('/') + 1);
      return convertResponse(response, { method, maxBytes: line.answerBytes });
    },
    depart: () => line.depart(),
    get departed() {
      return line.departed;
    },
    answerBytes: line.answerBytes,
    get credentialIdentity() {
      return line.credentialIdentity;
    },
  };
}

interface Reading {
  method: string;
  /** Maximum size of one message in bytes. */
  maxBytes: number;
}

async function convertResponse(response: UpstreamResponse, reading: Reading): Promise<UpstreamResponse> {
  // A proxy answers without gRPC.
  if (!isGrpcType(response.mediaType)) return response;
  const { response: type } = typesOf(reading.method);
  const reader = response.body.getReader();
  const frames = framesOf(reader, reading.maxBytes);
  if (type === 'StreamResponse' && response.status < 300) return toEventStream(response, frames, () => reader.cancel());
  let message: JsonObject | undefined;
  for await (const frame of frames) {
    if (frame.kind === 'trailers') return toJson(response, message, readTrailers(frame.bytes));
    if (message !== undefined) throw unusable('more than one message');
    message = decode(type, frame.bytes);
  }
  throw unusable('no status');
}

function toJson(
  response: UpstreamResponse,
  message: JsonObject | undefined,
  trailers: Record<string, string>,
): UpstreamResponse {
  const isOk = trailers['grpc-status'] === '0';
  if (isOk && message === undefined) throw unusable('no message');
  const status = isOk ? 200 : httpStatusOf(trailers['grpc-status']);
  const value = isOk ? (message ?? {}) : { error: readStatus(trailers) };
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return converted(response, {
    status,
    mediaType: 'application/json',
    body: new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes);
        controller.close();
      },
    }),
  });
}

/** `leave` ends a read in progress, for which the generator would wait. */
function toEventStream(
  response: UpstreamResponse,
  frames: AsyncGenerator<GrpcFrame, void>,
  leave: () => Promise<void>,
): UpstreamResponse {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value: frame } = await frames.next();
        if (done === true) throw unusable('no status');
        const isEnd = frame.kind === 'trailers';
        const event = isEnd ? endOf(readTrailers(frame.bytes)) : decode('StreamResponse', frame.bytes);
        if (event !== undefined) controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
        if (isEnd) controller.close();
      },
      async cancel() {
        await leave().catch(() => undefined);
        await frames.return();
      },
    },
    { highWaterMark: 0 },
  );
  return converted(response, { status: response.status, mediaType: eventStreamType, body });
}

/** The event for the end of a stream: none for one that succeeded. */
function endOf(trailers: Record<string, string>): JsonObject | undefined {
  return trailers['grpc-status'] === '0' ? undefined : { error: readStatus(trailers) };
}

function converted(
  { headers, attempts, origin }: UpstreamResponse,
  parts: Pick<UpstreamResponse, 'status' | 'mediaType' | 'body'>,
): UpstreamResponse {
  return { ...parts, headers, attempts, origin };
}

async function* framesOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<GrpcFrame, void> {
  const frames = new GrpcFrameReader(maxBytes);
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield* feed(frames, next.value);
    if (frames.isPartial) throw unusable('a truncated message');
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function feed(frames: GrpcFrameReader, bytes: Uint8Array): GrpcFrame[] {
  try {
    return frames.feed(bytes);
  } catch (thrown) {
    if (thrown instanceof GrpcFrameError) throw invalid(thrown);
    throw thrown;
  }
}

function decode(type: string, bytes: Uint8Array): JsonObject {
  try {
    return decodeMessage(type, bytes);
  } catch (thrown) {
    if (thrown instanceof DecodeError) throw invalid(thrown);
    throw thrown;
  }
}

function invalid(cause: Error): Failure {
  return new Failure('UPSTREAM_ERROR', {
    message: `The agent sent an invalid gRPC response: ${cause.message}.`,
    cause,
  });
}

function unusable(what: string): Failure {
  return new Failure('UPSTREAM_ERROR', { message: `The agent sent a gRPC response with ${what}.` });
}
