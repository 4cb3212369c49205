import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.js';
import { DragomanError } from './dragoman-error.js';
import type { Scripted } from './registry.support.js';
import { freightDesk, rejection, scriptedRegistry } from './registry.support.js';
import { planRetry } from './retry.js';

function client(...script: Scripted[]) {
  const registry = scriptedRegistry(...script);
  const waits: number[] = [];
  const made = createClient({
    baseUrl: 'https://registry.example',
    fetch: registry.fetch,
    timeoutMs: 50,
    random: () => 0,
    now: () => Date.parse('2026-02-02T08:00:00Z'),
    sleep: async (milliseconds) => void waits.push(milliseconds),
  });
  return { ...made, received: registry.received, waits };
}

const found: Scripted = { body: freightDesk };
const { id: _, ...withoutId } = freightDesk;

describe('retries', () => {
  it('[AIDIP-ERR-10] waits for Retry-After and retries on 503, and never on 400', async () => {
    const busy = client({ status: 503, headers: { 'retry-after': '3' } }, found);
    await busy.agents.read('freight-desk');
    expect(busy.waits).toEqual([3_000]);
    expect(busy.received).toHaveLength(2);

    const wrong = client({ status: 400, headers: { 'retry-after': '3' } }, found);
    expect(await rejection(wrong.agents.read('freight-desk'))).toMatchObject({ code: 'INVALID_INPUT', attempts: 1 });
    expect(wrong.waits).toEqual([]);
  });

  it('[PROF-RATE-02] follows the hint of 30 seconds although its own backoff is shorter', async () => {
    const own = client({ status: 429 }, found);
    await own.agents.read('freight-desk');
    expect(own.waits[0]).toBeLessThan(2_000);

    const hinted = client({ status: 429, headers: { 'retry-after': '30' } }, found);
    await hinted.agents.read('freight-desk');
    expect(hinted.waits).toEqual([30_000]);
  });

  it('reads the hint as a date and from the body', async () => {
    const date = client({ status: 503, headers: { 'retry-after': 'Mon, 02 Feb 2026 08:00:07 GMT' } }, found);
    await date.agents.read('freight-desk');
    expect(date.waits).toEqual([7_000]);
    const member = client({ status: 503, body: { code: 'UNAVAILABLE', retryable: true, retry_after: 2 } }, found);
    await member.agents.read('freight-desk');
    expect(member.waits).toEqual([2_000]);
  });

  it("follows the server's retryable flag", async () => {
    const never = client({ status: 503, body: { code: 'UNAVAILABLE', retryable: false } }, found);
    expect(await rejection(never.agents.read('x'))).toMatchObject({ retryable: false, attempts: 1 });
    const again = client({ status: 500, body: { code: 'INTERNAL', retryable: true } }, found);
    await again.agents.read('x');
    expect(again.received).toHaveLength(2);
  });

  it('gives up when the attempts or the time are used up, rather than retrying too early', async () => {
    const down = client({ status: 503 });
    expect(await rejection(down.agents.read('x'))).toMatchObject({ code: 'UNAVAILABLE', attempts: 4 });
    expect(down.waits).toEqual([250, 500, 1_000]);
    const long = client({ status: 503, headers: { 'retry-after': '3600' } });
    expect(await rejection(long.agents.read('x'))).toMatchObject({ retryAfter: 3_600, attempts: 1 });
    expect(long.waits).toEqual([]);
  });

  it('randomizes its backoff between half and full', () => {
    const error = new DragomanError('UNAVAILABLE', { message: '', retryable: true, status: 503 });
    const at = (attempt: number, random: number) =>
      planRetry(error, {
        policy: { attempts: 20, maxDelayMs: 1e9 },
        attempt,
        sent: attempt,
        waitedMs: 0,
        repeatable: true,
        random,
      });
    expect([at(1, 0), at(1, 0.999_999), at(3, 0), at(12, 0.5)]).toEqual([250, 500, 1_000, 11_250]);
  });

  it('retries idempotent requests after a connection error or timeout', async () => {
    const broken = client('broken', { ...found, status: 201 });
    expect(await broken.agents.register(freightDesk)).toMatchObject({ created: true });
    const silent = client('silent', found);
    expect(await silent.agents.read('freight-desk')).toMatchObject({ outcome: 'read' });
  });

  it('does not retry a registration without id when its outcome is unknown, and says so', async () => {
    for (const [line, code] of [
      ['broken', 'CONNECTION_FAILED'],
      ['silent', 'TIMED_OUT'],
    ] as const) {
      const unclear = client(line, { ...found, status: 201 });
      const error = (await rejection(unclear.agents.register(withoutId))) as DragomanError;
      expect(error).toMatchObject({ code, attempts: 1, retryable: true });
      expect(error.message).toContain('unknown whether');
      expect(unclear.received).toHaveLength(1);
    }
    const gateway = client({ status: 502 }, { ...found, status: 201 });
    expect(await rejection(gateway.agents.register(withoutId))).toMatchObject({ code: 'UPSTREAM_ERROR', attempts: 1 });
    // A rate limit is checked before any work is done.
    const limited = client({ status: 429 }, { ...found, status: 201 });
    expect(await limited.agents.register(withoutId)).toMatchObject({ created: true });
  });

  it('does not repeat a call that timed out and that the gateway cancels when its caller leaves', async () => {
    const left = client('silent', { body: {} });
    const options = { signal: new AbortController().signal, timeoutMs: 50, idempotencyKey: 'one' };
    const error = (await rejection(left.agents.invoke('freight-desk', {}, options))) as DragomanError;
    expect(error).toMatchObject({ code: 'TIMED_OUT', attempts: 1 });
    expect(error.message).toContain('may have taken effect');
    expect(left.received).toHaveLength(1);
    const kept = client('silent', { body: {} });
    await kept.agents.invoke('freight-desk', {}, { timeoutMs: 50, idempotencyKey: 'one' });
    expect(kept.received).toHaveLength(2);
  });

  it('ends when the caller aborts, also while waiting', async () => {
    const controller = new AbortController();
    const registry = scriptedRegistry({ status: 503, headers: { 'retry-after': '50' } });
    const patient = createClient({ baseUrl: 'https://registry.example', fetch: registry.fetch });
    const call = rejection(patient.agents.read('x', { signal: controller.signal }));
    await Promise.resolve();
    controller.abort(new Error('enough'));
    expect(await call).toMatchObject({ code: 'ABORTED' });
  });
});
