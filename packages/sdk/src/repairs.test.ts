import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.js';
import { rejection, scriptedRegistry } from './registry.support.js';

const repairs = { id: 'desk/1', operations: 1, repairs: [] };
const profile = { id: 'desk/1', basis: 'entry', score: { upstream: 40, here: 60 }, rules: [], label: [] };

function open(...script: Parameters<typeof scriptedRegistry>) {
  const { fetch, received } = scriptedRegistry(...script);
  const client = createClient({ baseUrl: 'https://registry.example', fetch, sleep: async () => {} });
  return { agents: client.agents, received };
}

describe('repairs of services', () => {
  it('are read with their ETag, switched for that state, and assessed', async () => {
    const { agents, received } = open(
      { body: repairs, headers: { etag: '"r1"' } },
      { body: repairs },
      { body: profile },
      { body: { ...profile, basis: 'description' } },
    );
    expect(await agents.repairs('desk/1')).toEqual({ ...repairs, etag: '"r1"' });
    await agents.switchRepairs('desk/1', { truncation: true }, { ifMatch: '"r1"' });
    expect(await agents.profile('desk/1')).toMatchObject({ score: { upstream: 40, here: 60 } });
    expect(await agents.profile('desk/1', { description: { openapi: '3.1.0' } })).toMatchObject({
      basis: 'description',
    });
    expect(
      received.map(({ method, url, body, headers }) => [method, url.pathname, body, headers.get('if-match')]),
    ).toEqual([
      ['GET', '/agents/desk%2F1/repairs', undefined, null],
      ['PUT', '/agents/desk%2F1/repairs', { repairs: { truncation: true } }, '"r1"'],
      ['GET', '/agents/desk%2F1/profile', undefined, null],
      ['POST', '/agents/desk%2F1/profile', { document: { openapi: '3.1.0' } }, null],
    ]);
  });

  it('are distinguished from other responses', async () => {
    expect(await rejection(open({ body: {} }).agents.repairs('a'))).toMatchObject({ code: 'INVALID_RESPONSE' });
    expect(await rejection(open({ body: [] }).agents.profile('a'))).toMatchObject({ code: 'INVALID_RESPONSE' });
  });
});
