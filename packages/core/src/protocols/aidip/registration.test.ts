import { describe, expect, it } from 'vitest';
import { anonymous } from '../../access/caller.js';
import { agent, ann, bob, createFace, keyHolder } from './face.support.js';
import faultyDocuments from './fixtures/faulty-documents.json' with { type: 'json' };

describe('registering', () => {
  it('[AIDIP-REG-01] accepts metadata, stores and indexes it, and answers queries about it at once', async () => {
    const face = createFace();
    await face.register(agent('a', { description: 'Folds origami cranes.', capabilities: ['folding'] }));
    expect((await face.send('GET', '/agents?capabilities=folding')).ids).toEqual(['a']);
    expect((await face.search({ query: 'origami' })).ids).toEqual(['a']);
    expect((await face.send('GET', '/agents/a')).status).toBe(200);
    expect((await face.send('GET', '/agents?capabilities=welding')).ids).toEqual([]);
    expect((await face.search({ query: 'welding' })).ids).toEqual([]);
  });

  it('[AIDIP-REG-02] accepts the document as the body of POST /agents, and nothing else', async () => {
    const face = createFace();
    expect((await face.send('POST', '/agents', { as: ann, body: agent('a') })).status).toBe(201);
    for (const body of ['', '[]', '{"name":', 'null', '"text"', '5']) {
      const refused = await face.send('POST', '/agents', { as: ann, body });
      expect([body, refused.status]).toEqual([body, 400]);
    }
    expect((await face.send('GET', '/agents')).ids).toEqual(['a']);
  });

  it(
    '[AIDIP-REG-03] [AIDIP-META-04] answers 201 with the stored metadata and an id, assigned when none ' + 'was given',
    async () => {
      const face = createFace();
      const sent = agent(undefined, { x_price: { eur: 0.02, tiers: [1, 2] } });
      const first = await face.register(sent);
      const second = await face.register(sent);
      expect(first.object).toMatchObject(sent);
      expect(first.object.id).toMatch(/^[0-9a-f-]{36}$/);
      expect(first.object.id).not.toBe(second.object.id);
      expect(first.headers.get('location')).toBe(`/agents/${first.object.id}`);
      expect(first.headers.get('etag')).toMatch(/^"r1-[0-9a-f]{12}-o"$/);
      expect((await face.register(agent('mine'))).object.id).toBe('mine');
    },
  );

  it('[AIDIP-REG-04] updates an existing agent, for its owner only', async () => {
    const face = createFace();
    await face.register(agent('a'));
    const again = await face.send('POST', '/agents', { as: ann, body: agent('a', { description: 'Changed.' }) });
    expect([again.status, again.headers.has('location')]).toEqual([200, false]);
    expect((await face.send('GET', '/agents')).ids).toEqual(['a']);
    const stranger = await face.send('POST', '/agents', { as: bob, body: agent('a', { description: 'Taken over.' }) });
    expect(stranger.status).toBe(403);
    expect((await face.send('GET', '/agents/a')).object.description).toBe('Changed.');
  });

  it('answers 200 and keeps the state when the same document is sent again', async () => {
    const face = createFace();
    const first = await face.register(agent('a'));
    const again = await face.send('POST', '/agents', { as: ann, body: agent('a') });
    expect([again.status, again.headers.get('etag')]).toEqual([200, first.headers.get('etag')]);
  });

  it('[AIDIP-REG-05] names every invalid field and stores nothing', async () => {
    const face = createFace();
    const { name, description, ...rest } = agent('a', { capabilities: 'one', tags: [1], endpoint: 'ftp://x' });
    const refused = await face.send('POST', '/agents', { as: ann, body: rest });
    expect(refused.status).toBe(400);
    const fields = (refused.object.field_errors as { field: string }[]).map(({ field }) => field);
    expect(fields).toEqual(expect.arrayContaining(['name', 'description', 'capabilities', 'tags', 'endpoint']));
    expect(fields).toHaveLength(5);
    expect((await face.send('GET', '/agents/a')).status).toBe(404);
    expect(await face.ports.store.entries.read('a')).toBeUndefined();
  });

  it(
    '[AIDIP-REG-06] rejects a document for each rule that it breaks, and accepts valid ones with ' +
      'additional members',
    async () => {
      const face = createFace();
      for (const { rule, title, document, details } of faultyDocuments) {
        const refused = await face.send('POST', '/agents', { as: ann, body: JSON.stringify(document) });
        expect([rule, title, refused.status]).toEqual([rule, title, 400]);
        expect([rule, title, refused.object.error]).toMatchObject([rule, title, { code: 'InvalidInput', details }]);
      }
      expect(await face.ports.store.entries.lastSeq()).toBe(0);
      for (const more of [{}, { x_note: 'n' }, { documentation: { url: 'https://docs.example' }, prices: [1, 2] }]) {
        expect((await face.send('POST', '/agents', { as: ann, body: agent(undefined, more) })).status).toBe(201);
      }
    },
  );

  it('[AIDIP-REG-07] can be limited to verified publishers', async () => {
    const face = createFace({ publisherScope: 'publisher:verified' });
    const statusFor = async (as: typeof ann) => (await face.send('POST', '/agents', { as, body: agent('a') })).status;
    expect(await statusFor(anonymous)).toBe(401);
    expect(await statusFor(ann)).toBe(403);
    expect(await statusFor(keyHolder('carl', 'publisher:verified'))).toBe(201);
    expect((await face.send('DELETE', '/agents/a', { as: ann })).status).toBe(403);
  });

  it('only creates, on request by If-None-Match', async () => {
    const face = createFace();
    const create = (description: string) =>
      face.send('POST', '/agents', { as: ann, body: agent('a', { description }), headers: { 'If-None-Match': '*' } });
    expect((await create('First.')).status).toBe(201);
    expect((await create('Second.')).status).toBe(412);
    expect((await face.send('GET', '/agents/a')).object.description).toBe('First.');
  });
});

