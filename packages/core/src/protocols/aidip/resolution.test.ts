import { describe, expect, it } from 'vitest';
import type { MeaningReader } from '../../discovery/meaning-reader.js';
import { admin, agent, bob, createFace, keyHolder } from './face.support.js';
import { createResolvingFace, harbour, type ResolvingFace } from './resolution.support.js';

const windIntent = 'forecast of wind and waves at the harbour';

async function filled(face: ResolvingFace = createResolvingFace()): Promise<ResolvingFace> {
  for (const document of harbour) await face.register(document);
  return face;
}

describe('the result of a resolution', () => {
  it('[AIDIP-ASR-02] returns for each candidate the endpoint and everything that a call needs', async () => {
    const face = await filled();
    const { status, decision, candidates } = await face.resolve({ intent: windIntent });
    expect([status, decision]).toEqual([200, 'found']);
    expect(candidates[0]).toMatchObject({
      id: 'pier-weather',
      endpoint: 'https://agent.example/call',
      invocation: {
        method: 'POST',
        content_type: 'application/json',
        operation: 'forecast',
        authentication: { type: 'api_key' },
        gateway: '/agents/pier-weather/invoke',
      },
    });
    expect(candidates[0]?.score).toBeGreaterThan(0.5);
    expect(candidates[0]?.score).toBeLessThanOrEqual(1);
  });

  it('reports the matched words, the inputs from the intent or the context, and the missing ones', async () => {
    const face = await filled();
    const { candidates } = await face.resolve({ intent: 'price of a container from Gdansk to Porto' });
    expect(candidates[0]).toMatchObject({ id: 'freight-desk', invocation: { operation: 'quoteRate' } });
    expect(candidates[0]?.reasons.words).toEqual(expect.arrayContaining(['price', 'container']));
    const { given, missing } = candidates[0]?.reasons.inputs ?? { given: [], missing: [] };
    expect([...given, ...missing].map(({ name }) => name).sort()).toEqual(['from_port', 'to_port']);
    const [holding] = (await face.resolve({ intent: 'position of a container', context: { holds: ['booking'] } }))
      .candidates;
    expect(holding?.reasons.inputs).toEqual({ given: [], held: ['booking'], missing: [] });
    expect(candidates[0]?.reason).toContain('words: ');
  });

  it('returns nothing when no operation fits', async () => {
    const face = await filled();
    const { status, decision, candidates, notes } = await face.resolve({ intent: 'knit a jumper for my grandson' });
    expect([status, decision, candidates]).toEqual([200, 'nothing', []]);
    expect(notes.join(' ')).toContain('No operation');
    const german = await face.resolve({ intent: 'stricke bitte einen Pullover für meinen Enkel' });
    expect(german.notes.join(' ')).toContain('Language not supported: the request seems to be in German');
  });

  it('never resolves a negation, a question about how, a report or a condition to an operation that may change something', async () => {
    const { resolve, ports } = createResolvingFace();
    const { makeEntry, makeOperation, makeStored } = await import('../../discovery/fixtures/entries.js');
    const cancel = makeOperation('cancel_booking', { description: 'Cancels a booking.', impact: 'irreversible' });
    const list = makeOperation('list_bookings', { description: 'Lists all bookings.', impact: 'informational' });
    const entry = makeEntry('desk', { name: 'Desk', operations: [cancel, list] });
    await ports.store.entries.change('desk', () => ({ action: 'entry.create', entry }), {
      actor: 'ann',
      traceId: '0'.repeat(32),
      at: '2026-02-02T08:00:00Z',
    });
    ports.index.put(makeStored(entry));
    expect((await resolve({ intent: 'cancel the booking' })).decision).toBe('found');
    for (const [intent, kind] of [
      ['do not cancel the booking', 'negated'],
      ['how do I cancel the booking?', 'how-to'],
      ['I cancelled the booking', 'past'],
      ['cancel the booking if it rains', 'hypothetical'],
    ]) {
      const { decision, mood, question, candidates } = await resolve({ intent });
      expect([intent, decision, mood?.kind]).toEqual([intent, 'ask', kind]);
      expect(question?.text).toContain('so nothing was called');
      expect(candidates.length).toBeGreaterThan(0);
    }
    const asked = await resolve({ intent: 'which bookings are listed?' });
    expect(asked.mood).toBeUndefined();
  });

  it('asks when two fit equally well, and reports the difference', async () => {
    const face = await filled();
    const [, weather = {}] = harbour;
    await face.register({ ...weather, id: 'quay-weather', name: 'Quay Weather', publisher: 'Quay Office' });
    const { decision, question, ids } = await face.resolve({ intent: windIntent });
    expect(decision).toBe('ask');
    expect([...ids].sort()).toEqual(['pier-weather', 'quay-weather']);
    expect(question?.between.map(({ difference }) => String(difference)).sort()).toEqual([
      expect.stringContaining('Pier Weather Co-operative'),
      expect.stringContaining('Quay Office'),
    ]);
  });

  it('serves an entry with AGIS verbs and hints by the five steps of matching', async () => {
    const { resolve, ports } = createResolvingFace();
    const { makeEntry, makeOperation, makeStored } = await import('../../discovery/fixtures/entries.js');
    const input = { type: 'object', properties: { party_size: { type: 'integer' } }, required: ['party_size'] };
    const book = makeOperation('book_table', {
      verb: 'BOOK',
      path: '/table',
      description: 'Books a table for a party.',
      hints: { party_size: ['table for {number}', 'party of {number}'] },
      input,
    });
    const entry = makeEntry('old-quay', { name: 'Old Quay', description: 'A restaurant.', operations: [book] });
    await ports.store.entries.change('old-quay', () => ({ action: 'entry.create', entry }), {
      actor: 'ann',
      traceId: '0'.repeat(32),
      at: '2026-02-02T08:00:00Z',
    });
    ports.index.put(makeStored(entry));
    const { candidates } = await resolve({ intent: 'book a table for 4' });
    expect(candidates[0]?.invocation.operation).toBe('book_table');
    expect(candidates[0]?.reasons.inputs.given).toEqual([{ name: 'party_size', value: 4 }]);
  });
});

