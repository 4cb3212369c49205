/**
 * Conditional reads through the gateway: an entity tag for reads over GET, 304 for a client that has the current state,
 * everything else unchanged.
 */
import type { Operation } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { Call } from '../gateway/call.js';
import { createCall, createTarget } from '../gateway/gateway.support.js';
import { answerConditionally } from './conditional-answer.js';
import { createReply } from './http-reply.js';
import { toWebResponse } from './web-adapter.js';

const address = 'https://here.example/agents/a/agis/berths';

function callOf(change: Partial<Operation> = {}, repairs = {}): Call {
  const target = createTarget({ impact: 'informational', ...change });
  return createCall({
    target: { ...target, stored: { ...target.stored, entry: { ...target.stored.entry, repairs } } },
  });
}

async function ask(body: string, { call = callOf(), method = 'GET', tag = '', status = 200 } = {}): Promise<Response> {
  const request = new Request(address, { method, headers: tag === '' ? {} : { 'If-None-Match': tag } });
  const headers = { 'Content-Type': 'application/json', 'X-Dragoman-Trust': 'untrusted' };
  return toWebResponse(await answerConditionally(request, call, createReply(body, { status, headers })));
}

describe('a read over GET', () => {
  it('[PROF-RESP-05] is answered 304 without a body for a client with the current tag, and in full once it has changed', async () => {
    const first = await ask('{"free":3}');
    const tag = first.headers.get('etag') ?? '';
    expect([first.status, await first.text(), tag]).toEqual([
      200,
      '{"free":3}',
      expect.stringMatching(/^"[\w-]{22}"$/),
    ]);
    const again = await ask('{"free":3}', { tag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    expect(again.headers.get('content-type')).toBeNull();
    const changed = await ask('{"free":2}', { tag });
    expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false]);
  });

  it('may be cached by the client, which must revalidate it before reuse', async () => {
    expect((await ask('{}')).headers.get('cache-control')).toBe('private, no-cache');
  });

  it.each([
    ['a call by POST', { method: 'POST' }],
    ['an operation with an effect', { call: callOf({ impact: 'reversible' }) }],
    ['a failure', { status: 404 }],
    ['an entry with the repair disabled', { call: callOf({}, { 'conditional-reads': false }) }],
  ])('does not apply to %s', async (_, asked) => {
    const response = await ask('{}', { ...asked, tag: '*' });
    expect([response.headers.has('etag'), await response.text()]).toEqual([false, '{}']);
  });
});
