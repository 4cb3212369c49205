/**
 * Limits concurrent requests and event streams, shared fairly between callers, and closes connections while the server
 * shuts down. A request gives its slot back with its response; a stream then counts as a stream until it ends.
 */
import type { Budget, HttpReply } from '@dragoman/core/http';
import { isStream } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { FairShare } from '../../runtime/fair-share.js';
import type { Exchange, Next, Step } from '../exchange.js';
import { isProbe } from '../exchange.js';
import { shareExceeded } from '../share-exceeded.js';
import type { Turns } from '../turns.js';
import { withEnd } from '../with-end.js';

/** Dependencies of the step. */
export interface AdmitPorts {
  /** Slots for concurrent requests. */
  slots: FairShare;
  /** Open event streams. */
  streams: FairShare;
  turns: Turns;
  /** True while the server shuts down. */
  isStopping: () => boolean;
}

/** Requests that search, parse or index on the main thread. */
const longBudgets: readonly Budget[] = ['search', 'write'];

/** Creates the step. */
export function createAdmit(ports: AdmitPorts): Step {
  const { slots, turns } = ports;
  return (exchange, next) => {
    if (isProbe(exchange)) return next(exchange);
    const { account, match } = exchange;
    if (!slots.take(account)) throw shareExceeded('requests in progress', slots, account);
    const turn = turns.next(account, longBudgets.includes(match?.route?.budget ?? 'none'));
    return runAdmitted(exchange, turn === undefined ? next : async () => startLater(exchange, next, turn), ports);
  };
}

async function startLater(exchange: Exchange, next: Next, turn: Promise<void>): Promise<HttpReply> {
  await turn;
  if (exchange.request.hasLeft()) throw new Failure('CANCELLED');
  return next(exchange);
}

async function runAdmitted(exchange: Exchange, next: Next, ports: AdmitPorts): Promise<HttpReply> {
  let keepsSlot = false;
  try {
    const reply = await next(exchange);
    if (!isStream(reply)) return reply;
    const { account, request } = exchange;
    if (ports.streams.take(account)) {
      return { ...reply, body: withEnd(reply.body, () => ports.streams.give(account)) };
    }
    if (request.method === 'GET') {
      void reply.body.cancel().catch(() => undefined);
      throw shareExceeded('open event streams', ports.streams, account);
    }
    // The call may have had effects, so its response is not refused; the stream counts as a request in progress.
    keepsSlot = true;
    return { ...reply, body: withEnd(reply.body, () => ports.slots.give(account)) };
  } finally {
    if (!keepsSlot) ports.slots.give(exchange.account);
    if (ports.isStopping()) exchange.headers.connection = 'close';
  }
}