describe('replacing', () => {
  it('[AIDIP-REG-08] serves the new content at once', async () => {
    const face = createFace();
    await face.register(agent('a'));
    const change = { version: '2.0.0', endpoint: 'https://agent.example/v2' };
    const replaced = await face.send('PUT', '/agents/a', { as: ann, body: agent('a', change) });
    expect(replaced.status).toBe(200);
    expect(replaced.object).toMatchObject(change);
    expect((await face.send('GET', '/agents/a')).object).toMatchObject(change);
  });

  it('[AIDIP-REG-09] never creates', async () => {
    const face = createFace();
    expect((await face.send('PUT', '/agents/ghost', { as: ann, body: agent('ghost') })).status).toBe(404);
    expect((await face.send('GET', '/agents/ghost')).status).toBe(404);
  });

  it('[AIDIP-REG-10] is rejected for callers other than the owner', async () => {
    const face = createFace();
    await face.register(agent('a'));
    const refused = await face.send('PUT', '/agents/a', { as: bob, body: agent('a', { description: 'Taken over.' }) });
    expect([refused.status, refused.object.code]).toEqual([403, 'FORBIDDEN']);
    expect((await face.send('GET', '/agents/a')).object.description).toBe('Does something useful.');
  });

  it('[AIDIP-REG-11] is validated like a registration', async () => {
    const face = createFace();
    await face.register(agent('a'));
    const { endpoint, ...without } = agent('a', { description: 'No address.' });
    const refused = await face.send('PUT', '/agents/a', { as: ann, body: without });
    expect(refused.status).toBe(400);
    expect(refused.object.field_errors).toMatchObject([{ field: 'endpoint', pointer: '/endpoint' }]);
    expect((await face.send('GET', '/agents/a')).object).toMatchObject(agent('a'));
  });

  it('[AIDIP-REG-12] is indexed', async () => {
    const face = createFace();
    await face.register(agent('a', { capabilities: ['welding'] }));
    await face.send('PUT', '/agents/a', { as: ann, body: agent('a', { capabilities: ['folding'] }) });
    expect((await face.send('GET', '/agents?capability=folding')).ids).toEqual(['a']);
    expect((await face.send('GET', '/agents?capability=welding')).ids).toEqual([]);
  });

  it('[AIDIP-SEC-07] keeps the id whatever changes, and cannot change it', async () => {
    const face = createFace();
    await face.register(agent('a'));
    const { id, ...without } = agent('a', { name: 'Another name', version: '9', capabilities: ['other'] });
    expect((await face.send('PUT', '/agents/a', { as: ann, body: without })).object.id).toBe('a');
    const renamed = await face.send('PUT', '/agents/a', { as: ann, body: agent('b') });
    expect(renamed.status).toBe(400);
    expect(renamed.object.field_errors).toMatchObject([{ field: 'id' }]);
    expect((await face.send('GET', '/agents/b')).status).toBe(404);
  });

  it('lets one of two writers with the same tag through, and never stores a partial update', async () => {
    const face = createFace();
    const registered = await face.register(agent('a'));
    const tag = registered.headers.get('etag') ?? '';
    const put = (description: string, headers: Record<string, string>) =>
      face.send('PUT', '/agents/a', { as: ann, headers, body: agent('a', { description, x_mark: description }) });
    const guarded = await Promise.all([put('One.', { 'If-Match': tag }), put('Two.', { 'If-Match': tag })]);
    expect(guarded.map(({ status }) => status).sort()).toEqual([200, 412]);
    const free = await Promise.all([put('Three.', {}), put('Four.', {})]);
    expect(free.map(({ status }) => status)).toEqual([200, 200]);
    const { object } = await face.send('GET', '/agents/a');
    expect(['Three.', 'Four.']).toContain(object.description);
    expect(object.x_mark).toBe(object.description);
  });

  it('accepts the tag of another caller’s view, and rejects an invalid tag', async () => {
    const face = createFace();
    await face.register(agent('a'));
    const seen = (await face.send('GET', '/agents/a')).headers.get('etag') ?? '';
    const put = (tag: string) =>
      face.send('PUT', '/agents/a', { as: ann, headers: { 'If-Match': tag }, body: agent('a') });
    expect((await put(seen)).status).toBe(200);
    expect((await put('r1')).status).toBe(400);
    expect((await put('"r99-000000000000"')).status).toBe(412);
  });
});

