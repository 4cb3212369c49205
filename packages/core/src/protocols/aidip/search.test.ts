import { describe, expect, it } from 'vitest';
import { anonymous } from '../../access/caller.js';
import type { Face } from './face.support.js';
import { agent, ann, createFace } from './face.support.js';

async function registry(): Promise<Face> {
  const face = createFace();
  await face.register(
    agent('sum', {
      name: 'Digest',
      description: 'Summarizes English documents.',
      capabilities: ['summarization', 'nlp'],
      tags: ['text'],
      supported_languages: ['en'],
    }),
  );
  await face.register(
    agent('tra', {
      name: 'Interpreter',
      description: 'Translates contracts.',
      capabilities: ['translation', 'nlp'],
      tags: ['text', 'legal'],
      supported_languages: ['zh', 'en-GB'],
    }),
  );
  await face.register(
    agent('ocr', { name: 'Reader', description: 'Reads scanned pages.', capabilities: ['ocr'], tags: ['image'] }),
  );
  return face;
}

async function dozen(): Promise<Face> {
  const face = createFace();
  for (let at = 0; at < 12; at += 1)
    await face.register(agent(`d${String(at).padStart(2, '0')}`, { description: 'Paints fences.' }));
  return face;
}

describe('the request of a search', () => {
  it('[AIDIP-SRQ-01] is a JSON object, sent by POST', async () => {
    const face = await registry();
    const bodies = [
      {},
      { query: 'contracts' },
      { filters: {} },
      { top: 1 },
      { skip: 1 },
      { ranked: false },
      { include_metadata: true },
    ];
    for (const body of bodies) expect((await face.search(body)).status).toBe(200);
    for (const body of ['{"query":', '[]', 'null', '']) expect((await face.search(body)).status).toBe(400);
    const got = await face.send('GET', '/agents/search');
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await face.send('PUT', '/agents/search', { as: ann, body: agent('search') })).status).toBe(405);
  });

  it('[AIDIP-SRQ-02] may have filters, text, or both', async () => {
    const face = await registry();
    expect((await face.search({ filters: { capabilities: ['nlp'] } })).ids.sort()).toEqual(['sum', 'tra']);
    expect((await face.search({ query: 'documents or pages' })).ids.sort()).toEqual(['ocr', 'sum']);
    expect((await face.search({ query: 'documents or pages', filters: { tags: ['image'] } })).ids).toEqual(['ocr']);
  });

  it('[AIDIP-SRQ-03] describes the task in free text', async () => {
    const face = await registry();
    const found = await face.search({ query: 'summarize an English document' });
    expect(found.ids[0]).toBe('sum');
    expect(found.items[0]?.name).toBe('Digest');
    expect((await face.search({ query: 5 })).status).toBe(400);
  });

  it('[AIDIP-SRQ-04] narrows by an object of filters', async () => {
    const face = await registry();
    const everything = (await face.search({})).body;
    expect((await face.search({ filters: {} })).body).toEqual(everything);
    expect((await face.search({ filters: null })).body).toEqual(everything);
    expect((await face.search({ filters: 'nlp' })).status).toBe(400);
    expect((await face.search({ filters: ['nlp'] })).status).toBe(400);
  });

  it('[AIDIP-SRQ-05] accepts arrays of strings', async () => {
    const face = await registry();
    expect((await face.search({ filters: { capabilities: ['ocr'] } })).ids).toEqual(['ocr']);
    expect((await face.search({ filters: { supported_languages: ['zh'] } })).ids.sort()).toEqual(['ocr', 'tra']);
    expect((await face.search({ filters: { tags: ['legal'] } })).ids).toEqual(['tra']);
    const all = { capabilities: ['nlp'], supported_languages: ['zh'], tags: ['text'] };
    expect((await face.search({ filters: all })).ids).toEqual(['tra']);
    expect((await face.search({ filters: { ...all, tags: ['image'] } })).ids).toEqual([]);
  });

  it('[AIDIP-SRQ-06] joins filters with AND', async () => {
    const face = await registry();
    const filters = { capability: 'nlp', tags: ['text'], language: 'zh' };
    expect((await face.search({ filters })).ids).toEqual(['tra']);
  });

  it('[AIDIP-SRQ-07] requires all the listed values', async () => {
    const face = createFace();
    await face.register(agent('abc', { capabilities: ['A', 'b', 'c'], tags: ['x', 'y'] }));
    await face.register(agent('a', { capabilities: ['a'], tags: ['x'] }));
    expect((await face.search({ filters: { capabilities: ['a', 'b'] } })).ids).toEqual(['abc']);
    expect((await face.search({ filters: { tags: ['x', 'Y '] } })).ids).toEqual(['abc']);
  });

  it('[AIDIP-SRQ-08] treats capability and capabilities as one filter', async () => {
    const face = await registry();
    const forms = [{ capability: 'nlp' }, { capabilities: 'nlp' }, { capabilities: ['nlp'] }];
    const [first, ...others] = await Promise.all(forms.map(async (filters) => (await face.search({ filters })).body));
    for (const other of others) expect(other).toEqual(first);
    expect((await face.search({ filters: { capability: 'nlp', capabilities: ['translation'] } })).ids).toEqual(['tra']);
    expect((await face.search({ filters: { capability: 'ocr', capabilities: ['translation'] } })).ids).toEqual([]);
  });

  it('[AIDIP-SRQ-09] treats every spelling of language as one filter', async () => {
    const face = await registry();
    const forms = [
      { language: 'zh' },
      { supported_language: 'zh' },
      { supported_languages: ['zh'] },
      { languages: 'zh' },
    ];
    for (const filters of forms) expect((await face.search({ filters })).ids).toEqual(['tra', 'ocr']);
    expect((await face.search({ filters: { language: 'en' } })).ids).toContain('tra');
    expect((await face.search({ filters: { language: 'en-GB' } })).ids).not.toContain('sum');
  });

  it('[AIDIP-SRQ-11] limits to acceptable types of authentication', async () => {
    const face = createFace();
    await face.register(agent('open'));
    await face.register(agent('none', { authentication: { type: 'none' } }));
    await face.register(agent('key', { authentication: { type: 'api_key' } }));
    await face.register(agent('tls', { authentication: { type: 'mtls' } }));
    expect((await face.search({ filters: { authentication: 'none' } })).ids).toEqual(['none', 'open']);
    expect((await face.search({ filters: { authentication: ['api_key', 'mtls'] } })).ids).toEqual(['key', 'tls']);
  });

  it('[AIDIP-SRQ-12] [AIDIP-SRQ-18] filters by other fields, and rejects fields that no agent has', async () => {
    const face = createFace();
    await face.register(
      agent('a', { publisher: 'Acme', license: 'MIT', version: '2', x_regions: ['eu', 'us'], x_beta: true }),
    );
    const { publisher, version, ...bare } = agent('b', { provider: 'Acme' });
    await face.register(bare);
    const ids = async (filters: object) => (await face.search({ filters })).ids;
    expect(await ids({ provider: 'acme' })).toEqual(['a', 'b']);
    expect(await ids({ publisher: ['Acme', 'Other'] })).toEqual(['a', 'b']);
    expect(await ids({ license: 'mit' })).toEqual(['a']);
    expect(await ids({ version: ['1', '2'] })).toEqual(['a']);
    expect(await ids({ status: 'active' })).toEqual(['a', 'b']);
    expect(await ids({ x_regions: 'us' })).toEqual(['a']);
    expect(await ids({ x_beta: true })).toEqual(['a']);
    expect(await ids({ last_update: '2025-01-01' })).toEqual([]);
    const refused = await face.search({ filters: { x_region: 'us', output_format: 'pdf', name: 'Acme' } });
    expect(refused.status).toBe(400);
    expect(refused.object.field_errors).toMatchObject([
      { field: 'filters.x_region', pointer: '/filters/x_region' },
      { field: 'filters.output_format' },
      { field: 'filters.name', detail: expect.stringContaining('query') },
    ]);
  });

  it('[AIDIP-SRQ-13] limits the number of results by top', async () => {
    const face = await dozen();
    expect((await face.search({ top: 10 })).ids).toHaveLength(10);
    expect((await face.search({ top: 5 })).ids).toHaveLength(5);
    expect((await face.search({})).ids).toHaveLength(10);
    for (const top of ['5', 1.5, -1, [], true, 1e300]) expect((await face.search({ top })).status).toBe(400);
  });

  it('[AIDIP-SRQ-14] skips the first results', async () => {
    const face = await dozen();
    for (const more of [{}, { query: 'fences' }]) {
      const all = (await face.search({ ...more, top: 12 })).ids;
      expect((await face.search({ ...more, top: 10, skip: 10 })).ids).toEqual(all.slice(10));
      const beyond = await face.search({ ...more, skip: 50 });
      expect([beyond.status, beyond.ids]).toEqual([200, []]);
    }
    expect((await face.search({ skip: -1 })).status).toBe(400);
    expect((await face.search({ skip: 10_001 })).status).toBe(400);
  });

  it('[AIDIP-SRQ-15] ranks by default, and orders by name on request', async () => {
    const face = await registry();
    const query = 'translates scanned english documents';
    for (const body of [{ query }, { query, ranked: true }]) {
      const { items } = await face.search(body);
      const scores = items.map(({ score }) => Number(score));
      expect(items).toHaveLength(3);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
    }
    const plain = await face.search({ query, ranked: false });
    expect(plain.items.map(({ name }) => name)).toEqual(['Digest', 'Interpreter', 'Reader']);
    expect(plain.text).not.toContain('"score"');
    expect((await face.search({ query: 'scanned', ranked: false })).ids).toEqual(['ocr']);
    expect((await face.search({ query, ranked: 'yes' })).status).toBe(400);
  });

  it('[AIDIP-SRQ-16] includes the full metadata in each hit on request', async () => {
    const face = await registry();
    const full = await face.search({ query: 'contracts', include_metadata: true });
    const { score, ...metadata } = full.items[0] ?? {};
    expect(metadata).toEqual((await face.send('GET', '/agents/tra')).object);
    expect(metadata).toHaveProperty('operations');
    expect(typeof score).toBe('number');
    for (const body of [{ query: 'contracts' }, { query: 'contracts', include_metadata: false }]) {
      expect((await face.search(body)).items[0]).not.toHaveProperty('operations');
    }
    expect((await face.search({ include_metadata: 1 })).status).toBe(400);
  });

  it('[AIDIP-SRQ-17] includes private agents only for a caller who may see them', async () => {
    const face = await registry();
    await face.register(agent('mine', { description: 'Translates my own contracts.', visibility: 'private' }));
    const body = { query: 'contracts' };
    expect((await face.search(body, anonymous)).ids).toEqual(['tra']);
    expect((await face.search(body, ann)).ids.sort()).toEqual(['mine', 'tra']);
  });

  it('[PROF-ERR-04] [PROF-ERR-05] rejects unknown members, all at once, with the nearest name', async () => {
    const face = await registry();
    const refused = await face.search({ qeury: 'x', limit: 5, filters: { tag: 1, capabilities: [''] } });
    expect(refused.status).toBe(400);
    expect(refused.object.field_errors).toMatchObject([
      { field: 'qeury', detail: expect.stringContaining("did you mean 'query'?") },
      { field: 'limit', detail: expect.stringContaining('known members are') },
      { field: 'filters.tag', detail: 'must be a string or an array of strings' },
      { field: 'filters.capabilities', detail: 'must not be blank' },
    ]);
    expect((await face.search({ query: 'x'.repeat(2001) })).status).toBe(400);
    expect((await face.send('POST', '/agents/search?top=5', { body: {} })).status).toBe(400);
  });

  it('treats null as absent and a blank query as none', async () => {
    const face = await registry();
    const plain = (await face.search({})).body;
    expect((await face.search({ query: null, top: null, skip: null, ranked: null, cursor: null })).body).toEqual(plain);
    expect((await face.search({ query: '  ' })).body).toEqual(plain);
  });
});
