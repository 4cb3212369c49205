/** Documents become entries, and are written back unchanged. */
import type { JsonObject } from '@dragoman/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { context, entryOf, fixture, single, validator, withEndpoint } from './agis.support.js';
import { readAgis } from './read.js';
import { writeAgis } from './write.js';

const codes = (found: readonly { code: string }[]) => found.map(({ code }) => code);
const fixtures = ['rivermouth-lending', 'tarn-freight', 'granite-hire'] as const;

describe('reading a document', () => {
  it('creates a service with an operation for each endpoint', () => {
    const entry = entryOf(fixture('tarn-freight'));
    expect(entry).toMatchObject({
      name: 'Tarn Valley Road Freight',
      version: '2.4.0',
      tags: ['logistics'],
      endpoint: 'https://freight.tarnvalley.example',
      origin: { protocol: 'agis' },
      dataManifest: { pre_auth_discovery: true },
      extra: { agis_namespace: 'tarn-freight', agis_verbs: expect.arrayContaining(['QUOTE', 'NOTIFY']) },
    });
    expect(entry.operations.map(({ name }) => name)).toEqual([
      'quote_pallet_shipment',
      'dispatch_consignment',
      'track_consignment',
      'amend_delivery_slot',
      'cancel_collection',
      'notify_consignee',
    ]);
    expect(entry.operations[1]).toMatchObject({
      verb: 'DISPATCH',
      path: '/consignment',
      summary: 'Dispatches a quoted consignment by ordering its collection and carriage',
      actor: 'agent',
      capability: 'transaction',
      impact: 'irreversible',
      confidence: 0.92,
      idempotent: false,
      hints: { quote_id: ['the offer from before', 'that quote'] },
      binding: { kind: 'agis', base: 'https://freight.tarnvalley.example', transport: 'http' },
    });
    expect(entry.operations[1]?.transitions).toContainEqual({
      field: 'account.amount_due',
      from: '[current]',
      to: '[current + amount]',
    });
  });

  it('creates the same ids each time, and one service per AGTP address', () => {
    const first = entryOf(fixture('tarn-freight'));
    const second = entryOf(fixture('tarn-freight', { service: 'Renamed' }));
    expect(second.id).toBe(first.id);
    expect(second.operations.map(({ id }) => id)).toEqual(first.operations.map(({ id }) => id));
    expect(entryOf(fixture('tarn-freight', { agtp: 'agtp://other.example' })).id).not.toBe(first.id);
  });

  it('rejects a nonconforming document with all diagnostics of all passes', () => {
    const broken = withEndpoint(fixture('rivermouth-lending'), {
      method: 'FINDING',
      path: '/get-title',
      errors: 'none',
    });
    const { value, diagnostics } = readAgis(broken, context);
    expect(value).toBeUndefined();
    const places = diagnostics.filter(({ severity }) => severity === 'error').map(({ location }) => location.pointer);
    for (const place of ['/endpoints/0/method', '/endpoints/0/path', '/endpoints/0/errors']) {
      expect(
        places.some((each) => each.startsWith(place)),
        place,
      ).toBe(true);
    }
  });

  it.each([[null], [[]], ['text'], [{ agis: '1.0' }], [{ agis: {}, endpoints: 7, vocabulary: [] }]])(
    'reports what is wrong with %j and never throws',
    (document) => {
      const { value, diagnostics } = readAgis(document, context);
      expect(value).toBeUndefined();
      expect(diagnostics.length).toBeGreaterThan(0);
    },
  );

  it('takes the HTTP address from the document, otherwise from its URL, otherwise from the AGTP host', () => {
    const base = (change: JsonObject, uri?: string) =>
      readAgis(fixture('granite-hire', change), { ...context, ...(uri === undefined ? {} : { uri }) });
    const said = base({ x_http_base: 'https://hire.example/agis/' }, 'https://docs.example/hire.agis');
    expect(said.value).toMatchObject({ endpoint: 'https://hire.example/agis' });
    expect(base({}, 'https://hire.example/v1/hire.agis').value?.endpoint).toBe('https://hire.example/v1');
    expect(base({}, 'https://hire.example/').value?.endpoint).toBe('https://hire.example');
    const derived = base({});
    expect(derived.value?.endpoint).toBe('https://hire.graniteyard.example');
    expect(derived.value?.derived).toContain('/endpoint');
    expect(derived.diagnostics.map(({ code }) => code)).toEqual(['agis/base-derived']);
    for (const wrong of ['ftp://hire.example', 'https://a:b@hire.example', 'https://hire.example/?a=b', 7]) {
      expect(base({ x_http_base: wrong }).value, String(wrong)).toBeUndefined();
    }
  });

  it('[AGIS-DOC-17] warns of a document that names another address than the one it was found at', () => {
    const found = (uri: string) => codes(readAgis(fixture('granite-hire'), { ...context, uri }).diagnostics);
    expect(found('https://hire.graniteyard.example/')).toEqual([]);
    expect(found('https://mirror.example/')).toEqual(['agis/address-differs']);
  });

  it('reads visibility from the document, and rejects invalid values', () => {
    const value = (change: JsonObject) => readAgis(fixture('granite-hire', change), context).value;
    expect(value({ x_visibility: 'private', x_grants: ['caller:bob'] })).toMatchObject({
      visibility: 'private',
      grants: ['caller:bob'],
    });
    expect(value({ x_visibility: 'secret' })).toBeUndefined();
    expect(value({ x_grants: ['everybody'] })).toBeUndefined();
    expect(value({ x_grants: 'caller:bob' })).toBeUndefined();
  });

  it('skips proposed endpoints, and uses GET only for reads', () => {
    const endpoints = fixture('granite-hire').endpoints as JsonObject[];
    const changed = endpoints.map((each, at) => ({
      ...each,
      ...(at === 0 ? { x_http_method: 'GET' } : {}),
      ...(at === 1 ? { x_http_method: 'GET' } : {}),
      ...(at === 2 ? { proposed: true } : {}),
    }));
    const vocabulary = { ...(fixture('granite-hire').vocabulary as JsonObject), declared_verbs: ['LOCATE', 'RESERVE'] };
    const { value, diagnostics } = readAgis(fixture('granite-hire', { endpoints: changed, vocabulary }), context);
    expect(value?.operations.map(({ verb, binding }) => [verb, binding])).toEqual([
      ['LOCATE', expect.objectContaining({ method: 'GET' })],
      ['RESERVE', expect.not.objectContaining({ method: 'GET' })],
    ]);
    expect(diagnostics.map(({ code }) => code)).toContain('agis/proposed-left-out');
  });

  it('makes schemas self-contained, recursive ones too, within limits', () => {
    const schemas = { node: { type: 'object', properties: { next: { $ref: '#/schemas/node' } } } };
    const document: JsonObject = { ...single('FIND', '/title', { output: { $ref: '#/schemas/node' } }), schemas };
    expect(entryOf(document).operations[0]?.output).toEqual({
      $ref: '#/$defs/node',
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    });
    const wide = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`p${at}`, { type: 'string' }]));
    const endpoints = Array.from({ length: 600 }, (_, at) => ({
      ...((document.endpoints as JsonObject[])[0] as JsonObject),
      path: `/title-${at}`,
      output: { $ref: '#/schemas/wide' },
    }));
    const large = { ...document, endpoints, schemas: { wide: { type: 'object', properties: wide } } };
    expect(readAgis(large, context).diagnostics.map(({ code }) => code)).toContain('agis/schemas-too-large');
  });
});

