import { describe, expect, it } from 'vitest';
import type { Caller } from '../../access/caller.js';
import { anonymous } from '../../access/caller.js';
import { createMemoryStore } from '../../catalogue/memory-store.js';
import type { Face } from './face.support.js';
import { admin, agent, ann, bob, createFace, keyHolder } from './face.support.js';

const carl = keyHolder('carl');
const ward: Caller = { kind: 'token', subject: 'dora', scopes: ['ward:7'] };

async function mixed(): Promise<Face> {
  const face = createFace();
  await face.register(agent('open'));
  await face.register(agent('mine', { visibility: 'private' }));
  await face.register(agent('shared', { visibility: 'private', grants: ['caller:carl', 'scope:ward:7'] }));
  await face.register(agent('bobs', { visibility: 'private' }), bob);
  return face;
}

/** Visibility of agents. */
const matrix: [string, Caller, string[]][] = [
  ['anonymous', anonymous, ['open']],
  ['the owner', ann, ['mine', 'open', 'shared']],
  ['another publisher', bob, ['bobs', 'open']],
  ['a caller with a grant by name', carl, ['open', 'shared']],
  ['a caller with a grant by scope', ward, ['open', 'shared']],
  ['an administrator', admin, ['bobs', 'mine', 'open', 'shared']],
];

describe('entitlements in discovery', () => {
  it.each(matrix)(
    '[AIDIP-SEC-05] [AIDIP-SEC-17] shows %s the public agents and the private ones open to them, once each',
    async (_, as, ids) => {
      const face = await mixed();
      expect((await face.send('GET', '/agents', { as })).ids).toEqual(ids);
      expect((await face.search({}, as)).ids).toEqual(ids);
      expect((await face.search({ query: 'something useful' }, as)).ids.sort()).toEqual(ids);
      for (const id of ['bobs', 'mine', 'open', 'shared']) {
        expect((await face.send('GET', `/agents/${id}`, { as })).status).toBe(ids.includes(id) ? 200 : 404);
      }
    },
  );

  it('[AIDIP-SEC-06] returns only public agents to a search without credential, or rejects it', async () => {
    expect((await (await mixed()).search({ query: 'useful' })).ids).toEqual(['open']);
    const closed = createFace({ anonymousSearch: false });
    await closed.register(agent('open'));
    const refused = await closed.search({ query: 'useful' });
    expect([refused.status, refused.object.code]).toEqual([401, 'UNAUTHENTICATED']);
    expect((await closed.search({ query: 'useful' }, bob)).ids).toEqual(['open']);
    expect((await closed.send('GET', '/agents/public')).status).toBe(200);
  });

  it('[AIDIP-ONE-02] answers 404 for an unknown id, however it is written', async () => {
    const face = await mixed();
    for (const id of ['none', 'a%2Fb', 'a%3Ab', '100%25', '%2E%2E', '%F0%9F%9A%A2', '__proto__', 'constructor']) {
      const answer = await face.send('GET', `/agents/${id}`);
      expect([id, answer.status, answer.object.code]).toEqual([id, 404, 'NOT_FOUND']);
      expect(answer.object.error).toMatchObject({ code: 'NotFound' });
    }
    await face.register(agent('a/b:c%d'));
    expect((await face.send('GET', '/agents/a%2Fb%3Ac%25d')).status).toBe(200);
  });

  it('[AIDIP-ONE-03] responds for a hidden agent exactly as for an unknown one', async () => {
    const face = await mixed();
    const calls: [string, string, unknown][] = [
      ['GET', '', undefined],
      ['PUT', '', agent(undefined)],
      ['DELETE', '', undefined],
      ['POST', '/restore', undefined],
      ['GET', '/versions', undefined],
      ['GET', '/versions/1', undefined],
    ];
    for (const [method, rest, body] of calls) {
      const hidden = await face.send(method, `/agents/mine${rest}`, { as: bob, body });
      const unknown = await face.send(method, `/agents/none${rest}`, { as: bob, body });
      expect([method, rest, hidden.status]).toEqual([method, rest, 404]);
      expect(hidden.text).toBe(unknown.text.replaceAll("'none'", "'mine'"));
      expect([...hidden.headers]).toEqual([...unknown.headers]);
    }
    expect((await face.send('GET', '/agents/mine', { as: ann })).status).toBe(200);
  });

  it('does the same amount of work for a hidden agent as for an unknown one', async () => {
    const store = createMemoryStore();
    const face = createFace({}, { store });
    await face.register(agent('mine', { visibility: 'private' }));
    const { readMany, read } = store.entries;
    const looked: unknown[] = [];
    store.entries.readMany = async (ids) => {
      looked.push(ids);
      return readMany(ids);
    };
    store.entries.read = async (id) => {
      looked.push(id);
      return read(id);
    };
    for (const id of ['mine', 'none']) await face.send('GET', `/agents/${id}`, { as: bob });
    expect(looked).toEqual([]);
    await face.send('GET', '/agents/mine', { as: ann });
    expect(looked).toEqual([['mine']]);
  });

  it('answers 403 for an agent that may be seen but not changed', async () => {
    const face = await mixed();
    for (const id of ['open', 'shared']) {
      expect((await face.send('PUT', `/agents/${id}`, { as: carl, body: agent(id) })).status).toBe(403);
      expect((await face.send('DELETE', `/agents/${id}`, { as: carl })).status).toBe(403);
      expect((await face.send('POST', `/agents/${id}/restore`, { as: carl })).status).toBe(403);
      expect((await face.send('GET', `/agents/${id}/versions`, { as: carl })).status).toBe(403);
    }
  });

  it('shows visibility and grants to the owner only, under a separate ETag', async () => {
    const face = await mixed();
    const own = await face.send('GET', '/agents/shared', { as: ann });
    const other = await face.send('GET', '/agents/shared', { as: carl });
    expect(own.object).toMatchObject({ visibility: 'private', grants: ['caller:carl', 'scope:ward:7'] });
    expect(other.text).not.toMatch(/visibility|grants|ward:7/);
    expect(own.headers.get('etag')).not.toBe(other.headers.get('etag'));
    expect(own.headers.get('vary')).toContain('Authorization');
    expect(own.headers.get('cache-control')).toContain('private');
    const hits = await face.search({ query: 'something', include_metadata: true }, carl);
    expect(hits.text).not.toMatch(/visibility|grants|ward:7/);
  });

  it('keeps a private agent private when an update does not mention it', async () => {
    const face = await mixed();
    await face.send('PUT', '/agents/mine', { as: ann, body: agent('mine', { description: 'Changed.' }) });
    expect((await face.send('GET', '/agents/mine', { as: bob })).status).toBe(404);
    await face.send('PUT', '/agents/mine', { as: ann, body: agent('mine', { visibility: 'public' }) });
    expect((await face.send('GET', '/agents/mine', { as: bob })).status).toBe(200);
  });
});

