import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.js';
import { rejection, scriptedRegistry } from './registry.support.js';

describe('the comparison of descriptions', () => {
  it('sends both sides, and asks for a report only when one is wanted', async () => {
    const body = { changes: [], counts: {}, breaking: false, left_out: 0, versions: {} };
    const { fetch, received } = scriptedRegistry({ body }, { body: { ...body, report: '#' } }, { body: {} });
    const client = createClient({ baseUrl: 'https://registry.example', fetch, sleep: async () => {} });
    expect(await client.compareDescriptions({ openapi: '3.1.0' }, 'openapi: 3.1.0')).toMatchObject(body);
    expect(await client.compareDescriptions('a', 'b', { report: 'markdown' })).toMatchObject({ report: '#' });
    expect(received.map(({ method, url, body: sent }) => [method, `${url.pathname}${url.search}`, sent])).toEqual([
      ['POST', '/comparisons', { before: { openapi: '3.1.0' }, after: 'openapi: 3.1.0' }],
      ['POST', '/comparisons?report=markdown', { before: 'a', after: 'b' }],
    ]);
    expect(await rejection(client.compareDescriptions('a', 'b'))).toMatchObject({ code: 'INVALID_RESPONSE' });
  });
});
