/** Tests which reads may act. */
import { describe, expect, it } from 'vitest';
import { isDoubtfulRead } from './doubtful-read.js';

const read = (method: string, derived: string[]) =>
  isDoubtfulRead({
    impact: 'informational',
    idempotent: false,
    derived,
    binding: { kind: 'http', method, urlTemplate: 'https://port.example/votes', parameters: {} },
  });

describe('a read that is not repeatable', () => {
  it('may act if it is a GET whose effects are derived', () => {
    expect(read('GET', ['impact', 'idempotent'])).toBe(true);
  });

  it('only reads if its provider says so, or if it is a POST', () => {
    expect(read('GET', ['idempotent'])).toBe(false);
    expect(read('POST', ['impact', 'idempotent'])).toBe(false);
  });
});
