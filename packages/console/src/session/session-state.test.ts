/** Tests the session of the page against a server whose session ends. */
import type { Fetch } from '@dragoman/sdk';
import { describe, expect, it } from 'vitest';
import { createSessionState } from './session-state.js';

const answer = (status: number, body: unknown = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** A server that knows one session at a time; each answer waits until it is released. */
function open() {
  let isLoggedIn = false;
  const held: (() => void)[] = [];
  const typing: (() => void)[] = [];
  const send: Fetch = async (input, init) => {
    if (String(input).endsWith('/session')) {
      isLoggedIn = true;
      return answer(200, { access: 'session', caller: { kind: 'key', subject: 'ada', scopes: [] } });
    }
    const status = isLoggedIn ? 200 : 401;
    if (init.headers !== undefined) await new Promise<void>((resolve) => held.push(resolve));
    return answer(status);
  };
  const untilNotTyping = () => new Promise<void>((resolve) => typing.push(resolve));
  return { session: createSessionState('http://127.0.0.1:1', send, untilNotTyping), held, typing };
}

describe('a request after the session has ended', () => {
  it('waits for the login and is repeated', async () => {
    const { session } = open();
    const asked = session.fetch('http://127.0.0.1:1/agents', {});
    await expect.poll(() => session.snapshot().loginOpen).toBe(true);
    await session.login('key');
    expect((await asked).status).toBe(200);
  });

  it('fails when the person cancels', async () => {
    const { session } = open();
    const asked = session.fetch('http://127.0.0.1:1/agents', {});
    await expect.poll(() => session.snapshot().loginOpen).toBe(true);
    session.cancelLogin();
    expect((await asked).status).toBe(401);
  });

  it('is repeated without a second login when its answer arrives after the login', async () => {
    const { session, held } = open();
    const slow = session.fetch('http://127.0.0.1:1/agents', { headers: { slow: 'yes' } });
    await expect.poll(() => held).toHaveLength(1);
    await session.login('key');
    held[0]?.();
    await expect.poll(() => held).toHaveLength(2);
    held[1]?.();
    expect((await slow).status).toBe(200);
    expect(session.snapshot().loginOpen).toBe(false);
  });

  it('opens no login for a request of the background until nobody types', async () => {
    const { session, typing } = open();
    const stream = session.fetchInBackground('http://127.0.0.1:1/events', {});
    await expect.poll(() => typing).toHaveLength(1);
    expect(session.snapshot().loginOpen).toBe(false);
    typing[0]?.();
    await expect.poll(() => session.snapshot().loginOpen).toBe(true);
    await session.login('key');
    expect((await stream).status).toBe(200);
  });

  it('opens none at all for a request of the background that was left, or that another login has served', async () => {
    const { session, typing } = open();
    const left = new AbortController();
    const streams = [{ signal: left.signal }, {}].map((init) =>
      session.fetchInBackground('http://127.0.0.1:1/events', init),
    );
    await expect.poll(() => typing).toHaveLength(2);
    left.abort();
    expect((await streams[0])?.status).toBe(401);
    await session.login('key');
    expect((await streams[1])?.status).toBe(200);
    for (const end of typing) end();
    await Promise.resolve();
    expect(session.snapshot().loginOpen).toBe(false);
  });
});
