/** AIDIP metadata as entries: accepted documents, rejected documents, and all problems at once. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { hasErrors } from '@dragoman/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invalidDescription } from '../../catalogue/invalid-description.js';
import {
  accept,
  acceptedNames,
  context,
  faultyDocuments,
  fixture,
  remarks,
  sample,
  sampleOperation,
} from './aidip.support.js';
import { readAidip } from './read.js';

/** The details of the 400 response to the document; empty when it is accepted. */
function refusal(document: JsonValue, strict = false): { field: string; problem: string }[] {
  const { value, diagnostics } = readAidip(document, { ...context, strict });
  expect(value === undefined).toBe(hasErrors(diagnostics));
  if (value !== undefined) return [];
  const failure = invalidDescription(diagnostics);
  expect(failure.row.status).toBe(400);
  return failure.fieldErrors.map(({ field, detail }) => ({ field, problem: detail }));
}

function without(name: string): JsonObject {
  return Object.fromEntries(Object.entries(sample()).filter(([member]) => member !== name));
}

describe('readAidip refuses', () => {
  it.each(faultyDocuments.map((each) => [each.rule, each.title, each] as const))(
    '%s: %s',
    (_, __, { document, details }) => {
      expect(refusal(document)).toEqual(details);
    },
  );

  it('names the six problems of an invalid registration in the order of the schema', () => {
    const { message, details } = fixture('dose-checker.out.json') as { message: string; details: JsonValue[] };
    const document = fixture('dose-checker.in.json');
    expect(refusal(document)).toEqual(details);
    expect(invalidDescription(readAidip(document, context).diagnostics).message).toBe(message);
  });

  it.each<[string, JsonObject, string, string]>([
    ['an id of 10 KB', sample({ id: 'x'.repeat(10_000) }), 'id', 'longer than 512 bytes'],
    ['a long name', sample({ name: 'n'.repeat(201) }), 'name', 'longer than 200 characters'],
    ['a long description', sample({ description: 'd'.repeat(20_001) }), 'description', 'longer than 20000 characters'],
    ['too many tags', sample({ tags: Array.from({ length: 201 }, String) }), 'tags', 'has more than 200 entries'],
    [
      'too many operations',
      sample({ operations: Array.from({ length: 501 }, () => ({})) }),
      'operations',
      'has more than 500 entries',
    ],
    [
      'too many examples',
      sampleOperation({ examples: Array.from({ length: 51 }, () => ({})) }),
      'operations[0].examples',
      'has more than 50 entries',
    ],
    [
      'a schema of 100,000 properties',
      sampleOperation({
        inputs: { properties: Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`p${at}`, {}])) },
      }),
      'operations[0].inputs',
      'has more than 20000 values',
    ],
    ['too many values', sample({ x: Array.from({ length: 200_000 }, () => 0) }), '', 'has more than 200000 values'],
  ])('%s', (_, document, field, problem) => {
    expect(refusal(document)).toEqual([{ field, problem }]);
  });

  it('counts characters, not code units', () => {
    expect(refusal(sample({ name: '😀'.repeat(200) }))).toEqual([]);
    expect(refusal(sample({ name: '😀'.repeat(201) }))).toHaveLength(1);
  });

  it('any depth of nesting', () => {
    let deep: JsonValue = {};
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(refusal(sample({ deep }))).toEqual([{ field: '', problem: 'has more than 64 levels of nesting' }]);
  });

  it('its own URL for the same agent, in any spelling', () => {
    const loops = [
      'https://registry.example/agents/a%2Fb/invoke',
      'https://REGISTRY.example:443/agents//a%2fb/invoke/run',
      'http://127.0.0.1:8080/agents/a%2Fb',
    ];
    for (const endpoint of loops) {
      expect(refusal(sample({ id: 'a/b', endpoint }))).toEqual([
        { field: 'endpoint', problem: "is this registry's own address for the same agent" },
      ]);
    }
    expect(refusal(sample({ id: 'a', endpoint: 'https://registry.example/agents/b/invoke' }))).toEqual([]);
    expect(refusal(sample({ id: 'a', endpoint: 'https://other.example/agents/a/invoke' }))).toEqual([]);
    const unnamed = { ...without('id'), endpoint: 'https://registry.example/agents/a/invoke' };
    expect(hasErrors(readAidip(unnamed, { ...context, id: 'a' }).diagnostics)).toBe(true);
  });

  it('never throws, and reports a problem for everything it rejects', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(...Object.keys(sample())), (value, name) => {
        for (const document of [value as JsonValue, sample({ [name]: value as JsonValue })]) {
          const read = readAidip(document, context);
          expect(read.value === undefined).toBe(hasErrors(read.diagnostics));
        }
      }),
    );
  });

  it('reports a bounded number of problems', () => {
    const operations = Array.from({ length: 500 }, () => ({ inputs: { required: 1, type: 1 } }));
    expect(readAidip(sample({ operations }), context).diagnostics.length).toBeLessThanOrEqual(1_001);
  });
});

