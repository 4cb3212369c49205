import type { JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { applyConstants, firstValue, initialValue, setAt, valueAt } from './edit-value.js';
import { numberOf, numberProblem, numberText, readField } from './form-field.js';
import { type ExactValue, readJson } from './json-text.js';
import { createSchemaReader } from './schema-reader.js';

const kindOf = (schema: JsonValue, value?: ExactValue) => readField(createSchemaReader(schema), schema, value).kind;
const read = (text: string) => readJson(text).value;

describe('the control of a value', () => {
  it.each<[JsonValue, ExactValue | undefined, string]>([
    [{ type: 'string' }, undefined, 'text'],
    [{ type: 'string' }, 'a\nb', 'text'],
    [{ type: 'string' }, 'a\r\nb', 'json'],
    [{ type: 'string', format: 'binary' }, undefined, 'file'],
    [{ type: 'string', contentEncoding: 'base64' }, 'AAAA', 'file'],
    [{ type: 'integer' }, 3, 'number'],
    [{ type: 'integer' }, read('9007199254740993'), 'number'],
    [{ type: 'integer' }, 'twelve', 'number'],
    [{ type: 'integer' }, '12', 'json'],
    [{ type: 'integer' }, { a: 1 }, 'json'],
    [{ type: 'boolean' }, false, 'boolean'],
    [{ type: 'boolean' }, 'false', 'json'],
    [{ enum: ['a', 'b'] }, 'a', 'enum'],
    [{ type: 'string', enum: ['a', 'b'] }, 'c', 'text'],
    [{ const: 'a' }, undefined, 'constant'],
    [{ type: 'string', const: 'a' }, 'b', 'text'],
    [{ type: ['string', 'null'] }, null, 'null'],
    [{ type: ['string', 'null'] }, undefined, 'text'],
    [{ type: 'string' }, null, 'null'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, undefined, 'text'],
    [{ type: 'object', properties: {} }, undefined, 'object'],
    [{ type: 'object' }, [1], 'json'],
    [{ type: 'array', items: { type: 'string' } }, [1], 'array'],
    [{ type: 'array' }, 'a', 'json'],
    [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, undefined, 'choice'],
    [{ type: ['string', 'integer'] }, 1, 'choice'],
    [{ oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] }, undefined, 'enum'],
    [{}, undefined, 'json'],
    [{}, { a: 1 }, 'object'],
    [{}, 'text', 'json'],
    [true, 3, 'json'],
    [false, 3, 'json'],
    [{ 'x-unknown': true, type: 'string', weird: 7 }, 'a', 'text'],
  ])('for %j and %j is %s', (schema, value, kind) => {
    expect(kindOf(schema, value)).toBe(kind);
  });

  it('offers the alternative that fits the value, and merges what all alternatives share', () => {
    const schema = {
      type: 'object',
      properties: { shared: { type: 'string' } },
      oneOf: [
        { properties: { kind: { const: 'card' }, number: { type: 'string' } }, required: ['kind', 'number'] },
        { title: 'Bank', properties: { kind: { const: 'bank' }, iban: { type: 'string' } }, required: ['iban'] },
      ],
    };
    const reader = createSchemaReader(schema);
    const field = readField(reader, schema, { kind: 'bank', iban: 'DE' });
    if (field.kind !== 'choice') throw new Error('not a choice');
    expect(field.variants.map(({ label }) => label)).toEqual(['kind: card', 'Bank']);
    expect(field.chosen).toBe(1);
    const inner = readField(reader, field.variants[1]?.schema, { kind: 'bank', iban: 'DE' });
    if (inner.kind !== 'object') throw new Error('not an object');
    expect(inner.members.map(({ name }) => name).sort()).toEqual(['iban', 'kind', 'shared']);
  });

  it('ignores alternatives that only restrict', () => {
    const schema = { type: 'object', properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] };
    expect(kindOf(schema)).toBe('object');
  });

  it('shows members that the schema does not name, and required ones first', () => {
    const schema = { type: 'object', properties: { a: {}, b: {} }, required: ['b', 'c'], additionalProperties: false };
    const field = readField(createSchemaReader(schema), schema, { x: 1 });
    if (field.kind !== 'object') throw new Error('not an object');
    expect(field.members.map(({ name, declared }) => `${name} ${declared}`)).toEqual([
      'b true',
      'c false',
      'a true',
      'x false',
    ]);
    expect(field.missing).toEqual(['b', 'c']);
    expect(field.more).toBeUndefined();
  });

  it('ends on recursive schemas', () => {
    const root = {
      $ref: '#/$defs/a',
      $defs: { a: { type: 'object', required: ['a'], properties: { a: { $ref: '#/$defs/a' } } } },
    };
    const reader = createSchemaReader(root);
    expect(JSON.stringify(initialValue(reader, root))).toBe('{"a":{"a":{"a":{"a":{}}}}}');
  });

  it('keeps the digits of large numbers, and reports texts that are not numbers', () => {
    expect(numberText(numberOf('12345678901234567890'))).toBe('12345678901234567890');
    expect(numberOf('12a')).toBe('12a');
    expect(numberProblem('12a', false)).toBe('This is not a number.');
    expect(numberProblem('1.5', true)).toBe('This is not a whole number.');
    expect(numberProblem('1.5', false)).toBeUndefined();
  });
});

