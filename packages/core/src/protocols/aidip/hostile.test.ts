import { describe, expect, it } from 'vitest';
import { agent, ann, createFace } from './face.support.js';

describe('hostile input', () => {
  it.each([
    ['a body over the limit', `{"name":"${'x'.repeat(1_100_000)}"}`, 413],
    ['ten thousand levels', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 400],
    ['broken UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400],
    ['__proto__', '{"__proto__":{"polluted":true}}', 400],
    ['a nested __proto__', '{"filters":{"__proto__":"x"}}', 400],
    ['a number beyond doubles', '{"top":1e999}', 400],
    ['half a surrogate pair', '{"query":"\\ud800"}', 400],
    ['a member twice', '{"top":1,"top":2}', 400],
    [
      'a hundred thousand filters',
      `{"filters":{${Array.from({ length: 60_000 }, (_, at) => `"f${at}":1`).join()}}}`,
      400,
    ],
    ['a filter of ten thousand values', JSON.stringify({ filters: { tags: Array(10_000).fill('a') } }), 400],
    ['filters as objects', '{"filters":{"tags":{"$ne":1},"x":[[]]}}', 400],
  ])('%s is rejected by registration and search alike', async (_, body, status) => {
    const face = createFace();
    const answers = [await face.send('POST', '/agents', { as: ann, body }), await face.search(body)];
    for (const answer of answers) expect([answer.status, answer.text.length < 20_000]).toEqual([status, true]);
    expect(await face.ports.store.entries.lastSeq()).toBe(0);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect((await face.search({})).status).toBe(200);
    expect(face.log).toEqual([]);
  });

  it.each([
    ['of ten kilobytes', 'x'.repeat(10_240)],
    ['empty', ''],
    ['a dot', '.'],
    ['two dots', '..'],
    ['reserved', 'search'],
    ['reserved, in capitals', 'Public'],
    ['with a control character', 'a\nb'],
    ['with a null character', 'a\u0000b'],
  ])('an id %s is rejected', async (_, id) => {
    const face = createFace();
    const refused = await face.send('POST', '/agents', { as: ann, body: agent('a', { id }) });
    expect(refused.status).toBe(400);
    expect(refused.text.length).toBeLessThan(5000);
    expect((await face.send('GET', '/agents', { as: ann })).ids).toEqual([]);
  });

  it.each([
    'a/b',
    '../etc',
    'a..b',
    'x.json',
    '🚢',
    '%2F',
    '%252F',
    'a b',
    'a+b',
    '?q=1#f',
    'é',
    '\u202Eevil',
    '<script>',
  ])('the id %j is one path segment and survives a round trip', async (id) => {
    const face = createFace();
    const sent = await face.send('POST', '/agents', { as: ann, body: agent(id) });
    if (sent.status === 400) return;
    const path = sent.headers.get('location') ?? '';
    expect(path.split('/')).toHaveLength(3);
    expect((await face.send('GET', path)).object.id).toBe(id);
    expect((await face.send('GET', `${path}/versions`, { as: ann })).status).toBe(200);
    expect((await face.send('DELETE', path, { as: ann })).status).toBe(204);
  });

  it('a lookup with an enormous or malformed id is rejected with a short message', async () => {
    const face = createFace();
    const long = await face.send('GET', `/agents/${'x'.repeat(10_240)}`);
    expect([long.status, long.text.length < 2000]).toEqual([404, true]);
    expect((await face.send('GET', '/agents/%E0%A4%A')).status).toBe(400);
    expect((await face.send('GET', '/agents/%00')).status).toBe(404);
  });

  it('headers full of nonsense do no harm', async () => {
    const face = createFace();
    await face.register(agent('a'));
    const headers = {
      'If-None-Match': '"'.repeat(5000),
      'If-Modified-Since': 'x'.repeat(5000),
      Accept: '*/*,'.repeat(2000),
    };
    expect((await face.send('GET', '/agents/a', { headers })).status).toBe(200);
    const put = { as: ann, body: agent('a') };
    expect((await face.send('PUT', '/agents/a', { ...put, headers: { 'If-Match': ','.repeat(5000) } })).status).toBe(
      400,
    );
    expect((await face.send('PUT', '/agents/a', { ...put, headers: { 'X-Dry-Run': 'perhaps' } })).status).toBe(400);
  });
});

describe('an endpoint that points back to the gateway for the same agent', () => {
  it('is rejected, whether the id is in the document or in the URL', async () => {
    const face = createFace();
    await face.register(agent('a'));
    const loop = { endpoint: 'https://registry.test/agents/a/invoke' };
    const posted = await face.send('POST', '/agents', { as: ann, body: agent('a', loop) });
    const put = await face.send('PUT', '/agents/a', { as: ann, body: agent(undefined, loop) });
    expect([posted.status, put.status]).toEqual([400, 400]);
    expect(put.object.field_errors).toMatchObject([{ field: 'endpoint' }]);
    const other = await face.send('PUT', '/agents/a', {
      as: ann,
      body: agent(undefined, { endpoint: 'https://registry.test/agents/b/invoke' }),
    });
    expect(other.status).toBe(200);
  });
});

describe('dry runs', () => {
  it.each([
    { path: '?dry_run=true', headers: {} },
    { path: '', headers: { 'X-Dry-Run': 'true' } },
  ])('report what would happen and change nothing: %j', async ({ path, headers }) => {
    const face = createFace();
    await face.register(agent('a'));
    const before = [await face.ports.store.entries.lastSeq(), (await face.send('GET', '/agents/a')).text];
    const send = (method: string, target: string, body?: unknown) =>
      face.send(method, `${target}${path}`, { as: ann, body, headers: headers as Record<string, string> });

    const created = await send('POST', '/agents', agent(undefined));
    expect(created.status).toBe(200);
    expect(created.object).toMatchObject({ dry_run: true, would_change: true, reversible: true, outcome: 'created' });
    expect(created.object.agent).not.toHaveProperty('id');
    const updated = await send('PUT', '/agents/a', agent('a', { description: 'Changed.' }));
    expect(updated.object).toMatchObject({ outcome: 'updated', agent: { id: 'a', description: 'Changed.' } });
    expect((await send('PUT', '/agents/a', agent('a'))).object).toMatchObject({
      outcome: 'unchanged',
      would_change: false,
    });
    expect((await send('DELETE', '/agents/a')).object).toMatchObject({ outcome: 'deleted', undo: 'agents_restore' });
    expect((await send('POST', '/agents', {})).status).toBe(400);
    expect((await send('DELETE', '/agents/none')).status).toBe(404);

    expect([await face.ports.store.entries.lastSeq(), (await face.send('GET', '/agents/a')).text]).toEqual(before);
    expect((await face.search({})).ids).toEqual(['a']);
  });

  it('are never mistaken for real changes', async () => {
    const face = createFace();
    await face.register(agent('a'));
    const misspelt = await face.send('DELETE', '/agents/a?dry_rnu=true', { as: ann });
    expect(misspelt.status).toBe(400);
    expect(misspelt.object.field_errors).toMatchObject([
      { field: 'dry_rnu', detail: expect.stringContaining('dry_run') },
    ]);
    expect((await face.send('POST', '/agents/a/restore?dry_rnu=true', { as: ann })).status).toBe(400);
    expect((await face.send('POST', '/agents/a/restore?dry_run=true', { as: ann })).status).toBe(409);
    expect((await face.send('GET', '/agents/a')).status).toBe(200);
    expect((await face.send('DELETE', '/agents/a?dry_run=false', { as: ann })).status).toBe(204);
  });
});
