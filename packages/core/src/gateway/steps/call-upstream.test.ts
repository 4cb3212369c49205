/** What is sent to the service, what is retried, and which answers are valid. */
import type { FailureCode, JsonValue } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { answerFailure } from '../answer-failure.js';
import { bob, createCall, createEntry, createOperation, createTestGateway, json, reply } from '../gateway.support.js';
import { isRepeatable } from '../is-repeatable.js';
import type { UpstreamResponse } from '../upstream.js';

const page =
  '<!DOCTYPE html><html lang="en"><head><title>x</title></head><body><h1>Bad gateway</h1><p>Try &amp; wait.</body></html>';

function fail(code: FailureCode): never {
  throw new Failure(code);
}

describe('call-upstream: the request', () => {
  it('passes on the input, the trace and the correlation id, and nothing else of the caller', async () => {
    const test = await createTestGateway();
    const call = createCall({ requestId: 'req-7' });
    await test.gateway.invoke(call);
    expect(test.sent[0]).toMatchObject({
      url: 'https://echo.example/in',
      method: 'POST',
      body: { text: 'ahoy' },
      headers: { accept: 'application/json', 'x-request-id': 'req-7', 'content-type': 'application/json' },
      traceparent: call.traceparent,
      repeatable: false,
    });
    expect(test.sent[0]).not.toHaveProperty('credential');
    const { account, ...sent } = { ...test.sent[0] };
    expect(account).toBe('caller:ann');
    expect(JSON.stringify(sent)).not.toContain('ann');
  });

  it('sends the gateway’s credential, or the one that the caller brought for the service', async () => {
    const test = await createTestGateway(
      {},
      { credentialsFor: async ({ caller }) => ({ headers: { 'x-api-key': `of ${caller.subject}` } }) },
    );
    await test.invoke();
    await test.invoke({ agentAuthorization: 'Bearer mine' });
    expect(test.sent.map(({ credential }) => credential)).toEqual([
      { headers: { 'x-api-key': 'of ann' } },
      { headers: { authorization: 'Bearer mine' } },
    ]);
  });

  it('passes a key on only where the service supports keys, separated by caller', async () => {
    const test = await createTestGateway();
    await test.invoke({ idempotencyKey: 'k' });
    expect(test.sent[0]?.headers).not.toHaveProperty('idempotency-key');
    await test.put(createEntry({ operations: [createOperation({ safety: { idempotencyKey: true } })] }));
    for (const caller of [bob, { ...bob, subject: 'eve' }]) await test.invoke({ caller, idempotencyKey: 'k' });
    const keys = test.sent.slice(1).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
    expect(keys.every((key) => /^[\w-]{43}$/.test(key ?? ''))).toBe(true);
  });

  it.each<[boolean, Parameters<typeof createOperation>[0], { key?: string; dryRun?: boolean }]>([
    [false, {}, {}],
    [false, {}, { key: 'k' }],
    [false, { impact: 'irreversible' }, {}],
    [false, { impact: 'informational', idempotent: false }, {}],
    [false, { impact: 'informational', derived: ['impact'] }, {}],
    [false, { safety: { idempotencyKey: true } }, {}],
    [true, { idempotent: true }, {}],
    [true, { impact: 'informational' }, {}],
    [true, { safety: { idempotencyKey: true } }, { key: 'k' }],
    [true, { safety: { dryRun: true } }, { dryRun: true }],
    [false, { safety: { dryRun: true } }, {}],
  ])('repeats (%s) by declaration or supported key: %j %j', (expected, operation, { key, dryRun = false }) => {
    const call = { dryRun, ...(key === undefined ? {} : { idempotencyKey: key }) };
    expect(isRepeatable(createOperation(operation), call)).toBe(expected);
  });

  it('names the protocol that it does not support', async () => {
    const test = await createTestGateway();
    const binding = { kind: 'mcp', server: 'https://mcp.example/', tool: 'echo' } as const;
    await test.put(createEntry({ operations: [createOperation({ binding })] }));
    await expect(test.invoke()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining("'mcp'"),
    });
  });

  it('rejects a table with two callers for one kind', async () => {
    const { ports } = await createTestGateway();
    await expect(createTestGateway({}, { callers: [...ports.callers, ...ports.callers] })).rejects.toThrow(
      'Two callers',
    );
  });
});

