/**
 * Passes a streamed answer on: one chunk is pulled when the reader wants one, and a reader that disconnects ends the
 * upstream request. A break after the start is reported as an event (aidip.md GAP-29).
 */
import { Failure, isFailure, toFailure } from '@dragoman/model';
import type { StreamOutcome, TargetedCall } from './call.js';
import { withDoubt } from './doubt.js';
import { errorObject } from './error-object.js';
import type { UpstreamResponse } from './upstream.js';

/** Media type of server-sent events. */
export const eventStreamType = 'text/event-stream';

/** The stream to pass on, and the promise of its end. */
export function relayStream(response: UpstreamResponse, call: TargetedCall): Pick<StreamOutcome, 'body' | 'ended'> {
  const reader = response.body.getReader();
  const reportsErrors = response.mediaType === eventStreamType;
  let bytes = 0;
  let tail = '\n\n';
  let settle: (end: Awaited<StreamOutcome['ended']>) => void = () => {};
  const ended = new Promise<Awaited<StreamOutcome['ended']>>((resolve) => {
    settle = resolve;
  });
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            settle({ bytes });
            controller.close();
            return;
          }
          bytes += value.byteLength;
          if (reportsErrors) tail = lastTwo(tail, value);
          controller.enqueue(value);
        } catch (thrown) {
          const failure = toFailure(withDoubt(call, asFailure(thrown, call.signal)));
          settle({ bytes, failure });
          if (!reportsErrors) throw failure;
          controller.enqueue(errorEvent(failure, call.traceId, tail));
          controller.close();
        }
      },
      async cancel(reason) {
        settle({ bytes, failure: new Failure('CANCELLED', { cause: reason }) });
        await reader.cancel(reason).catch(() => undefined);
      },
    },
    // Nothing is fetched ahead of the reader.
    { highWaterMark: 0 },
  );
  return { body, ended };
}

/** The failure for a broken body. */
export function asFailure(thrown: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) return new Failure('CANCELLED', { cause: thrown });
  if (isFailure(thrown)) return toFailure(thrown);
  return new Failure('UPSTREAM_ERROR', { message: 'The service aborted its answer.', cause: thrown });
}

function lastTwo(before: string, chunk: Uint8Array): string {
  const end = new TextDecoder('latin1').decode(chunk.subarray(-2));
  return `${before}${end}`.slice(-2);
}

/** An incomplete event is terminated first, so that the two are not merged. */
function errorEvent(failure: Failure, traceId: string, tail: string): Uint8Array {
  const separator = tail === '\n\n' ? '' : '\n\n';
  const text = JSON.stringify(errorObject(failure, traceId));
  return new TextEncoder().encode(`${separator}event: error\ndata: ${text}\n\n`);
}