describe('readAidip accepts', () => {
  it.each(acceptedNames)('%s', (name) => {
    expect(refusal(fixture(`${name}.in.json`))).toEqual([]);
  });

  it('[AIDIP-META-01] documents of each style, and only objects', () => {
    for (const name of ['freight-desk', 'pier-weather']) expect(refusal(fixture(`${name}.in.json`))).toEqual([]);
    for (const document of [null, 1, 'x', true, [], [sample()]]) {
      expect(refusal(document)).toEqual([{ field: '', problem: 'must be a JSON object' }]);
    }
  });

  it.each([
    'agent-12345',
    '6f1c1c9e-8f4e-4d0b-9f3a-5a8f6b7c1d22',
    'urn:x:y',
    'https://a.example/b?c#d',
    'a/../b',
    '😀',
    '100%',
    '%2e%2e/x',
    'searching',
  ])('the id %s unchanged', (id) => {
    expect(accept(sample({ id })).id).toBe(id);
  });

  it('a document without an id', () => {
    expect(accept(without('id'))).not.toHaveProperty('id');
  });

  it.each(['version', 'publisher'])(
    '[AIDIP-META-07] [AIDIP-META-08] %s as a string only, and its absence unless strict',
    (name) => {
      expect(refusal(sample({ [name]: 1.2 }))).toEqual([{ field: name, problem: 'must be a string' }]);
      expect(refusal(without(name))).toEqual([]);
      expect(refusal(without(name), true)).toEqual([{ field: name, problem: 'missing' }]);
      expect(refusal(sample(), true)).toEqual([]);
      const older = { ...without('publisher'), provider: 'Quill Works' };
      expect(refusal(older, true)).toEqual([]);
      expect(accept(older).publisher).toBe('Quill Works');
    },
  );

  it('[AIDIP-META-11] an absolute https URL or a path as endpoint, and rejects others', () => {
    expect(refusal(without('endpoint'))).toEqual([{ field: 'endpoint', problem: 'missing' }]);
    expect(refusal(sample({ endpoint: 'ftp://x' }))).toHaveLength(1);
    for (const endpoint of ['https://agent.example/x?y=z', '/agents/a/invoke']) {
      expect(accept(sample({ endpoint })).endpoint).toBe(endpoint);
    }
  });

  it('[AIDIP-META-13] each subset of the members of authentication, and no array', () => {
    const whole: JsonObject = { type: 'oauth2_bearer', instructions: 'https://a.example', scopes: ['read'] };
    for (let subset = 0; subset < 8; subset += 1) {
      const names = Object.keys(whole).filter((_, index) => (subset >> index) % 2 === 1);
      const authentication = Object.fromEntries(names.map((name) => [name, whole[name] as JsonValue]));
      expect(accept(sample({ authentication })).authentication).toEqual(authentication);
    }
    expect(refusal(sample({ authentication: [] }))).toEqual([
      { field: 'authentication', problem: 'must be an object' },
    ]);
  });

  it.each([
    ['API Key', 'api_key'],
    ['api-key', 'api_key'],
    ['APIKEY', 'api_key'],
    ['OAuth2', 'oauth2_bearer'],
    ['oauth 2', 'oauth2_bearer'],
    ['mTLS', 'mtls'],
    ['M_TLS', 'mtls'],
    ['None', 'none'],
    ['Signed Cookie-Jar', 'signed_cookie_jar'],
  ])('[AIDIP-META-18] authentication as text: %s', (text, type) => {
    expect(accept(sample({ authentication: text })).authentication).toEqual({ type });
    expect(accept(sample({ authentication: { type: text } })).authentication?.type).toBe(type);
  });

  it('[AIDIP-META-21] claims of trust only as claims', () => {
    const certification = { verified: true, quality_score: 4.8, by: 'Seal' };
    const { trust } = accept(sample({ certification, quality_score: 4.5 }));
    expect(trust).toEqual({ claimed: { certification, quality_score: 4.5 } });
    expect(accept(sample()).trust).toEqual({});
    expect(refusal(sample({ certification: { verified: 'yes' } }))).toHaveLength(1);
  });

  it.each([
    [undefined, 'active'],
    ['active', 'active'],
    ['INACTIVE', 'inactive'],
    [' Deprecated ', 'deprecated'],
    ['retired', 'active'],
  ] as const)('status %s as %s', (status, expected) => {
    expect(accept(status === undefined ? without('status') : sample({ status })).status).toBe(expected);
  });

  it('visibility and grants, absent when the document has none', () => {
    const { visibility, grants } = accept(fixture('private-agent.in.json'));
    expect({ visibility, grants }).toEqual({
      visibility: 'private',
      grants: ['caller:st-anne-hospital', 'scope:wards.read'],
    });
    expect(Object.keys(accept(sample()))).not.toEqual(expect.arrayContaining(['visibility']));
  });

  it('an empty list of languages as absent', () => {
    expect(accept(sample({ supported_languages: [] })).languages).toEqual([]);
    expect(accept(sample({ supported_languages: ['en'] })).languages).toEqual(['en']);
  });

  it('its source, and derived values', () => {
    const draft = accept(fixture('pier-weather.in.json'), { uri: 'https://pierweather.example/card.json' });
    expect(draft.origin).toMatchObject({
      protocol: 'aidip',
      uri: 'https://pierweather.example/card.json',
      at: context.at,
    });
    expect(draft.origin.hash).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(draft.derived).toEqual(['/slug', '/publisher', '/status', '/visibility', '/grants']);
    expect(draft.slug).toBe('pier-weather');
  });
});

