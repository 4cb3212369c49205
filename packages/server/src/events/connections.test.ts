import { describe, expect, it } from 'vitest';
import { createConnections } from './connections.js';

const listed = (caller: string, more: object = {}) => ({
  type: 'tools.listed' as const,
  at: '2026-03-01T00:00:00.000Z',
  caller,
  endpoint: '/mcp',
  tools: 3,
  ...more,
});

describe('connections', () => {
  it('are one per caller, endpoint and client, with the first and the last time', () => {
    const { note, list } = createConnections();
    note(listed('ann', { client: 'Cursor' }));
    note(listed('ann', { client: 'Cursor', at: '2026-03-01T00:00:09.000Z', tools: 4 }));
    note(listed('ann', { endpoint: '/agents/pier/mcp' }));
    note(listed('bob'));
    expect(list('ann')).toMatchObject([
      {
        client: 'Cursor',
        tools: 4,
        firstSeenAt: '2026-03-01T00:00:00.000Z',
        lastSeenAt: '2026-03-01T00:00:09.000Z',
      },
      { endpoint: '/agents/pier/mcp' },
    ]);
    expect(list()).toHaveLength(3);
    expect(new Set(list().map(({ id }) => id)).size).toBe(3);
    expect(list('nobody')).toEqual([]);
  });

  it('are bounded: a caller displaces only its own oldest ones', () => {
    const { note, list } = createConnections();
    note(listed('bob'));
    for (let n = 0; n < 200; n += 1) note(listed('ann', { endpoint: `/agents/${n}/mcp` }));
    expect(list('ann')).toHaveLength(50);
    expect(list('ann').at(-1)?.endpoint).toBe('/agents/199/mcp');
    expect(list('bob')).toHaveLength(1);
    for (let n = 0; n < 1500; n += 1) note(listed(`caller ${n}`));
    expect(list()).toHaveLength(1000);
  });
});