describe('context and policy', () => {
  it('[AIDIP-ASR-03] filters by policy and changes the ranking by domain', async () => {
    const face = await filled();
    await face.register(
      agent('ward-forecast', {
        name: 'Ward Forecast',
        description: 'Forecast of beds in a hospital.',
        operations: [
          {
            name: 'forecast',
            description: 'Forecasts how many beds are free.',
            inputs: { type: 'object' },
            outputs: { type: 'object' },
          },
        ],
      }),
    );
    const all = await face.resolve({ intent: 'forecast', top: 20 });
    const certified = await face.resolve({ intent: 'forecast', policy: { certified_only: true }, top: 20 });
    expect(certified.ids).toEqual(['pier-weather']);
    expect(all.ids).toEqual(expect.arrayContaining(certified.ids));
    const sea = await face.resolve({ intent: 'forecast', context: { domain: 'harbour and sea' } });
    const ward = await face.resolve({ intent: 'forecast', context: { domain: 'hospital beds' } });
    expect([sea.ids[0], ward.ids[0]]).toEqual(['pier-weather', 'ward-forecast']);
  });

  it.each([
    ['certified_only', { certified_only: true }],
    ['verified_only', { verified_only: true }],
    ['min_quality_score', { min_quality_score: 4 }],
    ['publishers', { publishers: ['Ward Nine'] }],
    ['max_impact', { max_impact: 'informational' }],
    ['authentication', { authentication: 'api_key' }],
    ['denied', { denied: ['freight-desk'] }],
  ])('[AIDIP-ASR-11] returns nothing rather than the nearest when the policy %s excludes it', async (line, policy) => {
    const face = await filled();
    const intent = 'price of one container between two ports';
    expect((await face.resolve({ intent })).ids[0]).toBe('freight-desk');
    const barred = await face.resolve({ intent, policy });
    expect(barred.ids).not.toContain('freight-desk');
    expect(barred.excluded).toContainEqual({ line, count: 1, ids: ['freight-desk'] });
  });

  it('[AIDIP-ASR-12] excludes agents below the required quality and unverified ones', async () => {
    const face = await filled();
    expect((await face.resolve({ intent: windIntent, policy: { min_quality_score: 4.5 } })).ids).toEqual([
      'pier-weather',
    ]);
    expect((await face.resolve({ intent: windIntent, policy: { min_quality_score: 4.7 } })).ids).toEqual([]);
    for (const name of ['one', 'two', 'three']) {
      await face.send('POST', '/agents/pier-weather/feedback', { as: keyHolder(name), body: { rating: 1 } });
    }
    const measured = await face.resolve({ intent: windIntent, policy: { min_quality_score: 3 } });
    expect(measured.excluded).toContainEqual({ line: 'min_quality_score', count: 1, ids: ['pier-weather'] });
  });

  it('respects languages and data residency', async () => {
    const face = await filled();
    const intent = 'track my container';
    expect((await face.resolve({ intent, context: { locale: 'pl-PL' } })).ids[0]).toBe('freight-desk');
    expect((await face.resolve({ intent, context: { languages: ['fr'] } })).ids).not.toContain('freight-desk');
    const outside = await face.resolve({ intent: windIntent, context: { residency: ['US'] } });
    expect(outside.excluded).toContainEqual({ line: 'residency', count: 1, ids: ['pier-weather'] });
    expect((await face.resolve({ intent: windIntent, context: { residency: ['eu'] } })).ids[0]).toBe('pier-weather');
  });
});

