/**
 * The receiving side of webhooks (PROF-LRO-08 to -10): what was not signed for this receiver, was changed or is old never
 * reaches the handler, and what it has had already is not handed to it twice.
 */
import { type Clock, systemClock, verifyWebhook } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { createMemoryStore, type PropertyStore } from '../../stores/index.js';
import { createPruning } from '../../stores/prune-now-and-then.js';
import { wholeResponse } from '../answer.js';
import type { Property } from '../property.js';
import { warnProcess } from '../report.js';

/** How messages are checked. */
export interface WebhookReceiverOptions {
  /** The secret that the sender gave to this receiver. */
  secret: string;
  /** Where messages are remembered that have been taken; in this process unless given. */
  store?: PropertyStore;
  /** Seconds by which a message may be older or newer than the clock here; 300 unless given. */
  toleranceSeconds?: number;
  clock?: Clock;
  /** Gets failures of the store after a message was taken; a warning of the process unless given. */
  report?(problem: unknown): void;
}

/** Largest message. */
const mostBytes = 256 * 1024;
const longestHeader = 4096;

/** Senders try for about a day; after twice that time a message is forgotten. */
const keptMs = 2 * 86_400_000;

/** Milliseconds that a handler has before a message may be handed out again. */
const handledWithinMs = 60_000;

/** Makes the property; mount it on the routes that receive messages alone. */
export function createWebhookReceiver(options: WebhookReceiverOptions): Property {
  const { secret, store = createMemoryStore(), toleranceSeconds = 300, clock = systemClock } = options;
  const { report = warnProcess } = options;
  const prune = createPruning(store, clock, report);
  return (next) => async (request, call) => {
    prune();
    const body = Buffer.from(await call.readBody(mostBytes)).toString('utf8');
    const headers = signedHeaders(request);
    const now = clock.now();
    if (!verifyWebhook(secret, { headers, body, now: now / 1000, tolerance: toleranceSeconds })) throw unsigned();
    const place = JSON.stringify(['webhook', headers['webhook-id']]);
    const times = { startedAt: now, heldUntil: now + handledWithinMs, expiresAt: now + keptMs };
    const row = { state: 'running', holder: '', mark: '', ...times };
    const there = await store.insert(place, row, { now, free: 'running' });
    if (there?.state === 'done') return wholeResponse(null, { status: 204 });
    if (there !== undefined) throw new Failure('CALL_RUNNING', { retryAfter: 1 });
    // A message that could not be handled is taken when it is sent again.
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

/** An absent header is as wrong as a forged one; so is one that is longer than any that is sent. */
function signedHeaders({ headers }: Request) {
  const read = (name: string) => (headers.get(name) ?? '').slice(0, longestHeader);
  return {
    'webhook-id': read('webhook-id'),
    'webhook-timestamp': read('webhook-timestamp'),
    'webhook-signature': read('webhook-signature'),
  };
}

/** Says nothing of what was wrong, so that a forger learns nothing. */
function unsigned(): Failure {
  return new Failure('UNAUTHENTICATED', { message: 'The message was not signed for this receiver, or is too old.' });
}
