/**
 * Idempotency keys over the ledger: decides which call runs, which is answered from the ledger, and which has an
 * unknown outcome. The gateway's calls and the server's own writes both use it, so that a key means the same
 * everywhere.
 */
import { randomUUID } from 'node:crypto';
import { Failure } from '@dragoman/model';
import type { AuditDraft } from '../catalogue/audit.js';
import type { LedgerAnswer, LedgerRow, LedgerStore, WriteTrace } from '../catalogue/ledger.js';
import type { Clock } from '../documents/host.js';

/** Dependencies. */
export interface KeyedCallPorts {
  ledger: Omit<LedgerStore, 'latestLease'>;
  /** From which leases and expiry are counted. */
  clock: Clock;
  /** With which leases and expiry are compared; `clock` when absent. */
  comparing?: Clock;
  /** Seconds for which a key is stored. */
  windowSeconds: number;
  /** Seconds without a heartbeat after which the row of a process counts as abandoned. */
  leaseSeconds: number;
  /** Called when the ledger fails after a call has run: the answer is sent, but a repeat will not find it. */
  onError: (error: unknown) => void;
}

/** A call that came with a key. */
export interface KeyedCall {
  /** Scope in which a key is unique. */
  scope: string;
  key: string;
  /** Equal for equal requests. */
  fingerprint: string;
  /** True when running it twice is safe. */
  repeatable: boolean;
  /** True when it may take effect immediately, so that no later mark is needed. */
  sentAtOnce?: boolean;
  /** Where its changes to the own store will be recorded, for a write whose records are part of its transactions. */
  trace?: WriteTrace;
  /** The recorded changes of an earlier run that was cut off; without any, the call may run again. */
  findChanges?: (trace: WriteTrace) => Promise<readonly Pick<AuditDraft, 'action' | 'target'>[]>;
}

/** The right to run a keyed call; it ends with `settle`, `release` or `abandon`, which never throw. */
export interface Hold {
  /** True once the call may have taken effect. */
  readonly sent: boolean;
  /** Records that it may take effect from now on; throws when another process has taken over the call. */
  markSent(): Promise<void>;
  /** Stores the final answer. */
  settle(answer: LedgerAnswer): Promise<void>;
  /** Deletes the row, so that the call can be sent again. */
  release(): Promise<void>;
  /** Leaves the call as sent without an answer: repeats get an unknown outcome. */
  abandon(): Promise<void>;
}

/** Result of acquiring a key: the right to run, or the answer of the call that ran. */
export type Taken = { hold: Hold } | { answer: LedgerAnswer };

/** Acquires a key; throws `IDEMPOTENCY_CONFLICT`, `CALL_RUNNING` or `OUTCOME_UNKNOWN` when neither is possible. */
export type AcquireKey = (call: KeyedCall) => Promise<Taken>;

/** Maximum number of times that the row may change hands between two reads. */
const maxReads = 3;

/** Creates the function that acquires keys. */
export function createAcquireKey(ports: KeyedCallPorts): AcquireKey {
  const { ledger, clock, comparing = clock } = ports;
  return async (call) => {
    for (let attempt = 0; attempt < maxReads; attempt += 1) {
      const row = newRow(ports, call);
      const now = at(comparing, 0);
      const found = await ledger.begin(row, now);
      if (found.begun) return { hold: createHold(ports, row) };
      const answer = await findSettledAnswer(found.row, call, now);
      if (answer !== undefined) return { answer };
      if (await ledger.takeOver(row, at(comparing, 0))) return { hold: createHold(ports, { ...row, state: 'sent' }) };
    }
    throw running();
  };
}

/** Validates a key from a caller: 1 to 255 visible ASCII characters. */
export function checkKey(key: string): string {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  const detail = 'must be 1 to 255 visible ASCII characters, without spaces';
  throw new Failure('INVALID_INPUT', {
    message: `The idempotency key ${detail}.`,
    fieldErrors: [{ field: 'Idempotency-Key', code: 'request/format', detail }],
  });
}

/** The settled answer of a row, or undefined when the row may be taken over; throws in all other cases. */
async function findSettledAnswer(row: LedgerRow, call: KeyedCall, now: string): Promise<LedgerAnswer | undefined> {
  if (row.fingerprint !== call.fingerprint) throw new Failure('IDEMPOTENCY_CONFLICT');
  if (row.state === 'settled' && row.answer !== undefined) return row.answer;
  if (row.state === 'begun' || row.leaseUntil > now) throw running();
  if (call.repeatable) return undefined;
  if (row.trace !== undefined && call.findChanges !== undefined) {
    const changes = await call.findChanges(row.trace);
    if (changes.length === 0) return undefined;
    throw cutOff(row, changes);
  }
  throw new Failure('OUTCOME_UNKNOWN', {
    message: `A call with this idempotency key was sent at ${row.startedAt}, but its answer is not known; it may have taken effect.`,
  });
}

/** Maximum number of changes that a failure names. */
const maxNamed = 10;

function cutOff({ startedAt }: LedgerRow, changes: readonly Pick<AuditDraft, 'action' | 'target'>[]): Failure {
  const named = changes.slice(0, maxNamed).map(({ action, target }) => `${action} ${target}`);
  const more = changes.length > maxNamed ? ', …' : '';
  return new Failure('OUTCOME_UNKNOWN', {
    message: `A request with this idempotency key was cut off at ${startedAt}, after it had stored: ${named.join(', ')}${more}.`,
    help: 'Read what was stored, then send what is missing with a new key.',
  });
}

function running(): Failure {
  return new Failure('CALL_RUNNING', { retryAfter: 1 });
}

function newRow({ clock, windowSeconds, leaseSeconds }: KeyedCallPorts, call: KeyedCall): LedgerRow {
  const { scope, key, fingerprint, sentAtOnce = false, trace } = call;
  return {
    ...(trace === undefined ? {} : { trace }),
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

function createHold(ports: KeyedCallPorts, row: LedgerRow): Hold {
  const { ledger, clock, comparing = clock, leaseSeconds, onError } = ports;
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
    // Set before the outcome is known: a caller that disconnects now may leave a call that was sent.
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
    // A pending heartbeat must not be written after the end.
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
    // A commit that was sent may still arrive at the database: until the lease ends, missing records prove nothing.
    abandon: () =>
      end(async () => (row.trace === undefined ? ledger.renew(scope, key, node, at(comparing, 0)) : undefined)),
  };
}
