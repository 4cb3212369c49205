/** Tests the verdict for each keyword in both directions, with the counterexample. */
import type { JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { compareSchemas, createSchemaComparison } from './compare-schemas.js';

const text = { type: 'string' };
const whole = { type: 'integer' };
const object = (properties: JsonValue, more: object = {}) => ({ type: 'object', properties, ...more }) as JsonValue;
const array = (more: object) => ({ type: 'array', ...more }) as JsonValue;

/** A narrower schema and a wider one: everything of the first is allowed by the second, and not the other way round. */
const rows: [name: string, narrow: JsonValue, wide: JsonValue][] = [
  ['type', whole, { type: 'number' }],
  ['a list of types', text, { type: ['string', 'null'] }],
  ['const', { const: 'a' }, text],
  ['enum', { enum: ['a'] }, { enum: ['a', 'b'] }],
  ['minimum', { type: 'number', minimum: 2 }, { type: 'number', minimum: 1 }],
  ['exclusiveMinimum', { type: 'number', exclusiveMinimum: 1 }, { type: 'number', minimum: 1 }],
  ['a range of integers', { ...whole, minimum: 2, maximum: 9 }, { ...whole, exclusiveMinimum: 1 }],
  ['multipleOf', { ...whole, multipleOf: 6 }, { ...whole, multipleOf: 3 }],
  ['a decimal multipleOf', { type: 'number', multipleOf: 0.1 }, { type: 'number', multipleOf: 0.01 }],
  ['maxLength', { ...text, maxLength: 3 }, { ...text, maxLength: 4 }],
  ['pattern', { ...text, pattern: '^[a-c]{2,4}$' }, { ...text, pattern: '^[a-z]+$' }],
  ['a pattern and a length', { ...text, pattern: '^a*$', maxLength: 3 }, { ...text, pattern: '^a{0,3}$|b' }],
  ['format', { ...text, format: 'uuid' }, text],
  ['int32', { ...whole, format: 'int32' }, { ...whole, format: 'int64' }],
  ['required', object({ a: text }, { required: ['a'] }), object({ a: text })],
  ['properties', object({ a: { const: 'x' } }), object({ a: text })],
  [
    'additionalProperties',
    object({}, { additionalProperties: whole }),
    object({}, { additionalProperties: { type: 'number' } }),
  ],
  ['a closed object', object({ a: text }, { additionalProperties: false }), object({ a: text })],
  ['patternProperties', object({}, { patternProperties: { '^x-': whole } }), object({})],
  [
    'a list of names',
    object({}, { propertyNames: { enum: ['x', 'y', 'a'] }, maxProperties: 1 }),
    object({ x: {}, y: {}, a: {} }, { additionalProperties: false }),
  ],
  ['propertyNames', object({}, { propertyNames: { pattern: '^[a-z]*$' } }), object({})],
  ['minProperties', object({}, { minProperties: 2 }), object({}, { minProperties: 1 })],
  [
    'dependentRequired',
    object({ a: text, b: text }, { dependentRequired: { a: ['b'] } }),
    object({ a: text, b: text }),
  ],
  [
    'dependentSchemas',
    object({ a: text, b: text }, { dependentSchemas: { a: { required: ['b'] } } }),
    object({ a: text, b: text }),
  ],
  [
    'if and then',
    object({ a: text, b: text }, { if: { required: ['a'] }, ...Object.fromEntries([['then', { required: ['b'] }]]) }),
    object({ a: text, b: text }),
  ],
  ['not', { ...text, not: { enum: ['a', 'b'] } }, { ...text, not: { const: 'a' } }],
  ['items', array({ items: whole }), array({ items: { type: 'number' } })],
  ['prefixItems', array({ prefixItems: [text, whole] }), array({ prefixItems: [text] })],
  ['contains', array({ contains: whole }), array({})],
  ['minContains', array({ contains: whole, minContains: 2 }), array({ contains: whole })],
  ['maxContains', array({ contains: whole, maxContains: 2 }), array({ contains: whole, maxContains: 3 })],
  [
    'two schemas of contains of which one allows more',
    array({ contains: { ...whole, minimum: 5 }, minContains: 2 }),
    array({ contains: { ...whole, minimum: 3 }, minContains: 2 }),
  ],
  ['contains and unevaluatedItems', array({ contains: text, unevaluatedItems: false }), array({ items: text })],
  [
    'contains in allOf and unevaluatedItems',
    array({ prefixItems: [whole], allOf: [{ contains: { const: true } }], unevaluatedItems: { type: 'null' } }),
    array({ prefixItems: [whole], items: { type: ['boolean', 'null'] } }),
  ],
  ['uniqueItems', array({ items: whole, uniqueItems: true }), array({ items: whole })],
  ['maxItems', array({ maxItems: 1 }), array({ maxItems: 2 })],
  ['anyOf', { anyOf: [text, whole] }, { anyOf: [text, { type: 'number' }, { type: 'null' }] }],
  ['allOf', { allOf: [text, { maxLength: 2 }] }, text],
  ['unevaluatedProperties', { allOf: [object({ a: text })], unevaluatedProperties: false }, object({ a: text })],
  [
    'oneOf with alternatives that a constant identifies',
    {
      oneOf: [
        object({ k: { const: 1 }, v: text }, { required: ['k'] }),
        object({ k: { const: 2 }, v: whole }, { required: ['k'] }),
      ],
    },
    {
      oneOf: [
        object({ k: { const: 1 }, v: text }, { required: ['k'] }),
        object({ k: { const: 2 }, v: {} }, { required: ['k'] }),
      ],
    },
  ],
  [
    'a recursive schema',
    { $ref: '#/$defs/n', $defs: { n: object({ next: { $ref: '#/$defs/n' }, v: whole }) } },
    { $ref: '#/$defs/m', $defs: { m: object({ next: { $ref: '#/$defs/m' }, v: { type: 'number' } }) } },
  ],
];

describe('compareSchemas', () => {
  it.each(rows)('decides %s in both directions', (name, narrow, wide) => {
    expect(compareSchemas(narrow, wide).verdict).toBe('contained');
    const { verdict, counterexample } = compareSchemas(wide, narrow);
    expect(verdict).toBe('broken');
    // The validator does not check these formats, so it cannot confirm an example.
    expect(counterexample === undefined).toBe(name === 'format');
  });

  it('finds the smallest text that only one pattern matches', () => {
    expect(
      compareSchemas({ ...text, pattern: '^[a-z]{3,}$' }, { ...text, pattern: '^[a-y]+$' }).counterexample,
    ).toEqual({ value: expect.stringMatching(/^[a-z]*z[a-z]*$/) });
  });

  it('does not send members that only the accepting side declares, unless they are rules of a condition', () => {
    expect(compareSchemas(object({ a: text }), object({ a: text, b: text })).verdict).toBe('contained');
    expect(
      compareSchemas(object({ a: text }), object({ a: text, b: text }), { undeclared: true }).counterexample,
    ).toEqual({ value: { b: expect.anything() } });
    expect(
      compareSchemas(object({ a: text }), object({ a: text }, { dependentSchemas: { a: object({ b: text }) } }))
        .verdict,
    ).toBe('broken');
  });

  it('leaves out members of the other direction, also when another part of allOf requires them', () => {
    const before = object({ a: text });
    const after = {
      allOf: [object({ id: { type: 'string', readOnly: true } }), { required: ['id'] }, before],
    } as JsonValue;
    const compare = (use: 'request' | 'response') =>
      createSchemaComparison({ sender: before, acceptor: after, use }).compare(before, after);
    expect([compare('request').verdict, compare('response').verdict]).toEqual(['contained', 'broken']);
  });

  it('does not take members for evaluated that only one alternative evaluates', () => {
    const after = { unevaluatedProperties: false, anyOf: [{ additionalProperties: true, maxProperties: 0 }, true] };
    const before = { ...after, properties: { c: { type: 'number' } } };
    const { verdict, counterexample } = compareSchemas(before, after, { undeclared: true });
    expect([verdict, counterexample]).toEqual(['broken', { value: { c: expect.any(Number) } }]);
  });

  it('says when it cannot decide: other documents, patterns that are not regular, too much work', () => {
    const undecided: [JsonValue, JsonValue][] = [
      [text, { $ref: 'https://example.org/schema.json' }],
      [
        { ...text, pattern: '^(?=a)b' },
        { ...text, pattern: '^(?!a)' },
      ],
      [
        { ...text, pattern: '^(a|b)*a(a|b){14}$' },
        { ...text, pattern: '^(a|b)*b(a|b){15}$' },
      ],
    ];
    expect(undecided.map(([one, other]) => compareSchemas(one, other).verdict)).toEqual(
      undecided.map(() => 'undecided'),
    );
  });

  it('shares its steps between comparisons', () => {
    const steps = { left: 3 };
    const [one, other] = [object({ a: whole, b: whole }), object({ a: { type: 'number' }, b: { type: 'number' } })];
    expect(createSchemaComparison({ sender: one, acceptor: other, steps }).compare(one, other).verdict).toBe(
      'undecided',
    );
  });

  it('says that it cannot decide when the target of an anchor or an identifier has changed', () => {
    const named = (reference: object, name: object, more: object): JsonValue =>
      ({ ...reference, $defs: { x: { ...name, type: 'string', ...more } } }) as JsonValue;
    for (const [reference, name] of [
      [{ $ref: '#x' }, { $anchor: 'x' }],
      [{ $dynamicRef: '#x' }, { $dynamicAnchor: 'x' }],
      [{ $ref: 'https://api.example/x' }, { $id: 'https://api.example/x' }],
    ] as const) {
      const [wide, narrow] = [named(reference, name, {}), named(reference, name, { maxLength: 9 })];
      expect(compareSchemas(wide, wide).verdict).toBe('contained');
      expect(compareSchemas(wide, narrow).verdict).toBe('undecided');
    }
  });
});
