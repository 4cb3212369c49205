/** Checking values: right answers on ordinary schemas, and an end to every hostile one. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileSchema } from './compile-schema.js';
import { schemas, values } from './schema.support.js';

function problems(schema: JsonValue, value: JsonValue): string[] {
  return compileSchema(schema)
    .validate(value)
    .map(({ pointer, message }) => `${pointer} ${message}`);
}

const order = {
  type: 'object',
  properties: { from: { type: 'string' }, size: { enum: ['20DC', '40HC'] }, 'a/b': { type: 'integer' } },
  required: ['from', 'size'],
  additionalProperties: false,
};

describe('compileSchema', () => {
  it('names every problem with its place', () => {
    expect(problems(order, { from: 'Gdansk', size: '40HC' })).toEqual([]);
    expect(problems(order, { size: 'x', 'a/b': 1.5, more: 1 })).toEqual([
      '/from missing',
      '/more not allowed here',
      '/size must be one of ["20DC","40HC"]',
      '/a~1b must be integer',
    ]);
  });

  it('reads forms of older drafts', () => {
    const tuple = { items: [{ type: 'string' }], additionalItems: { type: 'number' } };
    expect(problems(tuple, ['a', 1])).toEqual([]);
    expect(problems(tuple, [1, 'a'])).toEqual(['/0 must be string', '/1 must be number']);
    const above = { minimum: 3, exclusiveMinimum: true };
    expect(problems(above, 4)).toEqual([]);
    expect(problems(above, 3)).toEqual(['must be > 3'].map((text) => ` ${text}`));
    const needs = { dependencies: { a: ['b'], c: { required: ['d'] } } };
    expect(problems(needs, { b: 1 })).toEqual([]);
    expect(problems(needs, { a: 1, c: 1 }).sort()).toEqual(['/b missing', '/d missing']);
    expect(
      problems({ $recursiveAnchor: true, properties: { a: { $recursiveRef: '#' } }, type: 'object' }, { a: 1 }),
    ).toEqual(['/a must be object']);
  });

  it('asks for an item that is contained beside those in front', () => {
    expect(problems({ prefixItems: [{}], contains: {} }, ['a'])).toEqual([]);
    expect(problems({ prefixItems: [{}], contains: {} }, [])).toHaveLength(1);
  });

  it('follows local identifiers and anchors', () => {
    const schema = {
      $id: 'https://s.example/root',
      $defs: { a: { $id: 'a', $defs: { b: { $anchor: 'b', type: 'string' } } } },
      properties: { x: { $ref: 'https://s.example/a#b' } },
    };
    expect(problems(schema, { x: 1 })).toEqual(['/x must be string']);
  });

  it('does not take inherited members for members of the value', () => {
    expect(problems({ required: ['constructor'] }, {})).toEqual(['/constructor missing']);
    expect(problems({ properties: { toString: { type: 'string' } } }, {})).toEqual([]);
  });

  it('treats formats and defaults as remarks', () => {
    const value = {};
    expect(problems({ format: 'email', properties: { a: { default: 1 } } }, value)).toEqual([]);
    expect(problems({ format: 'email' }, 'no address')).toEqual([]);
    expect(value).toEqual({});
  });

  it('gives keywords of the validator itself no meaning', () => {
    expect(problems({ $async: true, $data: true, nullable: true, 'x-cost': 1e9, type: 'string' }, 'a')).toEqual([]);
    expect(problems({ minimum: 1, 'x-unique-items': true }, [1, 1])).toEqual([]);
  });

  it('lets pass what a pattern that is not enforced might allow', () => {
    expect(problems({ pattern: '(?=a)b' }, 'c')).toEqual([]);
    expect(problems({ patternProperties: { '(?=a)': false }, additionalProperties: false }, { a: 1 })).toEqual([]);
    expect(
      problems({ patternProperties: { '^a': { type: 'string' } }, additionalProperties: false }, { a: 1, b: 1 }),
    ).toEqual(['/b not allowed here', '/a must be string']);
  });

  it('agrees with a plain validator on random schemas and values', () => {
    // Each way of running Ajv has a fault of its own. One that stops at the first error lets [] pass
    // { prefixItems, contains }; one that goes on throws where patternProperties stand beside a failed branch with
    // unevaluatedProperties. So a value fits when the first says so and the second does not say otherwise.
    const options = { strict: false, logger: false, ownProperties: true, validateSchema: false } as const;
    const first = new Ajv2020(options);
    const every = new Ajv2020({ ...options, allErrors: true });
    // The plain validator refuses to compile an empty list of values.
    const usable = schemas.filter((schema) => !JSON.stringify(schema).includes('"enum":[]'));
    fc.assert(
      fc.property(usable, fc.array(values, { minLength: 3, maxLength: 6 }), (schema, samples) => {
        const [stops, goesOn] = [first.compile(schema as JsonObject), every.compile(schema as JsonObject)];
        const compiled = compileSchema(schema);
        for (const sample of samples) {
          expect(compiled.validate(sample).length === 0).toBe(stops(sample) && goesOn(sample));
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('hostile schemas and values', () => {
  it('never throw, whatever the schema and the value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.jsonValue(), (schema, value) => {
        expect(Array.isArray(compileSchema(schema as JsonValue).validate(value as JsonValue))).toBe(true);
      }),
    );
  });

  it('refuses every value when the schema is faulty', () => {
    expect(problems({ type: 'strnig' }, 'a')).toEqual([' the schema is faulty']);
    expect(problems({ $ref: '#' }, 'a')).toEqual([' the schema is faulty']);
  });

  it('runs a catastrophic pattern in linear time', () => {
    const schema = { pattern: '^(a+)+$' };
    expect(problems(schema, 'a'.repeat(100_000))).toEqual([]);
    expect(problems(schema, `${'a'.repeat(100_000)}b`)).toHaveLength(1);
  });

  it('stops patterns whose work adds up', () => {
    const schema = { anyOf: Array.from({ length: 200 }, () => ({ pattern: '(\\p{L}{20}\\d)|x' })) };
    expect(problems(schema, 'a'.repeat(100_000))).toEqual([' takes too much work to be checked']);
  });

  it('counts characters of long texts only so often', () => {
    const schema = { anyOf: Array.from({ length: 500 }, () => ({ minLength: 600_000, maxLength: 700_000 })) };
    expect(problems(schema, 'a'.repeat(1_000_000))).toEqual([' takes too much work to be checked']);
    expect(problems({ minLength: 2, maxLength: 3 }, '😀😀😀')).toEqual([]);
    expect(problems({ minLength: 2 }, '😀')).toEqual([' must have at least 2 characters']);
    expect(problems({ maxLength: 2 }, '😀😀😀')).toEqual([' must have at most 2 characters']);
  });

  it('stops references that multiply', () => {
    const definitions = Array.from({ length: 60 }, (_, level) => {
      const next = { $ref: `#/$defs/d${level + 1}` };
      return [`d${level}`, { allOf: [next, { anyOf: [next, next] }] }];
    });
    const schema = { $ref: '#/$defs/d0', $defs: { ...Object.fromEntries(definitions), d60: { type: 'string' } } };
    expect(problems(schema, 'a')).toEqual([' takes too much work to be checked']);
  });

  it('stops recursion that multiplies with the depth of the value', () => {
    const self = { $ref: '#' };
    let value: JsonValue = 1;
    for (let level = 0; level < 60; level += 1) value = [value];
    expect(problems({ items: { allOf: [self, self] } }, value)).toEqual([' takes too much work to be checked']);
  });

  it('compares many items in less than quadratic time', () => {
    const items = Array.from({ length: 50_000 }, (_, index) => ({ index }));
    expect(problems({ uniqueItems: true }, items)).toEqual([]);
    expect(problems({ uniqueItems: true }, [...items, { index: 0 }])).toEqual([' must not have duplicate items']);
    expect(
      problems({ uniqueItems: true }, [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]),
    ).toHaveLength(1);
  });

  it('reports a bounded number of problems', () => {
    const items = Array.from({ length: 100_000 }, () => 'a');
    expect(problems({ items: { type: 'number' } }, items.slice(0, 1_000))).toHaveLength(50);
    expect(problems({ items: { type: 'number' } }, items)).toEqual([' takes too much work to be checked']);
    expect(problems({ items: { type: 'string' } }, items)).toEqual([]);
  });

  it('says so when a value is too deep or a chain of references too long', () => {
    let value: JsonValue = 1;
    for (let level = 0; level < 100_000; level += 1) value = [value];
    expect(compileSchema({ items: { $ref: '#' } }).validate(value)[0]?.keyword).toBe('unchecked');
    const chain = Array.from({ length: 900 }, (_, index) => [
      `d${index}`,
      { properties: { a: { $ref: `#/$defs/d${index + 1}` } } },
    ]);
    const schema = { $ref: '#/$defs/d0', $defs: { ...Object.fromEntries(chain), d900: {} } };
    expect(compileSchema(schema).validate({})[0]?.keyword).toBe('unchecked');
  });
});
