/** Validating values: correct results on ordinary schemas, and bounded work on hostile ones. */
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
  it('reports every problem with its location', () => {
    expect(problems(order, { from: 'Gdansk', size: '40HC' })).toEqual([]);
    expect(problems(order, { size: 'x', 'a/b': 1.5, more: 1 })).toEqual([
      '/from missing',
      '/more not allowed here',
      '/size must be one of ["20DC","40HC"]',
      '/a~1b must be integer',
    ]);
  });

  it.each([
    [0.01, 19.99, true],
    [0.1, 0.3, true],
    [0.1, 1.7000000000000002, false],
    [0.01, 123_456_789.99, true],
    [0.01, 19.999, false],
    [2.5, -7.5, true],
    [1e-7, 3e-7, true],
    [3, 1e300, false],
    [5e-324, 1e308, true],
  ])('decides exactly whether a number is a multiple of %s: %s', (multipleOf, value, expected) => {
    expect(problems({ multipleOf }, value)).toEqual(expected ? [] : [` must be multiple of ${multipleOf}`]);
  });

  it.each([
    ['integer', '12'],
    ['number', '-1.5'],
    ['boolean', 'true'],
    ['object', ' {"a":1}'],
    ['array', '[1]'],
  ])('says that a value of type %s was sent as text', (type, value) => {
    const schema = { properties: { a: { type } } };
    expect(problems(schema, { a: value })).toEqual([
      `/a must be ${type}, but is text; send the value itself, without quotes`,
    ]);
    expect(problems(schema, { a: 'a word' })).toEqual([`/a must be ${type}`]);
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

  it('does not count what a failed condition names as evaluated', () => {
    const test = { properties: { a: { type: 'integer' } }, required: ['a'] };
    const closed = Object.fromEntries([
      ['if', test],
      ['else', { properties: { b: true } }],
      ['unevaluatedProperties', false],
    ]);
    expect(problems(closed, { a: 1 })).toEqual([]);
    expect(problems(closed, { b: 1 })).toEqual([]);
    expect(problems(closed, { a: 'x' })).toEqual(['/a not allowed here']);
    expect(problems(closed, { a: 1, b: 1 })).toEqual(['/b not allowed here']);
  });

  it('counts the items that match contains as evaluated, and no others', () => {
    const text = { type: 'string' };
    expect(problems({ contains: text, unevaluatedItems: false }, ['a', 'b'])).toEqual([]);
    expect(problems({ contains: text, unevaluatedItems: false }, [0, 'a'])).not.toEqual([]);
    expect(problems({ contains: text, minContains: 0, unevaluatedItems: false }, [])).toEqual([]);
    const inside = { prefixItems: [true], allOf: [{ contains: text }], unevaluatedItems: { type: 'null' } };
    expect(problems(inside, [0, 'a', null])).toEqual([]);
    expect(problems(inside, ['a', 0])).not.toEqual([]);
    expect(problems({ contains: text, items: true, unevaluatedItems: false }, [0, 'a'])).toEqual([]);
    const linked = { $ref: '#/$defs/list', unevaluatedItems: false, $defs: { list: { contains: text } } };
    expect(problems(linked, ['a'])).toEqual([]);
    expect(problems(linked, ['a', 1])).not.toEqual([]);
    expect(problems({ allOf: [{ contains: text, unevaluatedItems: false }], unevaluatedItems: false }, ['a'])).toEqual(
      [],
    );
  });

  it('requires a contained item in addition to the tuple items', () => {
    expect(problems({ prefixItems: [{}], contains: {} }, ['a'])).toEqual([]);
    expect(problems({ prefixItems: [{}], contains: {} }, [])).toHaveLength(1);
    expect(problems({ not: { prefixItems: [{ type: 'string' }], contains: true } }, [])).toEqual([]);
  });

  it('follows local identifiers and anchors', () => {
    const schema = {
      $id: 'https://s.example/root',
      $defs: { a: { $id: 'a', $defs: { b: { $anchor: 'b', type: 'string' } } } },
      properties: { x: { $ref: 'https://s.example/a#b' } },
    };
    expect(problems(schema, { x: 1 })).toEqual(['/x must be string']);
  });

  it('does not treat inherited members as members of the value', () => {
    expect(problems({ required: ['constructor'] }, {})).toEqual(['/constructor missing']);
    expect(problems({ properties: { toString: { type: 'string' } } }, {})).toEqual([]);
  });

  it('treats formats and defaults as annotations', () => {
    const value = {};
    expect(problems({ format: 'email', properties: { a: { default: 1 } } }, value)).toEqual([]);
    expect(problems({ format: 'email' }, 'no address')).toEqual([]);
    expect(value).toEqual({});
  });

  it('ignores keywords that only Ajv knows', () => {
    expect(problems({ $async: true, $data: true, nullable: true, 'x-cost': 1e9, type: 'string' }, 'a')).toEqual([]);
    expect(problems({ minimum: 1, 'x-unique-items': true }, [1, 1])).toEqual([]);
  });

  it('accepts any value where a pattern is not enforced', () => {
    expect(problems({ pattern: '(?=a)b' }, 'c')).toEqual([]);
    expect(problems({ patternProperties: { '(?=a)': false }, additionalProperties: false }, { a: 1 })).toEqual([]);
    expect(
      problems({ patternProperties: { '^a': { type: 'string' } }, additionalProperties: false }, { a: 1, b: 1 }),
    ).toEqual(['/b not allowed here', '/a must be string']);
  });

  it('agrees with a plain validator on random schemas and values', () => {
    // Each Ajv mode has a bug. The mode that stops at the first error accepts [] for { prefixItems, contains }; the
    // mode that reports all errors throws when patternProperties is combined with a failed branch that has
    // unevaluatedProperties. So a value is valid when the first mode accepts it and the second does not reject it.
    const options = { strict: false, logger: false, ownProperties: true, validateSchema: false } as const;
    const first = new Ajv2020(options);
    const every = new Ajv2020({ ...options, allErrors: true });
    // The plain validator does not compile an empty enum, inside `not` and `if` both modes have the first bug, and both
    // count what a failed `if` names as evaluated.
    const hasBug = (text: string) =>
      (['"prefixItems"', '"contains"'].every((word) => text.includes(word)) && /"(?:not|if)"/.test(text)) ||
      ['"if"', '"unevaluated'].every((word) => text.includes(word));
    const usable = schemas.filter((schema) => {
      const text = JSON.stringify(schema);
      return !text.includes('"enum":[]') && !hasBug(text);
    });
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

  it('rejects every value when the schema is invalid', () => {
    expect(problems({ type: 'strnig' }, 'a')).toEqual([' the schema is invalid']);
    expect(problems({ $ref: '#' }, 'a')).toEqual([' the schema is invalid']);
  });

  it('runs a catastrophic pattern in linear time', () => {
    const schema = { pattern: '^(a+)+$' };
    expect(problems(schema, 'a'.repeat(100_000))).toEqual([]);
    expect(problems(schema, `${'a'.repeat(100_000)}b`)).toHaveLength(1);
  });

  it('stops patterns whose total work is too large', () => {
    const schema = { anyOf: Array.from({ length: 200 }, () => ({ pattern: '(\\p{L}{20}\\d)|x' })) };
    expect(problems(schema, 'a'.repeat(100_000))).toEqual([' takes too much work to validate']);
  });

  it('limits how often the characters of long texts are counted', () => {
    const schema = { anyOf: Array.from({ length: 500 }, () => ({ minLength: 600_000, maxLength: 700_000 })) };
    expect(problems(schema, 'a'.repeat(1_000_000))).toEqual([' takes too much work to validate']);
    expect(problems({ minLength: 2, maxLength: 3 }, '😀😀😀')).toEqual([]);
    expect(problems({ minLength: 2 }, '😀')).toEqual([' must have at least 2 characters']);
    expect(problems({ maxLength: 2 }, '😀😀😀')).toEqual([' must have at most 2 characters']);
  });

  it('stops exponentially multiplying references', () => {
    const definitions = Array.from({ length: 60 }, (_, level) => {
      const next = { $ref: `#/$defs/d${level + 1}` };
      return [`d${level}`, { allOf: [next, { anyOf: [next, next] }] }];
    });
    const schema = { $ref: '#/$defs/d0', $defs: { ...Object.fromEntries(definitions), d60: { type: 'string' } } };
    expect(problems(schema, 'a')).toEqual([' takes too much work to validate']);
  });

  it('stops recursion that multiplies with the depth of the value', () => {
    const self = { $ref: '#' };
    let value: JsonValue = 1;
    for (let level = 0; level < 60; level += 1) value = [value];
    expect(problems({ items: { allOf: [self, self] } }, value)).toEqual([' takes too much work to validate']);
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
    expect(problems({ items: { type: 'number' } }, items)).toEqual([' takes too much work to validate']);
    expect(problems({ items: { type: 'string' } }, items)).toEqual([]);
  });

  it('reports values that are too deep and reference chains that are too long', () => {
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
