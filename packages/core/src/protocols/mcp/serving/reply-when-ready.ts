/** The response to a request that may take long: one document, or a stream that ends with it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Failure, JsonObject } from '@dragoman/model';
import { mcpHeaders, toFailure } from '@dragoman/model';
import type { EventWriter } from '../../../transport/event-stream.js';
import { eventStreamReply } from '../../../transport/event-stream.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import type { RpcFault } from '../../../transport/json-rpc.js';
import { rpcError, rpcResult } from '../../../transport/json-rpc.js';
import type { ProgressQueue } from '../../../transport/progress-queue.js';
import type { McpExchange } from './exchange.js';
import { formResult, resultReply } from './exchange.js';
import type { FoundStream } from './resumable-streams.js';
import { faultOf } from './rpc-fault.js';

/** Milliseconds after which a stream opens without progress, so that the client sees that the call is still running. */
const openAfterMs = 10_000;

/** The result, the messages before it, and what to do when the client leaves. */
export interface Streaming {
  work: Promise<JsonObject>;
  news: ProgressQueue;
  leave: () => void;
  /** The error of a failure on the stream. */
  fault?: (failure: Failure) => RpcFault;
}

/** One document when the result comes before any message and soon; otherwise a stream. */
export async function replyWhenReady(exchange: McpExchange, streaming: Streaming): Promise<HttpReply> {
  const { work, news, leave } = streaming;
  const gone = () => leave();
  // A client that leaves before there is a stream cannot come back to it.
  exchange.context.signal.addEventListener('abort', gone, { once: true });
  const quick = work.then(() => true);
  const slow = Promise.race([news.first, delay(openAfterMs, undefined, { ref: false })]).then(() => false);
  if (await Promise.race([quick, slow])) return resultReply(exchange, await work);
  exchange.context.signal.removeEventListener('abort', gone);
  return streamResult(exchange, streaming);
}

/** The revision from which on clients take an event without data, which only has an id. */
const primedVersion = '2025-11-25';

/** The stream of a session can be resumed; in the stateless revision a client that leaves cancels its call. */
function streamResult(exchange: McpExchange, { work, news, leave, fault = faultOf }: Streaming): HttpReply {
  const { message, session, ports, context } = exchange;
  const answered = work.then(
    (result) => rpcResult(message.id, formResult(exchange, result)),
    (thrown) => rpcError(message.id, fault(toFailure(thrown))),
  );
  const pass = (writer: Pick<EventWriter, 'send' | 'end'>) => {
    news.read((each) => writer.send(JSON.stringify(each)));
    answered.then((answer) => {
      writer.send(JSON.stringify(answer));
      writer.end();
    });
  };
  if (session === undefined) return eventStreamReply(pass, { onLeave: leave });
  const stream = ports.streams.open({ session, request: message.id }, leave);
  const primes = context.request.headers.get(mcpHeaders.version) === primedVersion;
  pass(stream);
  return resumableReply(stream, 0, primes);
}

/** Writes a stream to a connection, after the event with this number. */
export function resumableReply(stream: FoundStream['stream'], after: number, primes = false): HttpReply {
  let writer: EventWriter | undefined;
  return eventStreamReply(
    (opened) => {
      writer = opened;
      stream.attach(opened, after, primes);
    },
    { onLeave: () => writer !== undefined && stream.detach(writer) },
  );
}