describe('remarks', () => {
  it.each<[string, JsonValue, string[]]>([
    ['nothing for a good document', sample(), []],
    ['empty capabilities', sample({ capabilities: [] }), ['warning aidip/no-capabilities /capabilities']],
    ['a blank label', sample({ tags: [' '] }), ['warning aidip/blank-label /tags/0']],
    ['plain http', sample({ endpoint: 'http://a.example/' }), ['warning aidip/plain-http /endpoint']],
    ['a path', sample({ endpoint: '/agents/x/invoke' }), ['info aidip/path-endpoint /endpoint']],
    ['an invisible character', sample({ name: 'Pay\u200bPal' }), ['warning aidip/invisible-characters /name']],
    ['a change of direction', sample({ name: 'a\u202eb' }), ['warning aidip/invisible-characters /name']],
    ['a joined emoji', sample({ name: '👩‍🚀' }), []],
    ['an empty description', sample({ description: '' }), ['warning aidip/empty-description /description']],
    ['an unknown status', sample({ status: 'beta' }), ['warning aidip/unknown-status /status']],
    [
      'an odd member of -00',
      sample({ license: { name: 'MIT' }, last_update: 'yesterday', protocols: 'x' }),
      [
        'warning aidip/unusual-type /protocols',
        'warning aidip/unusual-type /license',
        'warning aidip/unusual-type /last_update',
      ],
    ],
    [
      'an empty schema',
      sampleOperation({ inputs: {}, outputs: { note: 'free text' } }),
      ['warning aidip/vague-schema /operations/0/inputs', 'warning aidip/vague-schema /operations/0/outputs'],
    ],
    [
      'both styles',
      fixture('both-styles.in.json'),
      ['info aidip/both-styles /inputs', 'info aidip/both-styles /outputs'],
    ],
    [
      'an older draft',
      sampleOperation({ inputs: { items: [{}] } }),
      ['info schema/older-draft /operations/0/inputs/items'],
    ],
    [
      'a pattern that is not enforced',
      sampleOperation({ inputs: { pattern: '(?=a)b' } }),
      ['warning schema/pattern-not-enforced /operations/0/inputs/pattern'],
    ],
    [
      'a costly schema with examples',
      sampleOperation({
        inputs: { enum: Array.from({ length: 999 }, String), const: Array.from({ length: 2_100 }, String) },
        examples: [{}],
      }),
      ['info aidip/examples-unchecked /operations/0/examples'],
    ],
  ])('%s', (_, document, expected) => {
    expect(remarks(readAidip(document, context).diagnostics)).toEqual(expected);
  });

  it('on members that -00 left optional', () => {
    const document = Object.fromEntries(
      Object.entries(sample()).filter(([name]) => !['version', 'publisher', 'tags'].includes(name)),
    );
    expect(remarks(readAidip(document, context).diagnostics)).toEqual([
      'info aidip/recommended-missing /version',
      'info aidip/recommended-missing /publisher',
      'info aidip/recommended-missing /tags',
    ]);
    expect(refusal(document, true)).toHaveLength(3);
  });

  it('[AIDIP-OPS-08] on the top-level style, without rejecting it', () => {
    const read = readAidip(fixture('top-level-aliases.in.json'), context);
    expect(remarks(read.diagnostics)).toEqual(['info aidip/top-level-style /input_schema']);
    expect(read.value).toBeDefined();
    expect(remarks(readAidip(sample(), context).diagnostics)).toEqual([]);
  });

  it('carry the URL of the document', () => {
    const { diagnostics } = readAidip({ endpoint: 1 }, { ...context, uri: 'https://a.example/card.json' });
    expect(diagnostics.every(({ location }) => location.uri === 'https://a.example/card.json')).toBe(true);
  });
});