describe('metadata through the registry', () => {
  it('[AIDIP-META-02] identifies agents by any unique string', async () => {
    const face = createFace();
    for (const id of ['agent-12345', '3f0c1c9e-8f4e-4d0b-9f3a-5a8f6b7c1d22', 'urn:x:y']) {
      expect((await face.register(agent(id))).object.id).toBe(id);
    }
    expect((await face.send('POST', '/agents', { as: ann, body: { ...agent('a'), id: 5 } })).status).toBe(400);
    await face.send('POST', '/agents', { as: ann, body: agent('urn:x:y', { name: 'Again' }) });
    expect(new Set((await face.send('GET', '/agents')).ids).size).toBe(3);
  });

  it('refers to an agent by the id of the 201 response, also when it has to be encoded', async () => {
    const face = createFace();
    for (const id of ['urn:x/y', 'a b?c#d', '100%25', 'ünï-🚢', 'v1..2']) {
      const { headers } = await face.register(agent(id));
      const path = headers.get('location') ?? '';
      expect((await face.send('GET', path)).object.id).toBe(id);
      expect((await face.send('PUT', path, { as: ann, body: agent(id, { name: 'Changed' }) })).status).toBe(200);
    }
  });

  it('[AIDIP-META-05] requires a name, which several agents may share', async () => {
    const face = createFace();
    const { name, ...without } = agent('a');
    expect((await face.send('POST', '/agents', { as: ann, body: without })).status).toBe(400);
    await face.register(agent('a', { name: 'Same' }));
    await face.register(agent('b', { name: 'Same' }));
    expect((await face.send('GET', '/agents')).ids).toEqual(['a', 'b']);
  });

  it('[AIDIP-META-06] requires a description, whose words make the agent findable', async () => {
    const face = createFace();
    const { description, ...without } = agent('a');
    expect((await face.send('POST', '/agents', { as: ann, body: without })).status).toBe(400);
    await face.register(agent('a', { description: 'Repairs accordions.' }));
    await face.register(agent('b'));
    expect((await face.search({ query: 'accordion' })).ids).toEqual(['a']);
  });

  it.each([
    ['[AIDIP-META-07]', 'version', 1.2],
    ['[AIDIP-META-08]', 'publisher', 7],
  ])('%s accepts %s as a string, and does not require it unless strict', async (_, member, wrong) => {
    const { [member]: left, ...without } = agent('a');
    const face = createFace();
    expect((await face.send('POST', '/agents', { as: ann, body: { ...without, [member]: wrong } })).status).toBe(400);
    expect((await face.send('POST', '/agents', { as: ann, body: without })).status).toBe(201);
    if (member === 'publisher') {
      const older = { ...without, id: 'c', provider: 'Older Ltd' };
      expect((await face.register(older)).object.publisher).toBe('Older Ltd');
    }
    const strict = createFace({ strict: true });
    const refused = await strict.send('POST', '/agents', { as: ann, body: without });
    expect([refused.status, refused.object.field_errors]).toMatchObject([400, [{ field: member }]]);
    expect((await strict.send('POST', '/agents', { as: ann, body: agent('a') })).status).toBe(201);
  });

  it('[AIDIP-META-09] accepts capabilities as labels to filter by', async () => {
    const face = createFace();
    for (const capabilities of ['translation', ['translation', 5]]) {
      const refused = await face.send('POST', '/agents', { as: ann, body: { ...agent('a'), capabilities } });
      expect(refused.status).toBe(400);
    }
    await face.register(agent('a', { capabilities: ['translation', 'summarization'] }));
    expect((await face.search({ filters: { capabilities: ['summarization'] } })).ids).toEqual(['a']);
  });

  it('[AIDIP-META-10] keeps tags separate from capabilities', async () => {
    const face = createFace();
    await face.register(agent('a', { tags: ['legal'] }));
    expect((await face.search({ filters: { tags: ['legal'] } })).ids).toEqual(['a']);
    expect((await face.search({ filters: { capabilities: ['legal'] } })).ids).toEqual([]);
  });

  it('[AIDIP-META-11] requires an endpoint that can be called', async () => {
    const face = createFace();
    const { endpoint, ...without } = agent('a');
    const statusWith = async (more: object) =>
      (await face.send('POST', '/agents', { as: ann, body: { ...without, ...more } })).status;
    expect(await statusWith({})).toBe(400);
    expect(await statusWith({ endpoint: 'ftp://x' })).toBe(400);
    expect(await statusWith({ endpoint: 'https://agent.example/call' })).toBe(201);
    expect(await statusWith({ id: 'b', endpoint: '/agents/b/invoke' })).toBe(201);
  });

  it('[AIDIP-META-12] [AIDIP-SRQ-10] never filters out an agent without languages', async () => {
    const face = createFace();
    await face.register(agent('any'));
    await face.register(agent('empty', { supported_languages: [] }));
    await face.register(agent('french', { supported_languages: ['fr'] }));
    expect((await face.search({ filters: { language: 'en' } })).ids).toEqual(['any', 'empty']);
    expect(new Set((await face.search({ filters: { language: 'fr' } })).ids)).toEqual(
      new Set(['french', 'any', 'empty']),
    );
  });

  it('[AIDIP-META-17] treats absent authentication as none', async () => {
    const face = createFace();
    await face.register(agent('a'));
    await face.register(agent('b', { authentication: { type: 'none' } }));
    await face.register(agent('c', { authentication: { type: 'api_key' } }));
    expect((await face.search({ filters: { authentication: 'none' } })).ids).toEqual(['a', 'b']);
  });

  it('[AIDIP-META-18] reads authentication written as text', async () => {
    const face = createFace();
    const spellings = {
      'API Key': 'api_key',
      'api-key': 'api_key',
      OAuth2: 'oauth2_bearer',
      mTLS: 'mtls',
      M_TLS: 'mtls',
    };
    for (const [text, type] of Object.entries(spellings)) {
      const { object } = await face.register(agent(text, { authentication: text }));
      expect([text, object.authentication]).toEqual([text, { type }]);
    }
    expect((await face.search({ filters: { authentication: 'API Key' } })).ids.sort()).toEqual(['API Key', 'api-key']);
  });

  it('[AIDIP-META-19] treats an agent without status as active', async () => {
    const face = createFace();
    await face.register(agent('plain'));
    await face.register(agent('off', { status: 'inactive' }));
    expect((await face.search({ filters: { status: 'active' } })).ids).toEqual(['plain']);
    expect((await face.search({})).ids).toEqual(['plain']);
    expect((await face.search({ filters: { status: 'Inactive' } })).ids).toEqual(['off']);
  });

  it('[AIDIP-META-20] [AIDIP-META-21] keeps the additional fields of the older revision', async () => {
    const face = createFace();
    const { publisher, ...rest } = agent('a');
    const older = {
      protocols: ['https'],
      provider: 'Older Ltd',
      license: 'MIT',
      certification: { verified: true, quality_score: 4.8 },
      last_update: '2025-10-01T00:00:00Z',
    };
    await face.register({ ...rest, ...older });
    expect((await face.send('GET', '/agents/a')).object).toMatchObject({ ...older, publisher: 'Older Ltd' });
    expect((await face.send('GET', '/agents?provider=older%20ltd')).ids).toEqual(['a']);
    expect((await face.send('GET', '/agents?publisher=Older%20Ltd')).ids).toEqual(['a']);
    const stored = await face.ports.store.entries.read('a');
    expect(stored?.entry.trust.verified?.verified).toBeUndefined();
  });

  it('[AIDIP-META-22] [AIDIP-ONE-01] returns unknown members unchanged', async () => {
    const face = createFace();
    const extra = {
      x_rate: { per: 'call', tiers: [{ eur: 0.1, note: null }] },
      constructor: 'c',
      toString: [true],
      ключ: '🚢',
    };
    const sent = agent('a', extra);
    await face.register(sent);
    const { object } = await face.send('GET', '/agents/a');
    expect(object).toEqual(sent);
  });
});
