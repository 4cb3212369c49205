import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.js';
import { rejection, scriptedRegistry } from './registry.support.js';

const texts = { id: 'desk/1', held: 0, released: 0, texts: [] };

function open(...script: Parameters<typeof scriptedRegistry>) {
  const { fetch, received } = scriptedRegistry(...script);
  const client = createClient({ baseUrl: 'https://registry.example', fetch, sleep: async () => {} });
  return { agents: client.agents, received };
}

describe('held texts of services', () => {
  it('are listed, released and held again by their hashes', async () => {
    const { agents, received } = open({ body: texts }, { body: texts }, { body: texts });
    expect(await agents.heldTexts('desk/1')).toEqual(texts);
    await agents.releaseTexts('desk/1', ['sha256:1']);
    await agents.holdTexts('desk/1', ['sha256:1']);
    expect(received.map(({ method, url, body }) => [method, url.pathname, body])).toEqual([
      ['GET', '/agents/desk%2F1/held-texts', undefined],
      ['POST', '/agents/desk%2F1/held-texts/release', { texts: ['sha256:1'] }],
      ['POST', '/agents/desk%2F1/held-texts/hold', { texts: ['sha256:1'] }],
    ]);
    expect(await rejection(open({ body: {} }).agents.heldTexts('a'))).toMatchObject({ code: 'INVALID_RESPONSE' });
  });
});
