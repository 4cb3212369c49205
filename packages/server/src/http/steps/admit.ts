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
import type { Slots } from '../slots.js';
import type { TurnKind, Turns } from '../turns.js';
import { withEnd } from '../with-end.js';

/** Dependencies of the step. */
export interface AdmitPorts {
  slots: Slots;
  /** Open event streams. */
  streams: FairShare;
  turns: Turns;
  /** True while the server shuts down. */
  isStopping: () => boolean;
}

/** Requests that search, parse or index on the main thread. */
const longBudgets: readonly Budget[] = ['search', 'write'];

/** Bytes of a body above which reading it takes milliseconds. */
const longBody = 65_536;

function kindOf({ match, request }: Exchange): TurnKind {
  const budget = match?.route?.budget ?? 'none';
  if (longBudgets.includes(budget)) return 'long';
  if (!request.hasBody) return 'short';
  // Without a length the body is chunked, of any size.
  if (Number(request.headers.get('content-length') ?? longBody + 1) > longBody) return 'long';
  // A background call is stored and started later.
  return budget === 'invoke' && request.headers.get('prefer')?.includes('respond-async') === true ? 'long' : 'short';
}

/** Creates the step. */
export function createAdmit(ports: AdmitPorts): Step {
  const { turns } = ports;
  const start = (exchange: Exchange, next: Next) => {
    const kind = kindOf(exchange);
    if (turns.mayStart(exchange.account, kind)) return runAdmitted(exchange, next, ports);
    const startLater = async () => {
      if (exchange.request.hasLeft()) throw new Failure('CANCELLED');
      return next(exchange);
    };
    return runAdmitted(exchange, () => turns.wait(exchange.account, kind, startLater), ports);
  };
  const startWhenAdmitted = async (exchange: Exchange, next: Next, admitted: Promise<boolean>) => {
    if (await admitted) return start(exchange, next);
    // Many requests have waited equally long; refusing them takes turns, too.
    if (!turns.mayStart(exchange.account, 'short')) await turns.wait(exchange.account, 'short', async () => undefined);
    throw shareExceeded('requests in progress', ports.slots.share, exchange.account);
  };
  return (exchange, next) => {
    if (isProbe(exchange)) return next(exchange);
    const admitted = ports.slots.take(exchange.account);
    return admitted === true ? start(exchange, next) : startWhenAdmitted(exchange, next, admitted);
  };
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