describe('deleting and restoring', () => {
  it('leaves a tombstone that only its owner can remove', async () => {
    const face = await mixed();
    const deleted = await face.send('DELETE', '/agents/open', { as: ann });
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await face.send('GET', '/agents/open', { as: ann })).status).toBe(404);
    expect((await face.search({}, ann)).ids).not.toContain('open');
    expect((await face.send('DELETE', '/agents/open', { as: ann })).status).toBe(404);
    expect((await face.send('POST', '/agents/open/restore', { as: bob })).status).toBe(404);
    expect((await face.send('POST', '/agents', { as: bob, body: agent('open') })).status).toBe(409);
    const restored = await face.send('POST', '/agents/open/restore', { as: ann });
    expect([restored.status, restored.object.id]).toEqual([200, 'open']);
    expect((await face.search({})).ids).toEqual(['open']);
    expect((await face.send('POST', '/agents/open/restore', { as: ann })).status).toBe(409);
  });

  it('honours If-Match', async () => {
    const face = await mixed();
    const remove = (tag: string) => face.send('DELETE', '/agents/open', { as: ann, headers: { 'If-Match': tag } });
    expect((await remove('"r9-000000000000"')).status).toBe(412);
    const { headers } = await face.send('GET', '/agents/open');
    expect((await remove(headers.get('etag') ?? '')).status).toBe(204);
    const back = (conditions: Record<string, string>) =>
      face.send('POST', '/agents/open/restore', { as: ann, headers: conditions });
    expect((await back({ 'If-Match': headers.get('etag') ?? '' })).status).toBe(412);
    expect((await back({ 'If-None-Match': '*' })).status).toBe(200);
  });

  it('keeps versions for the owner, newest first, in pages', async () => {
    const face = await mixed();
    for (const description of ['Two.', 'Three.']) {
      await face.send('PUT', '/agents/open', { as: ann, body: agent('open', { description }) });
    }
    await face.send('DELETE', '/agents/open', { as: ann });
    await face.send('POST', '/agents/open/restore', { as: ann });
    const first = await face.send('GET', '/agents/open/versions?top=3', { as: ann });
    const revisions = (answer: typeof first) =>
      (answer.object.versions as { revision: number; action: string }[]).map(({ revision, action }) => [
        revision,
        action,
      ]);
    expect(revisions(first)).toEqual([
      [5, 'entry.restore'],
      [4, 'entry.delete'],
      [3, 'entry.update'],
    ]);
    expect(first.headers.get('link')).toBe('</agents/open/versions?top=3&before=3>; rel="next"');
    const rest = await face.send('GET', '/agents/open/versions?top=3&before=3', { as: ann });
    expect(revisions(rest)).toEqual([
      [2, 'entry.update'],
      [1, 'entry.create'],
    ]);
    expect(rest.headers.has('link')).toBe(false);
    const one = await face.send('GET', '/agents/open/versions/2', { as: ann });
    expect(one.object).toMatchObject({ revision: 2, actor: 'ann', agent: { description: 'Two.' } });
    expect((await face.send('GET', '/agents/open/versions/9', { as: ann })).status).toBe(404);
    expect((await face.send('GET', '/agents/open/versions/x', { as: ann })).status).toBe(400);
    expect((await face.send('GET', '/agents/open/versions?top=x', { as: ann })).status).toBe(400);
    expect((await face.send('GET', '/agents/open/versions')).status).toBe(401);
  });
});

describe('conditional reading', () => {
  it('[PROF-RESP-05] answers 304 without a body while nothing has changed, and the new state afterwards', async () => {
    const face = await mixed();
    const first = await face.send('GET', '/agents/open');
    const tag = first.headers.get('etag') ?? '';
    const modified = first.headers.get('last-modified') ?? '';
    for (const headers of [
      { 'If-None-Match': tag },
      { 'If-None-Match': `W/${tag}, "x"` },
      { 'If-Modified-Since': modified },
    ]) {
      const unchanged = await face.send('GET', '/agents/open', { headers: headers as Record<string, string> });
      expect([unchanged.status, unchanged.text, unchanged.headers.get('etag')]).toEqual([304, '', tag]);
    }
    await face.send('PUT', '/agents/open', { as: ann, body: agent('open', { description: 'Changed.' }) });
    for (const headers of [{ 'If-None-Match': tag }, { 'If-Modified-Since': modified }]) {
      const changed = await face.send('GET', '/agents/open', { headers: headers as Record<string, string> });
      expect(changed.status).toBe(200);
      expect(changed.headers.get('etag')).not.toBe(tag);
    }
  });
});
