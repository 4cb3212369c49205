import { createReply } from '@dragoman/core/http';
import { describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.js';
import { QuickRequest } from '../quick/quick-request.js';
import { RequestHeaders } from '../request-headers.js';
import { createGuardHost } from './guard-host.js';

function callOf(host: string): Exchange {
  const head = { method: 'POST', target: '/agents/a/mcp', headers: new RequestHeaders({ host }), length: 0 };
  const request = new QuickRequest(
    { answered: 0, isClosed: false, onLeaving: () => undefined },
    head,
    new Uint8Array(),
  );
  return new Exchange({ request, target: '/agents/a/mcp', clientAddress: '127.0.0.1', certificate: undefined });
}

describe('the host guard of an open server', () => {
  it('checks the host name of every call, independent of the call before', async () => {
    const guard = createGuardHost({ isOpen: () => true, origins: [] });
    const pass = async (host: string) => {
      try {
        return (await guard(callOf(host), async () => createReply(null, { status: 204 }))).status;
      } catch (thrown) {
        return (thrown as { code: string }).code;
      }
    };
    const answers: unknown[] = [];
    for (const host of ['localhost:1', 'localhost:1', 'evil.example', 'localhost:1', 'evil.example', 'LOCALHOST']) {
      answers.push(await pass(host));
    }
    expect(answers).toEqual([204, 204, 'FORBIDDEN', 204, 'FORBIDDEN', 204]);
  });
});