describe('measured statistics', () => {
  it('[AIDIP-ASR-10] ignores a claim that call statistics contradict', async () => {
    const face = await filled();
    const before = await face.resolve({ intent: windIntent });
    face.conduct.set('pier-weather forecast', { calls: 10, failures: 0.4 });
    const doubted = await face.resolve({ intent: windIntent });
    expect(doubted.candidates[0]?.score).toBeLessThan(before.candidates[0]?.score ?? 0);
    expect(doubted.candidates[0]?.reasons.notes.join(' ')).toContain('40 % of its recent calls failed');
    face.conduct.set('pier-weather forecast', { calls: 10, failures: 1 });
    const broken = await face.resolve({ intent: windIntent });
    expect(broken.ids).not.toContain('pier-weather');
    expect(broken.excluded).toContainEqual({ line: 'broken', count: 1, ids: ['pier-weather'] });
  });

  it('[AIDIP-ASR-13] never offers an agent that is marked unsafe, whatever the policy', async () => {
    const face = await filled();
    await face.send('POST', '/agents/pier-weather/feedback', { as: bob, body: { unsafe: true } });
    expect((await face.resolve({ intent: windIntent })).ids).toContain('pier-weather');
    await face.send('POST', '/agents/pier-weather/feedback', { as: admin, body: { unsafe: true } });
    for (const policy of [{}, { certified_only: true }, { publishers: ['Pier Weather Co-operative'] }]) {
      const resolved = await face.resolve({ intent: windIntent, policy });
      expect(resolved.ids).not.toContain('pier-weather');
      expect(resolved.excluded.map(({ line }) => line)).toContain('unsafe');
    }
    await face.send('POST', '/agents/pier-weather/feedback', { as: admin, body: { unsafe: false } });
    expect((await face.resolve({ intent: windIntent })).ids).toContain('pier-weather');
  });

  it('[AIDIP-ASR-14] offers no inactive agent, and ranks deprecated ones lower', async () => {
    const face = await filled();
    const [, weather = {}] = harbour;
    const before = (await face.resolve({ intent: windIntent })).candidates[0]?.score ?? 0;
    await face.send('PUT', '/agents/pier-weather', {
      as: keyHolder('ann'),
      body: { ...weather, status: 'deprecated' },
    });
    expect((await face.resolve({ intent: windIntent })).candidates[0]?.score).toBeLessThan(before);
    expect((await face.resolve({ intent: windIntent, policy: { allow_deprecated: false } })).ids).toEqual([]);
    await face.send('PUT', '/agents/pier-weather', { as: keyHolder('ann'), body: { ...weather, status: 'inactive' } });
    expect((await face.resolve({ intent: windIntent })).ids).not.toContain('pier-weather');
  });

  it('compares call durations with the policy, and reports when nothing was measured', async () => {
    const face = await filled();
    const asked = { intent: windIntent, policy: { max_latency_ms: 500 } };
    expect((await face.resolve(asked)).candidates[0]?.reasons.notes.join(' ')).toContain('not been measured');
    face.conduct.set('pier-weather forecast', { calls: 3, failures: 0, latencyMs: 900 });
    expect((await face.resolve(asked)).excluded).toContainEqual({
      line: 'max_latency_ms',
      count: 1,
      ids: ['pier-weather'],
    });
  });
});

