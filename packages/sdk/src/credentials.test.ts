import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.js';
import { rejection, scriptedRegistry } from './registry.support.js';

const shown = { id: 'c-1', agent_id: 'desk/1', kind: 'bearer', name: 'token', for: 'everyone' };
const request = { name: 'token', kind: 'bearer', secret: { token: 'otter' } } as const;

function open(...script: Parameters<typeof scriptedRegistry>) {
  const { fetch, received } = scriptedRegistry(...script);
  const client = createClient({ baseUrl: 'https://registry.example', fetch, sleep: async () => {} });
  return { credentials: client.credentials, received };
}

describe('credentials of services', () => {
  it('are listed, stored, replaced and removed at their URLs', async () => {
    const { credentials, received } = open(
      { body: { credentials: [shown] } },
      { status: 201, body: shown },
      { body: shown },
      { status: 204 },
    );
    expect(await credentials.list('desk/1')).toEqual([shown]);
    expect(await credentials.add('desk/1', { ...request, for: 'me' })).toEqual(shown);
    expect(await credentials.replace('desk/1', 'c-1', request)).toEqual(shown);
    expect(await credentials.remove('desk/1', 'c-1')).toBeUndefined();
    expect(received.map(({ method, url, body }) => [method, url.pathname, body])).toEqual([
      ['GET', '/agents/desk%2F1/credentials', undefined],
      ['POST', '/agents/desk%2F1/credentials', { ...request, for: 'me' }],
      ['PUT', '/agents/desk%2F1/credentials/c-1', request],
      ['DELETE', '/agents/desk%2F1/credentials/c-1', undefined],
    ]);
  });

  it('are previewed with the request of the change, which stores nothing', async () => {
    const effect = { outcome: 'created', before: { requiring: 2, callable: 0 }, after: { requiring: 2, callable: 2 } };
    const { credentials, received } = open({ body: effect }, { body: effect }, { body: effect }, { body: {} });
    expect(await credentials.preview('desk', { request })).toEqual(effect);
    await credentials.preview('desk', { request, id: 'c-1' });
    await credentials.preview('desk', { id: 'c-1' });
    expect(received.map(({ method, url, headers }) => [method, url.pathname, headers.get('x-dry-run')])).toEqual([
      ['POST', '/agents/desk/credentials', 'true'],
      ['PUT', '/agents/desk/credentials/c-1', 'true'],
      ['DELETE', '/agents/desk/credentials/c-1', 'true'],
    ]);
    expect(await rejection(credentials.preview('desk', { id: 'c-1' }))).toMatchObject({ code: 'INVALID_RESPONSE' });
  });

  it('are read with those that the service accepts', async () => {
    const accepted = [{ type: 'api_key', in: 'header', name: 'X-Key', operations: 3, missing: 1 }];
    const { credentials } = open({ body: { credentials: [shown], accepted } });
    expect(await credentials.read('desk')).toEqual({ credentials: [shown], accepted });
  });

  it('are not stored twice after a connection error, and no error repeats the secret', async () => {
    const { credentials, received } = open('broken');
    const error = await rejection(credentials.add('desk', request));
    expect(error).toMatchObject({ code: 'CONNECTION_FAILED' });
    expect(received).toHaveLength(1);
    expect(JSON.stringify(error) + String(error)).not.toContain('otter');
    const odd = await rejection(open({ body: {} }).credentials.add('desk', request));
    expect(odd).toMatchObject({ code: 'INVALID_RESPONSE' });
  });
});
