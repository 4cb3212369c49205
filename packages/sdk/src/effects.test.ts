import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.js';
import { rejection, scriptedRegistry } from './registry.support.js';

const body = { id: 'desk/1', operation: 'pay', impact_reason: '', chosen: {}, described: {} };

describe('effects of operations', () => {
  it('are read and replaced', async () => {
    const { fetch, received } = scriptedRegistry({ body }, { body }, { body: {} });
    const { agents } = createClient({ baseUrl: 'https://registry.example', fetch, sleep: async () => {} });
    expect(await agents.effects('desk/1', 'pay')).toMatchObject(body);
    await agents.chooseEffects('desk/1', 'pay', { impact: 'irreversible' }, { ifMatch: '"r1"' });
    expect(received.map(({ method, url, body: sent }) => [method, url.pathname, sent])).toEqual([
      ['GET', '/agents/desk%2F1/operations/pay/effects', undefined],
      ['PUT', '/agents/desk%2F1/operations/pay/effects', { impact: 'irreversible' }],
    ]);
    expect(await rejection(agents.effects('a', 'b'))).toMatchObject({ code: 'INVALID_RESPONSE' });
  });

  it('are foreseen without a change', async () => {
    const foreseen = { dry_run: true, would_change: true, reversible: true, operation_effects: body };
    const { fetch, received } = scriptedRegistry({ body: foreseen }, { body });
    const { agents } = createClient({ baseUrl: 'https://registry.example', fetch, sleep: async () => {} });
    expect(await agents.foreseeEffects('desk/1', 'pay', { confirm: true })).toEqual({ changes: true, after: body });
    expect(received[0]?.headers.get('x-dry-run')).toBe('true');
    expect(received[0]?.body).toEqual({ confirm: true });
    expect(await rejection(agents.foreseeEffects('a', 'b', {}))).toMatchObject({ code: 'INVALID_RESPONSE' });
  });
});
