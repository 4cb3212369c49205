/**
 * Delays the response to a caller that is refused many times within a second, so that repeating refused requests at
 * once does not keep the server busy with refusing them.
 */
import type { Failure } from '@dragoman/model';
import { pause } from '../runtime/pause.js';
import { addressAccount } from './address-account.js';
import type { Exchange } from './exchange.js';

/** Refusals of a caller within a second that are answered at once. */
const atOnce = 20;
const delayMs = 1000;
/** Maximum number of callers that are counted within a second. */
const maxCallers = 10_000;

const refusals: readonly number[] = [401, 403, 429, 503];

/** Waits before a refusal is sent; undefined when it is sent at once. */
export type DelayRefusal = (exchange: Exchange, failure: Failure) => Promise<void> | undefined;

/** Creates the function; `elapsed` are milliseconds of a monotonic clock. */
export function createDelayRefusal(elapsed: () => number): DelayRefusal {
  const counts = new Map<string, number>();
  let second = 0;
  /** Number of refusals of the caller in this second. */
  const count = (account: string): number => {
    const now = Math.floor(elapsed() / 1000);
    if (now !== second || counts.size >= maxCallers) counts.clear();
    second = now;
    const found = (counts.get(account) ?? 0) + 1;
    counts.set(account, found);
    return found;
  };
  return (exchange, failure) => {
    if (!refusals.includes(failure.row.status)) return undefined;
    const { caller, account, clientAddress, request } = exchange;
    const counted = count(caller.kind === 'anonymous' ? addressAccount(clientAddress) : account);
    // A millisecond later each, so that not all are sent at once.
    return counted > atOnce ? pause(delayMs + (counted % delayMs), request.signal) : undefined;
  };
}