describe('limits of resolution', () => {
  it('[AIDIP-ASR-04] [AIDIP-SRP-03] calls no agent and has no means to call one', async () => {
    const face = await filled();
    expect(face.ports.gateway).toBeUndefined();
    expect(face.routes.filter(({ path }) => path.includes('invoke'))).toEqual([]);
    expect((await face.resolve({ intent: windIntent })).status).toBe(200);
    const refused = await face.resolve({ intent: windIntent, inputs: { harbour: 'Gdansk' } });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('is not a known member');
  });

  it('[AIDIP-ASR-05] treats an id as a string and resolves no addresses', async () => {
    const face = await filled();
    await face.register(agent('x9-7', { name: 'Something', description: 'Unrelated.' }));
    expect((await face.resolve({ intent: 'x9-7' })).ids).not.toContain('x9-7');
    for (const body of [{ id: 'pier-weather' }, { agent: 'pier-weather' }])
      expect((await face.resolve(body)).status).toBe(400);
    expect((await face.send('GET', '/agents/resolve')).status).toBe(405);
  });

  it('[AIDIP-ASR-06] [AIDIP-ASR-07] returns the registry’s own ids, which discovery can read', async () => {
    const face = await filled();
    const { ids } = await face.resolve({ intent: 'container', top: 20 });
    expect(ids.length).toBeGreaterThan(0);
    for (const id of ids) expect((await face.send('GET', `/agents/${id}`)).object.id).toBe(id);
  });

  it('[AIDIP-SRP-04] requires nothing of a call beyond the metadata', async () => {
    const face = await filled();
    const { candidates } = await face.resolve({ intent: windIntent });
    const { object } = await face.send('GET', '/agents/pier-weather');
    expect(candidates[0]?.endpoint).toBe(object.endpoint);
    expect(candidates[0]?.invocation.authentication).toEqual(object.authentication);
    expect(JSON.stringify(candidates[0])).not.toMatch(/token|ticket/);
  });

  it(
    '[AIDIP-ASR-01] [AIDIP-ASR-08] [AIDIP-ASR-09] leaves discovery unchanged, byte for byte, whether ' +
      'enabled or not',
    async () => {
      const [on, off] = [createResolvingFace(), createFace({}, { monotonic: () => 0 })];
      const session: [string, string, unknown?][] = [
        ['POST', '/agents/search', { filters: { tags: ['sea'] } }],
        ['GET', '/agents?capability=dose_check'],
        ['GET', '/agents/public'],
        ['GET', '/agents/pier-weather'],
        ['GET', '/agents/nobody'],
      ];
      for (const document of harbour) {
        await on.register(document);
        await off.register(document);
      }
      for (const [method, path, body] of session) {
        const sent = body === undefined ? {} : { body };
        expect((await on.send(method, path, sent)).text).toBe((await off.send(method, path, sent)).text);
      }
      const [found, plain] = [await on.search({ query: 'container' }), await off.search({ query: 'container' })];
      expect(found.items).toEqual(plain.items);
      expect((await off.send('POST', '/agents/resolve', { body: { intent: 'x' } })).status).toBe(405);
    },
  );

  it(
    '[AIDIP-SRP-01] [AIDIP-SRP-02] resolves without meaning, without ranking and without policy, each ' + 'on its own',
    async () => {
      const vector = new Float32Array(4).fill(0.5);
      const meaning: MeaningReader = { read: async () => ({ meaning: { model: 'm', vector } }) };
      const faces = [await filled(), await filled(createResolvingFace({}, { meaning }))];
      for (const face of faces) {
        for (const more of [
          {},
          { ranked: false },
          { policy: {} },
          { policy: null, context: null, top: null, ranked: null },
        ]) {
          const { status, candidates } = await face.resolve({ intent: 'container weather dose', ...more, top: 20 });
          expect(status).toBe(200);
          for (const { id, endpoint, score } of candidates)
            expect([typeof id, typeof endpoint, typeof score]).toEqual(['string', 'string', 'number']);
        }
      }
      const { ids } = await (faces[0] as ResolvingFace).resolve({
        intent: 'container forecast',
        ranked: false,
        top: 20,
      });
      expect(ids).toEqual([...ids].sort());
    },
  );
});

