/** Findings about a schema and their locations. */
import type { JsonValue } from '@dragoman/model';
import { hasErrors } from '@dragoman/model';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSchema } from './check-schema.js';
import { createPatternBudget } from './linear-pattern.js';
import { schemas } from './schema.support.js';

function found(schema: JsonValue, at = ''): string[] {
  return checkSchema(schema, at).map(({ severity, location, message }) => `${severity} ${location.pointer} ${message}`);
}

const deep = (levels: number) => {
  let schema: JsonValue = { type: 'string' };
  for (let level = 0; level < levels; level += 1) schema = { properties: { a: schema } };
  return schema;
};

const many = (count: number, value: JsonValue = {}) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, value]));

describe('checkSchema', () => {
  it.each<[string, JsonValue]>([
    ['true', true],
    ['an empty object', {}],
    ['an ordinary object', { type: 'object', properties: { a: { type: ['string', 'null'] } }, required: ['a'] }],
    ['unknown keywords', { 'x-note': 1, nullable: true, example: { $ref: 'https://elsewhere.example/' } }],
    ['a pointer reference', { $defs: { a: { type: 'string' } }, properties: { x: { $ref: '#/$defs/a' } } }],
    ['an escaped pointer', { $defs: { 'a/b %': {} }, items: { $ref: '#/$defs/a~1b%20%25' } }],
    ['an anchor', { $defs: { a: { $anchor: 'here' } }, items: { $ref: '#here' } }],
    [
      'a local $id',
      { $id: 'https://s.example/root', $defs: { a: { $id: 'a' } }, items: { $ref: 'https://s.example/a' } },
    ],
    ['a urn as $id', { $id: 'urn:x:y', items: { $ref: 'urn:x:y#/$defs/a' }, $defs: { a: {} } }],
    ['a dynamic reference', { $dynamicAnchor: 'node', properties: { next: { $dynamicRef: '#node' } } }],
    ['recursion through properties', { properties: { child: { $ref: '#' } } }],
    ['recursion through items', { $defs: { t: { items: { $ref: '#/$defs/t' } } }, $ref: '#/$defs/t' }],
    ['a target outside the keywords', { components: { a: { type: 'string' } }, items: { $ref: '#/components/a' } }],
    [
      'older dialects',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        definitions: { a: {} },
        items: { $ref: '#/definitions/a' },
      },
    ],
    ['a thousand properties', { properties: many(1_000) }],
    ['members named like inherited ones', { properties: { constructor: { type: 'string' }, toString: {} } }],
  ])('accepts %s', (_, schema) => {
    expect(found(schema)).toEqual([]);
  });

  it.each<[JsonValue, string[]]>([
    [null, ['error  must be a JSON Schema (an object, true or false)']],
    ['string', ['error  must be a JSON Schema (an object, true or false)']],
    [{ type: 'strnig' }, ['error /type not a JSON Schema type']],
    [{ type: ['string', 'any'] }, ['error /type/1 not a JSON Schema type']],
    [{ type: [] }, ['error /type must be an array of types, not empty']],
    [{ required: 'text' }, ['error /required must be an array of strings']],
    [{ required: ['a', 'a'] }, ['error /required must be an array of strings without repetition']],
    [{ properties: [] }, ['error /properties must be an object']],
    [{ properties: { 'a/b': 1 } }, ['error /properties/a~1b must be a JSON Schema (an object, true or false)']],
    [{ allOf: [] }, ['error /allOf must be an array of schemas, not empty']],
    [{ minLength: -1 }, ['error /minLength must be a whole number, 0 or more']],
    [{ multipleOf: 0 }, ['error /multipleOf must be a number above 0']],
    [{ dependentRequired: { a: 'b' } }, ['error /dependentRequired must be an object of arrays of strings']],
    [{ dependencies: { a: [1] } }, ['error /dependencies/a must be an array of strings']],
    [{ $anchor: '#no' }, ['error /$anchor must be a name of letters, digits, "-", "_" and "."']],
    [{ pattern: '(' }, ['error /pattern not a regular expression']],
    [{ pattern: '(?=a)b' }, ['warning /pattern cannot be run in linear time and is not enforced']],
    [
      { patternProperties: { '(a)\\1': {} } },
      ['warning /patternProperties/(a)\\1 cannot be run in linear time and is not enforced'],
    ],
    [{ $ref: 'https://s.example/other.json' }, ['error /$ref refers to another document']],
    [{ $ref: 'other.json#/a' }, ['error /$ref refers to another document']],
    [{ $ref: '#/$defs/none' }, ['error /$ref has no target in this schema']],
    [{ $ref: '#/constructor' }, ['error /$ref has no target in this schema']],
    [{ $ref: '#none' }, ['error /$ref has no target in this schema']],
    [{ $ref: 'https://[' }, ['error /$ref has no target in this schema']],
    [{ $ref: '#' }, ['error /$ref refers to itself without descending into the value']],
    [
      { $defs: { a: { $ref: '#/$defs/b' }, b: { allOf: [{ $ref: '#/$defs/a' }] } } },
      ['error /$defs/b/allOf/0/$ref refers to itself without descending into the value'],
    ],
    [{ $defs: { a: { $anchor: 'x' }, b: { $anchor: 'x' } } }, ['error /$defs/b/$anchor used twice in this schema']],
    [{ items: [{}] }, ['info /items written in the form of an older JSON Schema draft; read as "prefixItems"']],
    [
      { minimum: 1, exclusiveMinimum: true },
      ['info /exclusiveMinimum written in the form of an older JSON Schema draft; read as an exclusive bound'],
    ],
    [{ $schema: 'https://json-schema.org/draft/2020-12/schema', items: [{}] }, ['error /items must be a schema']],
    [{ $schema: 'https://dialect.example/' }, ['warning /$schema unknown dialect, read as JSON Schema 2020-12']],
    [{ properties: many(1_001) }, ['error /properties has more than 1000 members']],
    [{ properties: many(100_000) }, ['error  has more than 20000 values']],
    [{ enum: Array.from({ length: 1_001 }, (_, index) => index) }, ['error /enum has more than 1000 values']],
    [{ pattern: 'a'.repeat(1_001) }, ['error /pattern has more than 1000 characters']],
  ])('reports each problem with its location: case %#', (schema, expected) => {
    expect(found(schema)).toEqual(expected);
  });

  it('rejects ten thousand levels of nesting', () => {
    expect(found(deep(10_000))).toEqual(['error  has more than 64 levels of nesting']);
  });

  it('gives locations relative to the whole document', () => {
    expect(found({ type: 'objekt' }, '/operations/0/inputs')).toEqual([
      'error /operations/0/inputs/type not a JSON Schema type',
    ]);
  });

  it('reports at most fifty findings', () => {
    expect(found({ properties: many(500, 1) })).toHaveLength(50);
  });

  it('evaluates each pattern once and stops at the limit', () => {
    const budget = createPatternBudget(12);
    const schema = { anyOf: ['a{5}', 'b{5}', 'a{5}', 'c'].map((pattern) => ({ pattern })) };
    expect(checkSchema(schema, '', budget).map(({ location }) => location.pointer)).toEqual(['/anyOf/3/pattern']);
  });

  it('accepts every valid schema', () => {
    fc.assert(fc.property(schemas, (schema) => !hasErrors(checkSchema(schema))));
  });

  it('never throws, whatever the input', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => checkSchema(value as JsonValue).length >= 0));
  });

  it('rejects every keyword value that the meta-schema rejects', () => {
    const ajv = new Ajv2020({ strict: false, logger: false });
    const keyword = fc.constantFrom(
      ...[
        'type',
        'enum',
        'required',
        'properties',
        'allOf',
        'not',
        'minLength',
        'maximum',
        'multipleOf',
        'uniqueItems',
      ],
      ...[
        'dependentRequired',
        'dependentSchemas',
        'prefixItems',
        'contains',
        'title',
        'deprecated',
        'examples',
        'const',
      ],
    );
    const value = fc.oneof(
      fc.constantFrom<JsonValue>(null, true, 0, -1, 1.5, 'string', 'x', [], {}, ['string'], ['a', 'a'], [1], [{}], {
        a: {},
      }),
      fc.constantFrom<JsonValue>({ a: [] }, { a: ['b'] }, { a: 1 }, [true, { type: 'nope' }], { a: { required: 1 } }),
    );
    const schema = fc.dictionary(keyword, value, { maxKeys: 3, noNullPrototype: true });
    fc.assert(
      fc.property(schema, (each) => {
        expect(hasErrors(checkSchema(each))).toBe(ajv.validateSchema(each) !== true);
      }),
      { numRuns: 1_000 },
    );
  });
});