describe('call-upstream: the answer', () => {
  it('passes every status with JSON on, with the relevant headers', async () => {
    const test = await createTestGateway();
    for (const status of [200, 201, 400, 404, 409, 422, 429, 500, 503]) {
      test.script(() => json({ text: 'x' }, status, { 'retry-after': '7', 'x-powered-by': 'y', etag: '"1"' }));
      const call = createCall();
      expect(await test.gateway.invoke(call)).toMatchObject({
        status,
        body: { text: 'x' },
        headers: { 'retry-after': '7', etag: '"1"' },
      });
      expect(call.facts).toMatchObject({ upstream: 'https://echo.example', attempts: 1, upstreamStatus: status });
    }
    expect((await test.answer()).headers).not.toHaveProperty('x-powered-by');
  });

  it.each<[string, string, number, string]>([
    ['<html>', 'text/html', 200, 'UPSTREAM_ERROR'],
    ['{"text":', 'application/json', 200, 'UPSTREAM_ERROR'],
    ['', 'application/json', 200, 'UPSTREAM_ERROR'],
    ['\ud800', 'application/json', 200, 'UPSTREAM_ERROR'],
    ['[', 'text/event-stream', 200, 'UPSTREAM_ERROR'],
  ])('answers %j of type %j with %i as a failure', async (text, type, status, code) => {
    const test = await createTestGateway();
    test.script(() => reply(text, type, status, { 'retry-after': '9' }));
    await expect(test.invoke()).rejects.toMatchObject({ code, retryAfter: 9 });
    expect((await test.records())[0]).toMatchObject({ code, facts: { upstreamStatus: status, attempts: 1 } });
  });

  it.each<[string | Uint8Array, string, number, JsonValue]>([
    ['oops', 'text/plain', 500, 'oops'],
    ['slow down', 'text/plain', 429, 'slow down'],
    [page, 'text/html', 503, 'Bad gateway\n\nTry & wait.'],
    [page, '', 404, 'Bad gateway\n\nTry & wait.'],
    ['{"broken":', 'application/json', 400, '{"broken":'],
    [new Uint8Array([0x6e, 0x6f, 0xff, 0xfe, 0x21]), 'text/plain', 409, 'no\ufffd!'],
  ])('keeps the status of an error with %j of type %j and %i, and its words', async (text, type, status, body) => {
    const test = await createTestGateway();
    test.script(() => reply(text, type, status, { 'retry-after': '9' }));
    const answer = await test.answer();
    expect(answer).toMatchObject({ status, body, headers: { 'retry-after': '9' } });
    expect(answerFailure(answer)).toMatchObject({ retryAfter: 9, said: body });
  });

  it.each<[string, string | Uint8Array, string]>([
    ['a page without text', '<html></html>', 'text/html'],
    ['an image', new Uint8Array([0x89, 0x50]), 'image/png'],
    ['an endless body', new Uint8Array(2048), 'application/json'],
  ])('has an error object of its own for an error with %s', async (_, text, type) => {
    const test = await createTestGateway({ answerBytes: 1024 });
    test.script(() => reply(text, type, 403));
    expect(await test.answer()).toMatchObject({ status: 403, ownBody: true, body: { code: 'FORBIDDEN' } });
  });

  it('converts a date in Retry-After to seconds', async () => {
    const test = await createTestGateway();
    const headers = { date: 'Sun, 06 Nov 1994 08:49:37 GMT', 'retry-after': 'Sun, 06 Nov 1994 08:50:07 GMT' };
    test.script(() => json({}, 503, headers));
    expect((await test.answer()).headers).toMatchObject({ 'retry-after': '30' });
    test.script(() => json({}, 503, { 'retry-after': 'soon' }));
    expect((await test.answer()).headers).not.toHaveProperty('retry-after');
  });

  it('stops reading at the limit, and releases the service’s connection', async () => {
    const test = await createTestGateway({ answerBytes: 1024 });
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(512)),
      cancel() {
        cancelled = true;
      },
    });
    test.script(() => reply(endless, 'application/json'));
    const failed = { code: 'ANSWER_TOO_LARGE', row: { retryable: false, executed: true } };
    await expect(test.invoke()).rejects.toMatchObject(failed);
    expect(cancelled).toBe(true);
  });

  it('limits the depth of an answer', async () => {
    const test = await createTestGateway();
    test.script(() => reply(`${'['.repeat(3000)}${']'.repeat(3000)}`, 'application/json'));
    await expect(test.invoke()).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
  });

  it('accepts 204 as an answer, and an empty success where the protocol allows one', async () => {
    const test = await createTestGateway();
    test.script(() => reply('', '', 204));
    expect(await test.answer()).not.toHaveProperty('body');
    const [poster] = test.ports.callers;
    if (poster === undefined) throw new Error('no caller');
    const lenient = await createTestGateway({}, { callers: [{ ...poster, emptyAnswers: true }] });
    lenient.script(() => reply('', '', 202));
    expect(await lenient.answer()).toMatchObject({ status: 202 });
  });

  it('passes connection failures on, and reports a canceled call as such', async () => {
    const test = await createTestGateway();
    test.script(() => {
      throw new Failure('UPSTREAM_TIMEOUT', { retryAfter: 3 });
    });
    await expect(test.invoke()).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT', retryAfter: 3 });
    expect((await test.records())[0]?.facts).toMatchObject({ attempts: 1, upstream: 'https://echo.example' });
    const controller = new AbortController();
    test.script(() => {
      controller.abort();
      throw controller.signal.reason;
    });
    await expect(test.invoke({ signal: controller.signal })).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it.each<[string, () => UpstreamResponse]>([
    ['no answer', () => fail('UPSTREAM_TIMEOUT')],
    ['a broken connection', () => fail('UPSTREAM_ERROR')],
    ['a success that cannot be read', () => reply('<html>', 'text/html')],
  ])('PROF-ERR-03, AIDIP-GATE-10: %s after a call that may not be repeated has an unknown outcome', async (_, act) => {
    const test = await createTestGateway();
    test.script(act);
    await expect(test.invoke()).rejects.toMatchObject({ outcomeUnknown: true, row: { retryable: false } });
    const safe = await createTestGateway();
    await safe.put(createEntry({ operations: [createOperation({ idempotent: true })] }));
    safe.script(act);
    await expect(safe.invoke()).rejects.toMatchObject({ outcomeUnknown: false, row: { retryable: true } });
  });

  it('has no doubt about a read, even one that may not be repeated', async () => {
    const test = await createTestGateway();
    await test.put(createEntry({ operations: [createOperation({ impact: 'informational', idempotent: false })] }));
    test.script(() => json({ error: 'boom' }, 500));
    expect(await test.answer()).not.toHaveProperty('outcomeUnknown');
    test.script(() => fail('UPSTREAM_TIMEOUT'));
    await expect(test.invoke()).rejects.toMatchObject({ outcomeUnknown: false, row: { retryable: true } });
  });

  it('PROF-ERR-03: a call that was never sent may be sent again', async () => {
    const send = async () => fail('UNAVAILABLE');
    const test = await createTestGateway({}, { upstream: { send, close: async () => undefined } });
    await expect(test.invoke()).rejects.toMatchObject({ outcomeUnknown: false, row: { retryable: true } });
  });

  it('PROF-ERR-03: marks errors of the service after which the outcome is unknown', async () => {
    const test = await createTestGateway();
    const answers = (status: number) => [() => json({}, status), () => reply('oops', 'text/plain', status)];
    for (const answer of [500, 502, 504].flatMap(answers)) {
      test.script(answer);
      expect(await test.answer()).toMatchObject({ outcomeUnknown: true });
    }
    for (const answer of [[() => json({})], ...[404, 429, 503].map(answers)].flat()) {
      test.script(answer);
      expect(await test.answer()).not.toHaveProperty('outcomeUnknown');
    }
  });

  it('reports a truncated body as an upstream error', async () => {
    const test = await createTestGateway();
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"te'));
      },
      pull: (controller) => controller.error(new Error('ECONNRESET')),
    });
    test.script(() => reply(broken, 'application/json'));
    await expect(test.invoke()).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
  });
});
