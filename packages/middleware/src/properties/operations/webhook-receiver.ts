/**
 * The receiving side of webhooks (PROF-LRO-08 to -10): unsigned, modified and old messages never reach the handler, and
 * duplicates are dropped.
 */
import { verifyWebhook } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { wholeResponse } from '../../calls/answer.js';
import type { Property } from '../../calls/property.js';
import { warnProcess } from '../../calls/report.js';
import { createMemoryStore, type PropertyStore } from '../../stores/index.js';
import { createProcessTime, type TimeOptions } from '../../stores/process-time.js';
import { createPruning } from '../../stores/prune-occasionally.js';

/** Verification options. */
export interface WebhookReceiverOptions extends TimeOptions {
  /** The receiver's secret from the sender. */
  secret: string;
  /** Where received messages are stored; in memory by default. */
  store?: PropertyStore;
  /** Allowed clock difference in seconds; 300 by default. */
  toleranceSeconds?: number;
  /** Receives store errors after a message was accepted; a process warning by default. */
  report?(problem: unknown): void;
}

/** Maximum message size. */
const mostBytes = 256 * 1024;
const longestHeader = 4096;

/** Senders retry for about a day; a message is forgotten after twice that time. */
const keptMs = 2 * 86_400_000;

/** Milliseconds that a handler has before a message may be delivered again. */
const handledWithinMs = 60_000;

/** Creates the property; mount it only on webhook routes. */
export function createWebhookReceiver(options: WebhookReceiverOptions): Property {
  const { secret, store = createMemoryStore(), toleranceSeconds = 300 } = options;
  const time = createProcessTime(options);
  const { report = warnProcess } = options;
  const prune = createPruning(store, time, report);
  return (next) => async (request, call) => {
    prune();
    const body = Buffer.from(await call.readBody(mostBytes)).toString('utf8');
    const headers = signedHeaders(request);
    const signedNow = time.clock.now() / 1000;
    if (!verifyWebhook(secret, { headers, body, now: signedNow, tolerance: toleranceSeconds })) throw unsigned();
    const now = time.later.now();
    const place = JSON.stringify(['webhook', headers['webhook-id']]);
    const times = { startedAt: now, heldUntil: now + handledWithinMs, expiresAt: now + keptMs };
    const row = { state: 'running', holder: '', mark: '', ...times };
    const there = await store.insert(place, row, { now: time.earlier.now(), free: 'running' });
    if (there?.state === 'done') return wholeResponse(null, { status: 204 });
    if (there !== undefined) throw new Failure('CALL_RUNNING', { retryAfter: 1 });
    // A message that could not be handled is accepted when it is sent again.
    const release = () => store.remove(place, {}).catch(report);
    const response = await next(request, call).catch(async (thrown: unknown) => {
      await release();
      throw thrown;
    });
    if (response.ok) await store.change(place, { state: 'done' }, {}).catch(report);
    else await release();
    return response;
  };
}

/** A missing header is as wrong as a forged one, and so is an overlong one. */
function signedHeaders({ headers }: Request) {
  const read = (name: string) => (headers.get(name) ?? '').slice(0, longestHeader);
  return {
    'webhook-id': read('webhook-id'),
    'webhook-timestamp': read('webhook-timestamp'),
    'webhook-signature': read('webhook-signature'),
  };
}

/** Gives no details, so that a forger learns nothing. */
function unsigned(): Failure {
  return new Failure('UNAUTHENTICATED', { message: 'The message was not signed for this receiver, or is too old.' });
}
