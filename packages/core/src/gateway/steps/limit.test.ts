/** Rate limits per caller and service. */
import { describe, expect, it } from 'vitest';
import { local } from '../../access/caller.js';
import { ann, bob, createCall, createEntry, createOperation, createTestGateway } from '../gateway.support.js';

describe('limit', () => {
  it('counts by caller and service, reports the rate limit, and recovers', async () => {
    const test = await createTestGateway({ callsPerMinute: 2 });
    await test.put(createEntry({ id: 'other' }));
    const first = createCall();
    await test.gateway.invoke(first);
    expect(first.rateLimitHeaders?.()).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-remaining': '1' });
    await test.invoke();
    await expect(test.invoke()).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfter: 30,
      headers: { 'ratelimit-remaining': '0' },
    });
    await expect(test.invoke({ caller: bob })).resolves.toBeDefined();
    await expect(test.invoke({ caller: ann, agentId: 'other' })).resolves.toBeDefined();
    test.pass(30);
    await expect(test.invoke()).resolves.toBeDefined();
    expect(test.sent).toHaveLength(5);
  });

  it('gives the single caller of an open local server its own rate limit', async () => {
    const test = await createTestGateway({ callsPerMinute: 1, localCallsPerMinute: 2 });
    for (let time = 0; time < 2; time += 1) await test.invoke({ caller: local });
    await expect(test.invoke({ caller: local })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('counts every item of a batch, all of them or none', async () => {
    const test = await createTestGateway({ callsPerMinute: 3 });
    await test.put(createEntry({ operations: [createOperation({ safety: { batch: true } })] }));
    const items = (count: number) => ({ input: Array.from({ length: count }, () => ({ text: 'x' })) });
    await test.invoke(items(2));
    await expect(test.invoke(items(2))).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(test.invoke(items(1))).resolves.toBeDefined();
    test.pass(60);
    await expect(test.invoke(items(5))).resolves.toBeDefined();
    expect(test.sent).toHaveLength(8);
  });
});
