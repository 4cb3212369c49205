import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.js';
import { scriptedRegistry } from './registry.support.js';

describe('keys', () => {
  it('are listed from all pages', async () => {
    const next = '</keys?top=200&cursor=c1>; rel="next"';
    const { fetch, received } = scriptedRegistry(
      { body: { keys: [{ id: 'k2' }], count: 2, top: 200 }, headers: { link: next } },
      { body: { keys: [{ id: 'k1' }], count: 2, top: 200 } },
    );
    const { keys } = createClient({ baseUrl: 'https://registry.example', fetch });
    expect((await keys.list()).map(({ id }) => id)).toEqual(['k2', 'k1']);
    expect(received.map(({ url }) => url.search)).toEqual(['?top=200', '?top=200&cursor=c1']);
  });
});
