/** Errors of services reach callers within limits, without stack traces and secrets, and never empty. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createTestGateway, json, reply } from './gateway.support.js';
import { redactText, withheldSecret, withheldTrace } from './redact-text.js';

async function errorOf(body: JsonValue, status = 400, details: 'redact' | 'withhold' | 'pass' = 'redact') {
  const test = await createTestGateway(
    { errorDetails: details, answerBytes: 100_000 },
    { credentialsFor: async () => ({ headers: { authorization: 'Bearer own-credential-1' } }) },
  );
  test.script(() => json(body, status));
  return test.answer();
}

describe('errors of services', () => {
  it('are passed on unchanged, byte for byte, when there is nothing to withhold', async () => {
    const body = { message: 'No berth is free.', password: 'must have 8 characters', retryable: false };
    const answer = await errorOf(body, 409);
    expect(answer).toMatchObject({ status: 409, body, findings: [] });
    expect(new TextDecoder().decode(answer.raw)).toBe(JSON.stringify(body));
  });

  it('lose stack traces and secrets, with a finding', async () => {
    const answer = await errorOf({
      message: 'Boom\n    at load (/srv/app/load.js:10:5)\n    at main (/srv/app/main.js:2:1)\nTry later.',
      stack: ['a', 'b'],
      sent: 'authorization was own-credential-1',
      password: 'hunter2hunter2',
      nested: [{ url: 'postgres://admin:geheim@db/reg' }],
    });
    expect(answer.body).toEqual({
      message: `Boom\n${withheldTrace}\nTry later.`,
      stack: withheldTrace,
      sent: `authorization was ${withheldSecret}`,
      password: withheldSecret,
      nested: [{ url: `postgres://${withheldSecret}@db/reg` }],
    });
    expect(answer.raw).toBeUndefined();
    expect(answer.findings).toMatchObject([{ code: 'gateway/error-details-withheld' }]);
  });

  it.each([{}, [], null, ''])('that say nothing (%j) get an error object of the gateway', async (body) => {
    expect(await errorOf(body, 404)).toMatchObject({
      status: 404,
      body: {
        code: 'NOT_FOUND',
        status: 404,
        detail: expect.stringMatching(/^The service answered 404 without details\. Do not retry it unchanged\. Check/),
        retryable: false,
      },
    });
  });

  it.each(['application/json', ''])('without a body (type "%s") get one too, with their status', async (type) => {
    const test = await createTestGateway();
    test.script(() => reply('', type, 503, { 'retry-after': '7' }));
    expect(await test.answer()).toMatchObject({
      status: 503,
      headers: { 'retry-after': '7' },
      body: {
        code: 'UNAVAILABLE',
        status: 503,
        detail: expect.stringMatching(/^The service answered 503 without details\. You can retry it in 7 seconds\./),
        retry_after: 7,
      },
    });
  });

  it('that may have taken effect say so', async () => {
    const doubtful = { code: 'UPSTREAM_ERROR', retryable: false, outcome_unknown: true };
    const answer = await errorOf({}, 500);
    expect(answer).toMatchObject({ status: 500, body: doubtful, outcomeUnknown: true });
    expect((answer.body as JsonObject).detail).toContain('may have taken effect; do not retry');
  });

  it('of great length are cut', async () => {
    const { body } = await errorOf({ message: 'x'.repeat(20_000) });
    expect(JSON.stringify(body).length).toBeLessThan(4000);
    expect(body).toMatchObject({ code: 'INVALID_INPUT', upstream: { truncated: true } });
  });

  it('are withheld or passed on as the policy says', async () => {
    const body = { stack: 'at x (y.js:1:1)' };
    expect((await errorOf(body, 500, 'pass')).body).toEqual(body);
    expect(JSON.stringify((await errorOf(body, 500, 'withhold')).body)).not.toContain('stack');
  });
});

describe('redactText', () => {
  it.each([
    ['Java', 'Caused by: E\n\tat com.x.Y.z(Y.java:12)\n\t... 12 more', `Caused by: E\n${withheldTrace}`],
    [
      'Python',
      'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    g()\n    ^^^\nValueError: no',
      `${withheldTrace}\nValueError: no`,
    ],
    ['.NET', 'Bad\n   at A.B() in C:\\a.cs:line 12', `Bad\n${withheldTrace}`],
    ['PHP', 'Bad\n#0 /a/b.php(12): f()\n#1 {main}', `Bad\n${withheldTrace}`],
    ['Go', 'panic: no\n\ngoroutine 1 [running]:\n\t/a/b.go:12 +0x1', `panic: no\n\n${withheldTrace}`],
    ['one line', 'E at f (a.js:1:2) at g (b.js:3:4)', `E ${withheldTrace}`],
    ['a token', 'Bearer abcdefghijklmnop rejected', `Bearer ${withheldSecret} rejected`],
    ['a JWT', `x eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl`, `x ${withheldSecret}`],
    ['a cloud key', 'key AKIAABCDEFGHIJKLMNOP!', `key ${withheldSecret}!`],
    ['a parameter', 'GET /x?api_key=abcdef123&b=1', `GET /x?api_key=${withheldSecret}&b=1`],
  ])('removes %s', (_, text, kept) => {
    expect(redactText(text, [])).toBe(kept);
  });

  it.each(['Arrive at 10:30:00 (local time)', 'The token expired.', 'at least 3 items (a, b, c)', 'see #12 (closed)'])(
    'keeps "%s"',
    (text) => {
      expect(redactText(text, [])).toBe(text);
    },
  );
});
