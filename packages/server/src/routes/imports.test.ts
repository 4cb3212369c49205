import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { ada, bob, cardOf, createIntake, keyHolder } from './intake.support.js';
import { vendorTool } from './toolsets.support.js';

const at = (name: string) => `https://${name}.example/card`;

const tugCard: JsonObject = {
  name: 'Tug desk',
  description: 'Answers for tugs.',
  version: '1.0',
  protocolVersion: '0.3.0',
  url: 'https://tugs.example/rpc',
  capabilities: {},
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'find-tug', name: 'Find a tug', description: 'Says where a tug is.', tags: ['tugs'] }],
};

const tideWorkflow: JsonObject = {
  arazzo: '1.0.1',
  info: { title: 'Tide tool', version: '1.0.0' },
  sourceDescriptions: [{ name: 'tides', url: '/agents/tides', type: 'openapi' }],
  workflows: [
    {
      workflowId: 'tideAt',
      summary: 'Reports the tide at a place.',
      inputs: { type: 'object', properties: { place: { type: 'string' } } },
      steps: [{ stepId: 'read', operationId: '$sourceDescriptions.tides.read' }],
    },
  ],
};

describe('POST /imports', () => {
  it('responds 200 with one result per item when all were imported', async () => {
    const { send } = createIntake();
    const answer = await send('POST', '/imports', ada, {
      items: [{ document: cardOf('one') }, { document: cardOf('two') }],
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      results: [
        { index: 0, status: 201, outcome: 'created', id: 'one', warnings: 0, operations: 1 },
        { index: 1, status: 201, outcome: 'created', id: 'two', warnings: 0, operations: 1 },
      ],
      summary: { created: 2, updated: 0, unchanged: 0, failed: 0 },
    });
  });

  it('replaces U+0000 and unpaired surrogates of a document with a warning', async () => {
    const { send } = createIntake();
    const body = { items: [{ document: { ...cardOf('one'), description: 'a\u0000b\ud800' } }], report: true };
    const answer = await send('POST', '/imports', ada, body);
    expect(answer.body.results).toEqual([
      expect.objectContaining({
        outcome: 'created',
        findings: expect.arrayContaining([
          expect.objectContaining({ code: 'syntax/character-replaced', pointer: '/description' }),
        ]),
      }),
    ]);
  });

  it('responds 207 when some items fail, with the core of the error body for each', async () => {
    const { send, ports } = createIntake();
    await send('POST', '/imports', bob, { items: [{ document: cardOf('taken') }] });
    const answer = await send('POST', '/imports', ada, {
      items: [{ document: cardOf('good') }, { document: cardOf('bad', { name: 7 }) }, { document: cardOf('taken') }],
    });
    expect(answer.status).toBe(207);
    expect(answer.body).toMatchObject({
      results: [
        { index: 0, status: 201 },
        {
          index: 1,
          status: 400,
          outcome: 'failed',
          error: { code: 'INVALID_INPUT', retryable: false, field_errors: [{ field: 'name', pointer: '/name' }] },
        },
        { index: 2, status: 403, outcome: 'failed', error: { code: 'FORBIDDEN' } },
      ],
      summary: { created: 1, updated: 0, unchanged: 0, failed: 2 },
    });
    expect(await ports.store.entries.read('bad')).toBeUndefined();
    expect((await ports.store.entries.read('taken'))?.revision).toBe(1);
  });

  it('[AIDIP-REG-13] a card URL gives the same entry as posting its content; an unreachable or invalid card is reported and stores nothing', async () => {
    const posted = createIntake();
    const fetched = createIntake();
    const card = cardOf('tides', { house_number: [7, { deep: true }] });
    fetched.outside.pages.set(at('tides'), card);
    fetched.outside.pages.set(at('invalid'), { ...card, id: 'invalid', endpoint: 7 });
    fetched.outside.pages.set(at('garbage'), '{"id": "garbage", ');
    await posted.send('POST', '/imports', ada, { items: [{ document: card }] });
    const answer = await fetched.send('POST', '/imports', ada, {
      items: [{ url: at('tides') }, { url: at('gone') }, { url: at('invalid') }, { url: at('garbage') }],
    });
    expect(answer.status).toBe(207);
    const results = answer.body.results as { status: number; error?: { code: string; message: string } }[];
    expect(results.map(({ status, error }) => [status, error?.code])).toEqual([
      [201, undefined],
      [502, 'UPSTREAM_ERROR'],
      [400, 'INVALID_INPUT'],
      [502, 'UPSTREAM_ERROR'],
    ]);
    expect(results[3]?.error?.message).toContain('not valid JSON');

    const one = await posted.ports.store.entries.read('tides');
    const other = await fetched.ports.store.entries.read('tides');
    const { uri, ...origin } = other?.entry.origin ?? { uri: '' };
    expect(uri).toBe(at('tides'));
    expect({ ...other, entry: { ...other?.entry, origin } }).toEqual(one);
    expect(fetched.ports.index.size).toBe(1);
    expect(await fetched.ports.store.entries.lastSeq()).toBe(1);
  });

  it('gives a service of every kind the id that was asked for, and rejects an id of another service', async () => {
    const { send, ports } = createIntake();
    const documents: Record<string, JsonObject> = {
      aidip: cardOf('own'),
      openapi: {
        openapi: '3.0.0',
        info: { title: 'Berths', version: '1' },
        servers: [{ url: 'https://berths.example' }],
        paths: { '/a': { get: { operationId: 'list', responses: {} } } },
      },
      mcp: { server: 'https://files.example/mcp', name: 'Files', tools: [{ name: 'read', inputSchema: {} }] },
      nact: { root: 'https://linden.example/v1', items: [vendorTool(1, 'check_status')] },
      agis: {
        agis: '1.0',
        service: 'Harbour',
        agtp: 'agtp://harbour.example',
        endpoints: [
          {
            method: 'FIND',
            path: '/berths',
            semantic: { intent: 'Finds free berths', actor: 'agent', outcome: 'The berths are known' },
            input: { type: 'object', properties: {} },
            output: { type: 'object', properties: {} },
            errors: ['no_berth'],
          },
        ],
        vocabulary: { declared_verbs: ['FIND'], domain: 'harbours', namespace: 'harbour' },
      },
      a2a: tugCard,
      arazzo: tideWorkflow,
    };
    const add = async (document: JsonObject, id: string) => {
      const { body } = await send('POST', '/imports', ada, { items: [{ document, curation: { id } }] });
      const [result] = body.results as { outcome: string; id?: string; error?: { code: string; message: string } }[];
      return result;
    };
    for (const [kind, document] of Object.entries(documents)) {
      expect([kind, await add(document, `my-${kind}`)]).toMatchObject([kind, { outcome: 'created', id: `my-${kind}` }]);
      expect(await add(document, `my-${kind}`)).toMatchObject({ outcome: 'unchanged' });
      expect((await ports.store.entries.read(`my-${kind}`))?.entry).not.toHaveProperty('named');
    }
    const renamed = { ...documents.mcp, name: 'Other files' };
    expect(await add(renamed, 'my-mcp')).toMatchObject({ outcome: 'updated', id: 'my-mcp' });
    const other = { ...documents.mcp, server: 'https://other.example/mcp', name: 'Others' };
    const otherCard = { ...tugCard, name: 'Others', url: 'https://other.example/rpc' };
    const otherWorkflow = { ...tideWorkflow, info: { title: 'Others', version: '1' } };
    const refusals: [string, JsonObject][] = [
      ['my-mcp', documents.openapi ?? {}],
      ['my-mcp', other],
      ['my-a2a', otherCard],
      ['my-arazzo', otherWorkflow],
      ['my-arazzo', tugCard],
    ];
    for (const [id, document] of refusals) {
      const refused = await add(document, id);
      expect(refused).toMatchObject({ outcome: 'failed', error: { code: 'CONFLICT' } });
      expect(refused?.error?.message).toContain(`the id '${id}' belongs to another service`);
    }
  });

  it('rejects the second of two documents with the same id', async () => {
    const { send, ports } = createIntake();
    const items = [
      { document: cardOf('same', { description: 'first' }) },
      { document: cardOf('same', { description: 'second' }) },
    ];
    const answer = await send('POST', '/imports', ada, { items });
    expect(answer.body).toMatchObject({ results: [{ status: 201 }, { status: 409, error: { code: 'CONFLICT' } }] });
    expect((await ports.store.entries.read('same'))?.entry.description).toBe('first');
  });

  it('accepts an array of cards at one URL', async () => {
    const { send, outside } = createIntake();
    outside.pages.set(at('several'), [cardOf('a'), cardOf('b')]);
    const answer = await send('POST', '/imports', ada, { items: [{ url: at('several') }] });
    expect(answer.body.results).toMatchObject([
      { index: 0, card: 0, id: 'a' },
      { index: 0, card: 1, id: 'b' },
    ]);
  });

  it.each([
    ['no object', []],
    ['no items', {}],
    ['an empty list of items', { items: [] }],
    ['too many items', { items: Array.from({ length: 1_001 }, () => ({ document: 1 })) }],
    ['too many URLs', { items: Array.from({ length: 201 }, (_, n) => ({ url: at(`h${n}`) })) }],
    ['an unknown member', { items: [{ document: {} }], dry_rnu: true }],
    ['an item with neither', { items: [{}] }],
    ['an item with both', { items: [{ document: {}, url: at('x') }] }],
    ['a URL with credentials', { items: [{ url: 'https://a:b@x.example/' }] }],
    ['an unsupported scheme', { items: [{ url: 'file:///etc/passwd' }] }],
    ['a URL that is too long', { items: [{ url: `https://x.example/${'y'.repeat(3_000)}` }] }],
  ])('rejects a body with %s and does nothing', async (_what, body) => {
    const { send, outside, ports } = createIntake();
    const answer = await send('POST', '/imports', ada, body);
    expect(answer.status).toBe(400);
    expect((answer.body.field_errors as unknown[]).length).toBeGreaterThan(0);
    expect(outside.log).toEqual([]);
    expect(await ports.store.entries.lastSeq()).toBe(0);
  });

  it('requires the publisher scope when it is set', async () => {
    const { send } = createIntake({ publisherScope: 'publisher' });
    const body = { items: [{ document: cardOf('x') }] };
    expect((await send('POST', '/imports', ada, body)).status).toBe(403);
    expect((await send('POST', '/imports', keyHolder('pia', 'publisher'), body)).status).toBe(200);
  });
});