describe('hostile requests', () => {
  it.each([
    ['nothing', undefined, 400],
    ['an array', [], 400],
    ['no intent', {}, 400],
    ['an empty intent', { intent: ' ' }, 400],
    ['an intent of a megabyte', { intent: 'a '.repeat(400_000) }, 400],
    ['a number', { intent: 7 }, 400],
    ['an unknown impact', { intent: 'x', policy: { max_impact: 'none' } }, 400],
    ['an unknown zone', { intent: 'x', context: { time_zone: 'Mars/Olympus' } }, 400],
    ['too long a list', { intent: 'x', policy: { denied: Array.from({ length: 51 }, () => 'a') } }, 400],
    ['only stop words', { intent: 'the of and to' }, 200],
    ['only symbols', { intent: '!!! ??? ###' }, 200],
    ['emoji', { intent: '🌊🌬️' }, 200],
    ['half a character', { intent: '\ud800 wind' }, 400],
    ['Chinese', { intent: '港口的风力预报' }, 200],
    ['a pattern', { intent: '(a+)+$ '.repeat(200) }, 200],
    ['prototype names', { intent: '__proto__ constructor', context: { holds: ['__proto__'] } }, 200],
  ])('answers %s', async (_, body, status) => {
    const face = await filled();
    const answer = await face.send('POST', '/agents/resolve', body === undefined ? { body: '' } : { body });
    expect(answer.status).toBe(status);
    expect(face.log).toEqual([]);
  });

  it('reports all problems at once, with their locations', async () => {
    const face = await filled();
    const answer = await face.send('POST', '/agents/resolve', {
      body: { intnet: 'x', context: { domain: 7 }, policy: { certified_only: 'yes', min_quality_score: 9 }, top: -1 },
    });
    const pointers = (answer.object.field_errors as { pointer: string }[]).map(({ pointer }) => pointer);
    expect(pointers).toEqual([
      '/intnet',
      '/intent',
      '/context/domain',
      '/policy/certified_only',
      '/policy/min_quality_score',
      '/top',
    ]);
    expect(answer.text).toContain("did you mean 'intent'?");
  });

  it('hides agents that the caller may not see, also from the counts', async () => {
    const face = await filled();
    await face.register(
      agent('secret-tide', { name: 'Secret tide tables', description: 'Tide tables.', visibility: 'private' }),
    );
    const resolved = await face.resolve({ intent: 'tide tables', policy: { verified_only: true } });
    expect([resolved.ids, resolved.excluded]).toEqual([[], []]);
  });

  it('continues with words when the embedder fails, and reports it', async () => {
    const meaning: MeaningReader = { read: async () => ({ trouble: 'the embedder did not answer in time' }) };
    const face = await filled(createResolvingFace({}, { meaning }));
    const resolved = await face.resolve({ intent: windIntent });
    expect(resolved.ids[0]).toBe('pier-weather');
    expect(resolved.notes).toEqual(['Meaning was not compared: the embedder did not answer in time.']);
  });

  it('requires authentication for resolution if searches do', async () => {
    const face = createResolvingFace({ anonymousSearch: false });
    expect((await face.resolve({ intent: 'x' })).status).toBe(401);
  });
});

describe('feedback', () => {
  it('counts each caller once, and accepts only valid feedback', async () => {
    const face = await filled();
    const say = (as: ReturnType<typeof keyHolder>, body: unknown) =>
      face.send('POST', '/agents/pier-weather/feedback', { as, body });
    for (let at = 0; at < 5; at += 1) await say(bob, { rating: 5, worked: true, intent: 'again' });
    const { object } = await say(keyHolder('cid'), { rating: 1, worked: false, operation: 'forecast' });
    expect(object).toEqual({
      id: 'pier-weather',
      callers: 2,
      raters: 2,
      rating: 3,
      tellers: 2,
      worked: 0.5,
      unsafe: false,
    });
    expect((await say(keyHolder('ann'), { rating: 5 })).status).toBe(403);
    for (const body of [
      {},
      { rating: 6 },
      { rating: 'good' },
      { worked: 1 },
      { operation: 'nope', rating: 1 },
      { stars: 5 },
      [],
    ]) {
      expect((await say(bob, body)).status).toBe(400);
    }
    expect((await face.send('POST', '/agents/nobody/feedback', { as: bob, body: { rating: 1 } })).status).toBe(404);
    expect((await face.send('POST', '/agents/pier-weather/feedback', { body: { rating: 1 } })).status).toBe(401);
  });
});
