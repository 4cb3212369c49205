import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createEntry, createOperation, createTestGateway, json } from './gateway.support.js';
import { readTimeline, Timeline } from './timeline.js';

const namesOf = (text: unknown) => readTimeline(String(text), 0).map(({ part }) => part);

describe('the text of a timeline', () => {
  it('has the start of each part in microseconds, and results', () => {
    let now = 100;
    const timeline = new Timeline(() => now);
    now += 0.25;
    timeline.enter('try');
    now += 3;
    timeline.end(503);
    timeline.enter('wait');
    now += 100;
    timeline.enter('try');
    timeline.end('UPSTREAM_TIMEOUT');
    expect(timeline.text).toBe('access:0 try:250:503 wait:3250 try:103250:UPSTREAM_TIMEOUT');
    expect(readTimeline(timeline.text, 104)).toEqual([
      { part: 'access', startMs: 0, ms: 0.25 },
      { part: 'try', startMs: 0.25, ms: 3, result: '503' },
      { part: 'wait', startMs: 3.25, ms: 100 },
      { part: 'try', startMs: 103.25, ms: 0.75, result: 'UPSTREAM_TIMEOUT' },
    ]);
  });

  it('is bounded: the rest of a long call is one part', () => {
    const timeline = new Timeline(() => 0);
    for (let at = 0; at < 5000; at += 1) {
      timeline.enter('try');
      timeline.end(200);
    }
    expect(timeline.text.length).toBeLessThan(500);
    const parts = readTimeline(timeline.text, 1);
    expect(parts).toHaveLength(41);
    expect(parts.at(-1)).toEqual({ part: 'more', startMs: 0, ms: 1 });
  });

  it.each(['', 'nonsense', 'try:x', 'try:1:<b>', 'constructor:1', `try:${'9'.repeat(40)}`])(
    'leaves out what is not a part: %j',
    (text) => {
      expect(readTimeline(text, 1)).toEqual([]);
    },
  );
});

describe('the timeline of a call', () => {
  it('has its checks, its try and the check of the output', async () => {
    const test = await createTestGateway();
    await test.invoke();
    const [record] = await test.records();
    expect(namesOf(record?.facts.timeline)).toEqual([
      'access',
      'limit',
      'input',
      'confirm',
      'credential',
      'try',
      'answer',
      'output',
    ]);
  });

  it('ends with the check that refused the call', async () => {
    const test = await createTestGateway();
    await expect(test.invoke({ input: {} })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(test.invoke({ agentId: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    test.script(() => {
      throw new Failure('UPSTREAM_TIMEOUT');
    });
    await expect(test.invoke()).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    const last = (await test.records()).map(({ facts }) => namesOf(facts.timeline).at(-1));
    expect(last).toEqual(['input', 'access', 'try']);
  });

  it('has the idempotency key before and after the call, and only before a replay', async () => {
    const test = await createTestGateway();
    await test.invoke({ idempotencyKey: 'k' });
    await test.invoke({ idempotencyKey: 'k' });
    const [first, second] = (await test.records()).map(({ facts }) => namesOf(facts.timeline));
    expect(first?.filter((part) => part === 'ledger')).toHaveLength(2);
    expect(second).toEqual(['access', 'limit', 'ledger']);
  });

  it('has the calls of a batch as one part', async () => {
    const test = await createTestGateway();
    await test.put(createEntry({ operations: [createOperation({ safety: { batch: true } })] }));
    test.script(() => json({ text: 'done' }));
    await test.invoke({ input: Array.from({ length: 50 }, () => ({ text: 'a' })) });
    const [record] = await test.records();
    expect(namesOf(record?.facts.timeline)).toEqual(['access', 'limit', 'input', 'items']);
  });
});
