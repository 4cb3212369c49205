/**
 * The gRPC binding (1.0 §10): the methods of the other bindings, with messages in the Protocol Buffers encoding. One
 * address serves all agents, so the request names the agent as its tenant, as the card says.
 */
import { defaultJsonLimits, exceedsLimits } from '@dragoman/documents';
import type { JsonObject } from '@dragoman/model';
import { Failure, toFailure } from '@dragoman/model';
import {
  GrpcFrameError,
  GrpcFrameReader,
  grpcType,
  writeMessageFrame,
  writeTrailerFrame,
} from '../../../transport/grpc-frames.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import { createReply } from '../../../transport/http-reply.js';
import type { HttpRequest } from '../../../transport/http-request.js';
import type { Route, RouteContext } from '../../../transport/route.js';
import { DecodeError, decodeMessage } from '../grpc/decode.js';
import { encodeMessage } from '../grpc/encode.js';
import { methodTypes, servicePath } from '../grpc/messages.js';
import { writeStatus } from '../grpc/status-details.js';
import type { A2aPorts } from '../ports.js';
import { describeGrpc, describeUnknownGrpc } from './describe.js';
import { grpcFault } from './faults.js';
import { authorizeMethod, methods, readVersion, streamMethods } from './methods.js';
import type { StreamEvents } from './stream.js';

/** Metadata that names the agent for clients that cannot set the tenant. */
export const agentHeader = 'x-a2a-agent';

/** The routes of the gRPC listener. */
export function createGrpcRoutes(ports: A2aPorts): Route[] {
  const shared = { method: 'POST', budget: 'invoke', access: 'public', unlisted: true, grpc: true } as const;
  return [
    {
      ...shared,
      path: `${servicePath}{method}`,
      // The prefix of a message is no part of it.
      bodyBytes: ports.bodyBytes + 5,
      describe: describeGrpc,
      handle: (context) => answer(context, () => run(ports, context)),
    },
    {
      ...shared,
      path: '/{method}',
      tail: true,
      describe: describeUnknownGrpc,
      handle: (context) => answer(context, async () => unknownMethod()),
    },
  ];
}

async function answer({ traceId }: RouteContext, handle: () => Promise<HttpReply>): Promise<HttpReply> {
  try {
    return await handle();
  } catch (thrown) {
    // The front end reports a missing credential, so that the client learns how to authenticate.
    if (toFailure(thrown).row.status === 401) throw thrown;
    return reply(writeTrailerFrame(writeStatus(grpcFault(thrown, traceId))));
  }
}

function reply(body: HttpReply['body']): HttpReply {
  return createReply(body, { headers: { 'Content-Type': grpcType } });
}

function unknownMethod(): HttpReply {
  const message = `Only the methods of ${servicePath.slice(1, -1)} are served.`;
  return reply(writeTrailerFrame(writeStatus({ status: 'UNIMPLEMENTED', message, details: [] })));
}

async function run(ports: A2aPorts, context: RouteContext): Promise<HttpReply> {
  const name = context.params.method ?? '';
  const types = Object.hasOwn(methodTypes, name) ? methodTypes[name] : undefined;
  if (types === undefined) return unknownMethod();
  readVersion(context, { older: false });
  const { tenant, ...params } = await readRequest(context.request, types.request, ports.bodyBytes);
  const agent = typeof tenant === 'string' && tenant !== '' ? tenant : (context.request.headers.get(agentHeader) ?? '');
  if (agent === '') throw noAgent();
  authorizeMethod(name, context.caller);
  const addressed = new AgentContext(context, agent);
  const streamed = Object.hasOwn(streamMethods, name) ? streamMethods[name] : undefined;
  if (streamed !== undefined) {
    return reply(streamFrames(await streamed(ports, addressed, params), types.response, context.traceId));
  }
  const result = (await methods[name]?.(ports, addressed, params)) ?? {};
  const message = writeMessageFrame(encodeMessage(types.response, result));
  return reply(Buffer.concat([message, writeTrailerFrame({ 'grpc-status': '0' })]));
}

function noAgent(): Failure {
  return new Failure('INVALID_INPUT', {
    message: `Name the agent as the tenant of the request, as its card does, or in the metadata '${agentHeader}'.`,
  });
}

/** The context of a request to one agent; a class, because a copy would create URL and signal. */
class AgentContext implements RouteContext {
  readonly params: RouteContext['params'];
  readonly #context: RouteContext;

  constructor(context: RouteContext, id: string) {
    this.params = { id };
    this.#context = context;
  }

  get request(): HttpRequest {
    return this.#context.request;
  }

  get url(): URL {
    return this.#context.url;
  }

  get search(): string {
    return this.#context.search;
  }

  get caller(): RouteContext['caller'] {
    return this.#context.caller;
  }

  get traceId(): string {
    return this.#context.traceId;
  }

  get traceparent(): string {
    return this.#context.traceparent;
  }

  get signal(): AbortSignal {
    return this.#context.signal;
  }

  readonly hasLeft = () => this.#context.hasLeft?.() ?? false;
}

/** Reads the one message of a request, with the limits of a JSON body. */
async function readRequest(request: HttpRequest, type: string, maxBytes: number): Promise<JsonObject> {
  const bytes = await request.bytes(maxBytes + 5);
  try {
    const frames = new GrpcFrameReader(maxBytes);
    const [first, ...others] = frames.feed(bytes);
    if (first?.kind !== 'message' || others.length > 0 || frames.isPartial) {
      throw new GrpcFrameError('the request is not exactly one message');
    }
    const value = decodeMessage(type, first.bytes);
    if (exceedsLimits(value, defaultJsonLimits) !== undefined) {
      throw new DecodeError('the message is nested too deep or has too many values');
    }
    return value;
  } catch (thrown) {
    if (!(thrown instanceof GrpcFrameError || thrown instanceof DecodeError)) throw thrown;
    throw new Failure('INVALID_INPUT', { message: `The request cannot be read: ${thrown.message}.`, cause: thrown });
  }
}

/** Each event as a message; the end, or the failure, as the trailers. */
function streamFrames(events: StreamEvents, type: string, traceId: string): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await events.next();
          if (done !== true) return controller.enqueue(writeMessageFrame(encodeMessage(type, value)));
          controller.enqueue(writeTrailerFrame({ 'grpc-status': '0' }));
        } catch (thrown) {
          controller.enqueue(writeTrailerFrame(writeStatus(grpcFault(thrown, traceId))));
        }
        controller.close();
      },
      cancel: () => void events.return().catch(() => undefined),
    },
    { highWaterMark: 0 },
  );
}