describe('changes of a value', () => {
  it('sets and removes at a path, creates what is missing, and changes nothing else', () => {
    const before = { a: [1, { b: 2 }], c: 'x' };
    expect(setAt(before, ['a', 1, 'b'], 3)).toEqual({ a: [1, { b: 3 }], c: 'x' });
    expect(setAt(before, ['a', 0], undefined)).toEqual({ a: [{ b: 2 }], c: 'x' });
    expect(setAt(before, ['c'], undefined)).toEqual({ a: [1, { b: 2 }] });
    expect(setAt(undefined, ['d', 'e'], null)).toEqual({ d: { e: null } });
    expect(JSON.stringify(setAt(before, ['a'], 1))).toBe('{"a":1,"c":"x"}');
    expect(before).toEqual({ a: [1, { b: 2 }], c: 'x' });
  });

  it('treats __proto__ as a name', () => {
    const value = setAt({}, ['__proto__', 'x'], 1);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"x":1}}');
    expect(valueAt(value, ['__proto__', 'x'])).toBe(1);
    expect(valueAt({}, ['constructor'])).toBeUndefined();
  });

  it('takes over the constants of another alternative, and keeps everything else', () => {
    const schema = {
      type: 'object',
      required: ['kind'],
      properties: { kind: { const: 'bank' }, iban: {}, v: { const: 2 } },
    };
    const reader = createSchemaReader(schema);
    expect(applyConstants(reader, schema, { kind: 'card', number: '4' })).toEqual({ kind: 'bank', number: '4' });
    expect(applyConstants(reader, schema, { v: 1 })).toEqual({ v: 2, kind: 'bank' });
  });

  it('starts with an example, else with defaults, constants and empty required objects', () => {
    const schema = {
      type: 'object',
      required: ['name', 'kind', 'place', 'limit'],
      properties: {
        name: { type: 'string' },
        kind: { const: 'berth' },
        place: { type: 'object', required: ['pier'], properties: { pier: { type: 'integer', default: 4 } } },
        limit: { type: 'integer', default: 20 },
        other: { type: 'string', default: 'unsent' },
      },
    };
    const reader = createSchemaReader(schema);
    expect(firstValue(reader, schema, [])).toEqual({ kind: 'berth', place: { pier: 4 }, limit: 20 });
    expect(firstValue(reader, schema, [{ name: 'x' }])).toEqual({ name: 'x' });
  });
});
