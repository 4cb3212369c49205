import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { AnswerOutcome, Call } from '../../../gateway/call.js';
import { createCall, createTarget } from '../../../gateway/gateway.support.js';
import { isStream, replyBytes } from '../../../transport/http-reply.js';
import { answerWithProgress } from './answer-with-progress.js';

const answer = (change: Partial<AnswerOutcome> = {}): AnswerOutcome => ({
  kind: 'answer',
  status: 200,
  body: { text: 'line\nbreak' },
  headers: {},
  findings: [],
  replayed: false,
  ...change,
});

const callOf = () => createCall({ wantsStream: true, target: createTarget() });

/** Events of a reply as pairs of name and value. */
async function eventsOf(reply: Awaited<ReturnType<typeof answerWithProgress>>) {
  expect(reply.headers['content-type']).toBe('text/event-stream');
  const text = new TextDecoder().decode(await replyBytes(reply));
  return text
    .split('\n\n')
    .filter((part) => part !== '')
    .map((part) => {
      const [, name = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(part) ?? [];
      return [name, JSON.parse(data)];
    });
}

const withProgress = (end: () => AnswerOutcome) => async (call: Call) => {
  call.onProgress?.({ progress: 1, total: 2, message: 'half', progressToken: 'ours' });
  await new Promise((resolve) => setImmediate(resolve));
  call.onProgress?.({ progress: 'much', message: 'm'.repeat(5000) });
  return end();
};

describe('a call whose caller accepts events', () => {
  it('is answered as usual when no progress was reported', async () => {
    const reply = await answerWithProgress(callOf(), async () => answer());
    expect([reply.status, reply.headers['content-type'], isStream(reply)]).toEqual([200, 'application/json', false]);
    await expect(answerWithProgress(callOf(), () => Promise.reject(new Failure('NOT_FOUND')))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('gets progress, the output and the end, marked as output of the service', async () => {
    const findings = [{ code: 'gateway/output-mismatch' }] as never;
    const reply = await answerWithProgress(
      callOf(),
      withProgress(() => answer({ findings })),
    );
    expect(reply.headers['x-dragoman-trust']).toBe('untrusted');
    expect(await eventsOf(reply)).toEqual([
      ['progress', { progress: 1, total: 2, message: 'half' }],
      ['progress', { progress: 0, message: 'm'.repeat(1000) }],
      ['output', { text: 'line\nbreak' }],
      ['done', { status: 200, findings: ['gateway/output-mismatch'] }],
    ]);
  });

  it('gets failures and errors of the service as the last event', async () => {
    const failed = await answerWithProgress(
      callOf(),
      withProgress(() => {
        throw new Failure('UPSTREAM_TIMEOUT');
      }),
    );
    expect((await eventsOf(failed)).at(-1)).toMatchObject(['error', { code: 'UPSTREAM_TIMEOUT', status: 504 }]);
    const refused = await answerWithProgress(
      callOf(),
      withProgress(() => answer({ status: 409, body: { detail: 'taken' } })),
    );
    expect((await eventsOf(refused)).at(-1)).toMatchObject(['error', { code: 'CONFLICT', status: 409 }]);
  });

  it('cancels the call when its reader leaves', async () => {
    let signal: AbortSignal | undefined;
    const reply = await answerWithProgress(callOf(), (call) => {
      signal = call.signal;
      call.onProgress?.({ progress: 1 });
      return new Promise(() => undefined);
    });
    if (!isStream(reply)) throw new Error('not a stream');
    expect(signal?.aborted).toBe(false);
    await reply.body.cancel();
    expect(signal?.aborted).toBe(true);
  });
});
