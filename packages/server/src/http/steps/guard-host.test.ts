import { describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.js';
import { PlainHeaders, PlainRequest } from '../plain-request.js';
import { createGuardHost } from './guard-host.js';

function callOf(host: string): Exchange {
  const request = new PlainRequest({
    method: 'POST',
    target: '/agents/a/mcp',
    headers: new PlainHeaders({ host }),
    isEncrypted: false,
    hasLeft: () => false,
    onClose: () => undefined,
    whole: () => new Uint8Array(),
  });
  return new Exchange({ request, target: '/agents/a/mcp', clientAddress: '127.0.0.1', certificate: undefined });
}

describe('the guard of an open server', () => {
  it('looks at the name in every call, whatever the one before was called by', async () => {
    const guard = createGuardHost({ isOpen: () => true, origins: [] });
    const pass = async (host: string) => {
      try {
        return (await guard(callOf(host), async () => new Response(null, { status: 204 }))).status;
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
