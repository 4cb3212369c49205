import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.js';
import { rejection, scriptedRegistry } from './registry.support.js';

const shown = { id: 'desk', name: 'Desk', tools: [] };

function open(...script: Parameters<typeof scriptedRegistry>) {
  const { fetch, received } = scriptedRegistry(...script);
  let made = 0;
  const newId = () => {
    made += 1;
    return `key-${made}`;
  };
  const client = createClient({ baseUrl: 'https://registry.example', fetch, sleep: async () => {}, newId });
  return { ...client, received };
}

async function all<T>(items: AsyncGenerator<T, void>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('toolsets', () => {
  it('are created, read, changed, decided on and removed at their URLs', async () => {
    const answer = { body: shown, headers: { etag: '"d1-o"' } };
    const { toolsets, received } = open(answer, answer, answer, answer, answer, { status: 204 });
    expect(await toolsets.create({ id: 'desk', name: 'Desk' })).toEqual({ toolset: shown, etag: '"d1-o"' });
    await toolsets.read('desk');
    await toolsets.replace('desk', { name: 'Desk' }, { ifMatch: '"d1-o"' });
    await toolsets.decide('desk', { accept: 'all' });
    await toolsets.rollBack('desk', 3);
    await toolsets.remove('desk', { ifMatch: '"d2-o"' });
    expect(received.map(({ method, url, headers }) => [method, url.pathname, headers.get('if-match')])).toEqual([
      ['POST', '/toolsets', null],
      ['GET', '/toolsets/desk', null],
      ['PUT', '/toolsets/desk', '"d1-o"'],
      ['POST', '/toolsets/desk/updates', null],
      ['POST', '/toolsets/desk/roll-back', null],
      ['DELETE', '/toolsets/desk', '"d2-o"'],
    ]);
    expect(received[4]?.body).toEqual({ version: 3 });
  });

  it('are foreseen without a change', async () => {
    const foreseen = { dry_run: true, would_change: true, reversible: true, outcome: 'updated', toolset: shown };
    const { toolsets, received } = open({ body: foreseen }, { body: shown });
    expect(await toolsets.foresee('desk', { name: 'Desk' })).toEqual({ changes: true, toolset: shown });
    expect(received[0]).toMatchObject({ method: 'PUT', url: { pathname: '/toolsets/desk' }, body: { name: 'Desk' } });
    expect(received[0]?.headers.get('x-dry-run')).toBe('true');
    expect(await rejection(toolsets.foresee('desk', { name: 'Desk' }))).toMatchObject({ code: 'INVALID_RESPONSE' });
  });

  it('are created once, however often the connection fails', async () => {
    const { toolsets, received } = open('broken', { status: 201, body: shown });
    await toolsets.create({ name: 'Desk' });
    expect(received.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['key-1', 'key-1']);
  });

  it('are listed page after page, with their updates, versions and available tools', async () => {
    const next = { headers: { link: '</toolsets?cursor=x>; rel="next"' } };
    const { toolsets, received } = open(
      { body: { toolsets: [{ id: 'a' }] }, ...next },
      { body: { toolsets: [{ id: 'b' }] } },
      { body: { updates: [{ kind: 'removed' }] } },
      { body: { versions: [{ version: 1 }] } },
      { body: { tools: [{ name: 'x' }] } },
    );
    expect(await all(toolsets.list())).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(await toolsets.updates('desk', { stayed: true })).toEqual([{ kind: 'removed' }]);
    expect(await all(toolsets.versions('desk'))).toEqual([{ version: 1 }]);
    const conditions = {
      text: 'tide',
      tags: ['a', 'b'],
      agents: ['x', 'y'],
      sources: ['s'],
      version: 2,
      order: 'name',
    };
    await all(toolsets.offers(conditions as Parameters<typeof toolsets.offers>[0]));
    const query = received.at(-1)?.url.search;
    expect(query).toBe('?top=200&text=tide&tags=a%2Cb&agent=x&agent=y&source=s&version=2&order=name');
  });

  it('are exported only in a supported format; invalid responses are reported', async () => {
    const body = { format: 'dragoman-toolset', format_version: 1, tools: [] };
    expect(await open({ body }).toolsets.export('desk')).toEqual(body);
    expect(await rejection(open({ body: {} }).toolsets.export('desk'))).toMatchObject({ code: 'INVALID_RESPONSE' });
    expect(await rejection(open({ body: {} }).toolsets.read('desk'))).toMatchObject({ code: 'INVALID_RESPONSE' });
  });
});

describe('sources', () => {
  it('follow their vendors, and report their health and changes', async () => {
    const source = { id: 's', url: 'https://a.example/tools', agent_ids: [] };
    const { sources, received } = open(
      { status: 201, body: { sources: [source], created: 1 } },
      { body: source },
      { body: { changes: [{ number: 2 }] } },
      { body: {} },
      { status: 204 },
    );
    await sources.create(['https://a.example'], {
      kind: 'nact',
      name: 'A',
      visibility: 'private',
      intervalSeconds: 60,
    });
    expect(await sources.read('s')).toEqual(source);
    expect(await all(sources.changes('s'))).toEqual([{ number: 2 }]);
    await sources.putCredential('s', { name: 'key', kind: 'bearer', secret: { token: 'otter' } });
    await sources.removeCredential('s');
    expect(received[0]?.body).toEqual({
      urls: ['https://a.example'],
      interval_seconds: 60,
      kind: 'nact',
      name: 'A',
      visibility: 'private',
    });
    expect(received.slice(3).map(({ method, url }) => [method, url.pathname])).toEqual([
      ['PUT', '/sources/s/credential'],
      ['DELETE', '/sources/s/credential'],
    ]);
  });
});
