import { anonymous } from '@dragoman/core/engine';
import type { FailureCode } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createDelayRefusal } from './delay-refusal.js';
import type { Exchange } from './exchange.js';

/** The number of refusals of each code that are answered at once. */
function atOnce(code: FailureCode, count: number, clientAddress = () => '192.0.2.1'): number {
  const delay = createDelayRefusal(() => 0);
  const over = new AbortController();
  over.abort();
  const results = Array.from({ length: count }, () => {
    const exchange = { caller: anonymous, account: 'a', clientAddress: clientAddress(), request: over };
    return delay(exchange as unknown as Exchange, new Failure(code));
  });
  return results.filter((result) => result === undefined).length;
}

describe('refusals of one caller within a second', () => {
  it.each(['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED', 'UNAVAILABLE'] as const)(
    'with %s are answered late after the first 20',
    (code) => {
      expect(atOnce(code, 50)).toBe(20);
    },
  );

  it('are counted for each caller', () => {
    let number = 0;
    const nextAddress = () => `192.0.2.${(number++ % 2) + 1}`;
    expect(atOnce('UNAVAILABLE', 50, nextAddress)).toBe(40);
  });

  it('do not include failures that repeating at once does not cause', () => {
    expect(atOnce('NOT_FOUND', 50)).toBe(50);
  });
});