describe('an entry that was imported from a document', () => {
  it.each(fixtures)('[AGIS-DOC-11] is written as %s was read, all four parts of it', (name) => {
    const document = fixture(name);
    const { document: written, report, diagnostics } = writeAgis(entryOf(document), { validator });
    expect(written).toEqual(document);
    expect(report.conforms).toBe(true);
    expect(diagnostics).toEqual([]);
  });

  const extras = fc.dictionary(
    fc.stringMatching(/^x_[a-z]{1,6}$/).filter((name) => !['x_http_base', 'x_grants'].includes(name)),
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string(), { maxLength: 3 })),
    { maxKeys: 3 },
  );
  const semantics = fc.record(
    {
      capability: fc.constantFrom('discovery', 'retrieval'),
      confidence_guidance: fc.constantFrom(0, 0.5, 0.85, 1),
      impact_tier: fc.constantFrom('informational'),
      is_idempotent: fc.boolean(),
      mcp_tool_name: fc.constantFrom('find_it', 'lookup-title'),
      x_note: fc.string(),
    },
    { requiredKeys: [] },
  );
  const errors = fc.uniqueArray(
    fc.oneof(
      fc.constantFrom('title_not_found', 'branch_closed'),
      fc.record({ name: fc.constantFrom('words_too_short', 'shelf_locked'), description: fc.constantFrom('Says why') }),
      fc.record({ name: fc.constantFrom('desk_closed'), x_hint: fc.string() }),
    ),
    { maxLength: 3, selector: (each) => (typeof each === 'string' ? each : each.name) },
  );

  it('keeps every member over a round trip, including unknown ones', () => {
    fc.assert(
      fc.property(extras, semantics, errors, extras, (top, semantic, conditions, endpoint) => {
        const own = { ...semantic, intent: 'Finds titles that match what the reader asked for' };
        const document = {
          ...single('FIND', '/title', { semantic: own, errors: conditions, ...endpoint }),
          ...top,
        };
        const { value } = readAgis(document, context);
        if (value === undefined) return;
        expect(writeAgis(value, { validator }).document).toEqual(document);
      }),
      { numRuns: 60 },
    );
  });
});
