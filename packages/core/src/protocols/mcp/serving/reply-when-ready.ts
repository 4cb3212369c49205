/** The response to a request that may take long: one document, or a stream that ends with it. */
import { setTimeout as after } from 'node:timers/promises';
import type { JsonObject } from '@dragoman/model';
import { toFailure } from '@dragoman/model';
import { eventStreamReply } from '../../../transport/event-stream.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import { rpcError, rpcResult } from '../../../transport/json-rpc.js';
import type { ProgressQueue } from '../../../transport/progress-queue.js';
import type { McpExchange } from './exchange.js';
import { faultOf, formResult, resultReply } from './exchange.js';

/** Milliseconds after which a stream opens without progress, so that the client sees that the call is still running. */
const openAfterMs = 10_000;

/** The result, the messages before it, and what to do when the client leaves. */
export interface Streaming {
  work: Promise<JsonObject>;
  news: ProgressQueue;
  leave: () => void;
}

/** One document when the result comes before any message and soon; otherwise a stream. */
export async function replyWhenReady(exchange: McpExchange, { work, news, leave }: Streaming): Promise<HttpReply> {
  const quick = work.then(() => true);
  const slow = Promise.race([news.first, after(openAfterMs, undefined, { ref: false })]).then(() => false);
  if (await Promise.race([quick, slow])) return resultReply(exchange, await work);
  return streamResult(exchange, { work, news, leave });
}

function streamResult(exchange: McpExchange, { work, news, leave }: Streaming): HttpReply {
  const { id } = exchange.message;
  return eventStreamReply(
    (writer) => {
      news.read((each) => writer.send(JSON.stringify(each)));
      work
        .then(
          (result) => rpcResult(id, formResult(exchange, result)),
          (thrown) => rpcError(id, faultOf(toFailure(thrown))),
        )
        .then((answer) => {
          writer.send(JSON.stringify(answer));
          writer.end();
        });
    },
    { onLeave: leave },
  );
}
