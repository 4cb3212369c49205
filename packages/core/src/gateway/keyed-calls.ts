/**
 * Keyed calls over the ledger: who may run, who is answered from what is known, and who is told that nobody knows.
 * The gateway's calls and the server's own writes both go through it, so that a key means the same everywhere.
 */
import { randomUUID } from 'node:crypto';
import { Failure } from '@dragoman/model';
import type { LedgerAnswer, LedgerRow, LedgerStore } from '../catalogue/ledger.js';
import type { Clock } from '../documents/host.js';

/** What keyed calls need. */
export interface KeyedCallPorts {
  ledger: LedgerStore;
  clock: Clock;
  /** Seconds for which a key is remembered. */
  windowSeconds: number;
  /** Seconds after which the row of a process that gives no sign of life counts as left behind. */
  leaseSeconds: number;
  /** Told when the ledger fails after a call has run: its answer is given, but a repeat will not know it. */
  onError: (error: unknown) => void;
}

/** A call that came with a key. */
export interface KeyedCall {
  /** Within it a key is unique. */
  scope: string;
  key: string;
  /** Equal for equal requests. */
  fingerprint: string;
  /** True when running it twice does no harm. */
  repeatable: boolean;
  /** True when it may take effect from the first moment, so that there is nothing to note later. */
  sentAtOnce?: boolean;
}

/** The right to run a keyed call; it ends with `settle`, `release` or `abandon`, which never throw. */
export interface Hold {
  /** True once the call may have taken effect. */
  readonly sent: boolean;
  /** Notes that it may take effect from now on; throws when the call was taken over meanwhile. */
  markSent(): Promise<void>;
  /** Keeps the final answer. */
  settle(answer: LedgerAnswer): Promise<void>;
  /** Forgets the call, so that it can be sent again. */
  release(): Promise<void>;
  /** Leaves the call as sent without an answer: repeats are told that its outcome is not known. */
  abandon(): Promise<void>;
}

/** What taking a key gives: the right to run, or the answer of the call that ran. */
export type Taken = { hold: Hold } | { answer: LedgerAnswer };

/** Takes a key; throws `IDEMPOTENCY_CONFLICT`, `CALL_RUNNING` or `OUTCOME_UNKNOWN` when neither is possible. */
export type TakeKey = (call: KeyedCall) => Promise<Taken>;

/** Times that the row may change hands between two looks. */
const mostLooks = 3;

/** Makes the one function that takes keys. */
export function createTakeKey(ports: KeyedCallPorts): TakeKey {
  const { ledger, clock } = ports;
  return async (call) => {
    for (let look = 0; look < mostLooks; look += 1) {
      const row = newRow(ports, call);
      const now = row.startedAt;
      const found = await ledger.begin(row, now);
      if (found.begun) return { hold: createHold(ports, row) };
      const answer = judge(found.row, call, now);
      if (answer !== undefined) return { answer };
      if (await ledger.takeOver(row, at(clock, 0))) return { hold: createHold(ports, { ...row, state: 'sent' }) };
    }
    throw running();
  };
}

/** Checks a key as a caller sent it: 1 to 255 visible ASCII characters. */
export function checkKey(key: string): string {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  const detail = 'must be 1 to 255 visible ASCII characters, without blanks';
  throw new Failure('INVALID_INPUT', {
    message: `The Idempotency-Key ${detail}.`,
    fieldErrors: [{ field: 'Idempotency-Key', code: 'request/format', detail }],
  });
}

/** The settled answer of a row, or undefined when the row may be taken over; throws what else a repeat is told. */
function judge(row: LedgerRow, call: KeyedCall, now: string): LedgerAnswer | undefined {
  if (row.fingerprint !== call.fingerprint) throw new Failure('IDEMPOTENCY_CONFLICT');
  if (row.state === 'settled' && row.answer !== undefined) return row.answer;
  if (row.state === 'begun' || row.leaseUntil > now) throw running();
  if (call.repeatable) return undefined;
  throw new Failure('OUTCOME_UNKNOWN', {
    message: `A call with this Idempotency-Key was sent at ${row.startedAt}, but its answer is not known; it may have taken effect.`,
  });
}

function running(): Failure {
  return new Failure('CALL_RUNNING', { retryAfter: 1 });
}

function newRow({ clock, windowSeconds, leaseSeconds }: KeyedCallPorts, call: KeyedCall): LedgerRow {
  const { scope, key, fingerprint, sentAtOnce = false } = call;
  return {
    scope,
    key,
    fingerprint,
    state: sentAtOnce ? 'sent' : 'begun',
    node: randomUUID(),
    startedAt: at(clock, 0),
    leaseUntil: at(clock, leaseSeconds),
    expiresAt: at(clock, windowSeconds),
  };
}

/** The time so many seconds from now. */
function at(clock: Clock, seconds: number): string {
  return new Date(clock.now() + seconds * 1000).toISOString();
}

function createHold({ ledger, clock, leaseSeconds, onError }: KeyedCallPorts, row: LedgerRow): Hold {
  const { scope, key, node } = row;
  let marking: Promise<void> | undefined = row.state === 'sent' ? Promise.resolve() : undefined;
  let sent = row.state === 'sent';
  const renewal = setInterval(
    () => {
      ledger.renew(scope, key, node, at(clock, leaseSeconds)).catch(onError);
    },
    (leaseSeconds * 1000) / 3,
  );
  renewal.unref();
  const mark = async () => {
    // From now on until it is known better: a caller that leaves at this moment may leave a call that was sent.
    sent = true;
    try {
      await ledger.markSent(scope, key, node);
    } catch (error) {
      sent = false;
      throw error;
    }
  };
  const end = async (last: () => Promise<void>) => {
    clearInterval(renewal);
    // What is still being noted must not arrive behind the end.
    await marking?.catch(() => undefined);
    await last().catch(onError);
  };
  return {
    get sent() {
      return sent;
    },
    markSent() {
      marking ??= mark();
      return marking;
    },
    settle: (answer) => end(() => ledger.settle(scope, key, node, answer)),
    release: () => end(() => ledger.release(scope, key, node)),
    abandon: () => end(() => ledger.renew(scope, key, node, at(clock, 0))),
  };
}
