import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { isWorthRetrying, readRetryAfter, waitBefore } from './retry-policy.js';

const coded = (code: string) => Object.assign(new Error('trouble'), { code });

describe('is retried', () => {
  it.each([429, 502, 503, 504])('status %i of a repeatable call', (status) => {
    expect(isWorthRetrying({ sent: true, status }, true)).toBe(true);
    expect(isWorthRetrying({ sent: true, status }, false)).toBe(false);
  });

  it.each([200, 400, 401, 404, 409, 422, 500, 501])('not status %i', (status) => {
    expect(isWorthRetrying({ sent: true, status }, true)).toBe(false);
  });

  it.each(['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT', 'EAI_AGAIN'])('%s', (code) => {
    expect(isWorthRetrying({ sent: true, error: coded(code) }, true)).toBe(true);
    expect(isWorthRetrying({ sent: true, error: coded(code) }, false)).toBe(false);
  });

  it('a call that may not be repeated, when certainly nothing was sent', () => {
    expect(isWorthRetrying({ sent: false, error: coded('ECONNREFUSED') }, false)).toBe(true);
  });

  it('a silent upstream, but not a refusal, a certificate error or a response that is not HTTP', () => {
    expect(isWorthRetrying({ sent: true, error: new Failure('UPSTREAM_TIMEOUT') }, true)).toBe(true);
    expect(isWorthRetrying({ sent: false, error: new Failure('UPSTREAM_REFUSED') }, true)).toBe(false);
    expect(isWorthRetrying({ sent: false, error: coded('CERT_HAS_EXPIRED') }, true)).toBe(false);
    expect(isWorthRetrying({ sent: true, error: coded('HPE_INVALID_CONSTANT') }, true)).toBe(false);
  });
});

describe('the retry delay is', () => {
  const limits = { attempts: 3, baseMs: 100, maxMs: 150, longestWaitMs: 1000, budgetRatio: 0.2, budgetReserve: 10 };
  const ports = (random: number) => ({ limits, now: () => 0, random: () => random });
  const report = { sent: true, status: 503 };

  it('a random part of a delay that increases up to its limit', () => {
    expect(waitBefore(1, report, ports(0))).toBe(50);
    expect(waitBefore(1, report, ports(1))).toBe(100);
    expect(waitBefore(2, report, ports(1))).toBe(150);
    expect(waitBefore(3, report, ports(1))).toBe(150);
  });

  it('never less than the upstream asked for', () => {
    expect(waitBefore(1, { ...report, retryAfter: '2' }, ports(1))).toBe(2000);
    expect(waitBefore(1, { ...report, retryAfter: '0' }, ports(1))).toBe(100);
  });

  it.each([
    ['3', 3000],
    ['Sun, 15 Nov 2026 00:00:05 GMT', 5000],
    ['Sat, 14 Nov 2026 23:59:59 GMT', 0],
    ['-1', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['99999999999', undefined],
    ['Sun, 99 Nov 2026 00:00:05 GMT', undefined],
    [undefined, undefined],
  ])('reads Retry-After %s', (value, expected) => {
    expect(readRetryAfter(value, Date.UTC(2026, 10, 15))).toBe(expected);
  });
});
