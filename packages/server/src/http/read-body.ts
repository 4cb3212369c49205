/** Reads the body of a request from Node's parsers, bounded in size and at a minimum rate. */
import type { Readable } from 'node:stream';
import type { BodyIntake } from '@dragoman/core/http';
import { joinChunks, payloadTooLarge } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { PaceLimits } from './pace.js';
import { Pace, paceTickMs } from './pace.js';

/** Reads the whole body; rejects when it is too large or too slow, or when the client disconnects. */
export function readBody(incoming: Readable, intake: BodyIntake, limits: PaceLimits): Promise<Uint8Array> {
  const pace = new Pace(limits);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (error: unknown) => {
      clearInterval(timer);
      incoming.off('data', take);
      incoming.pause();
      reject(error);
    };
    const take = (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > intake.limit) return stop(payloadTooLarge(intake.limit));
      try {
        intake.onBytes(chunk.byteLength);
      } catch (error) {
        return stop(error);
      }
      pace.add(chunk.byteLength);
      chunks.push(chunk);
    };
    const timer = setInterval(() => pace.tick() || stop(tooSlow()), paceTickMs).unref();
    // No more events are emitted once the client has disconnected.
    if (incoming.destroyed) stop(new Error('the client disconnected'));
    incoming.on('data', take);
    incoming.on('end', () => {
      clearInterval(timer);
      resolve(joinChunks(chunks));
    });
    incoming.on('error', stop);
  });
}

function tooSlow(): Failure {
  return new Failure('REQUEST_TIMEOUT', {
    message: 'The body of the request arrives too slowly; limits.bodyBytesPerSecond sets the minimum rate.',
  });
}
