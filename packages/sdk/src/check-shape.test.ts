import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkShape } from './check-shape.js';

const schema = {
  type: 'object',
  required: ['harbour', 'hours'],
  additionalProperties: false,
  properties: {
    harbour: { type: 'string' },
    hours: { type: 'integer' },
    unit: { enum: ['kn', 'm/s'] },
    stops: { type: 'array', items: { type: 'object', required: ['port'], properties: { port: { type: 'string' } } } },
    note: { type: ['string', 'null'] },
    kind: { const: 'wind' },
  },
};

describe('the shape of an input', () => {
  it('is accepted when it matches, and the check reports itself as complete', () => {
    const value = { harbour: 'Gdansk', hours: 6, unit: 'kn', stops: [{ port: 'x' }], note: null, kind: 'wind' };
    expect(checkShape(schema, value)).toEqual({ problems: [], complete: true });
    expect(checkShape(true, 5)).toEqual({ problems: [], complete: true });
  });

  it('is rejected with every invalid field and its location', () => {
    const value = { hours: 1.5, unit: 'mph', stops: [{ port: 'x' }, {}, 3], extra: 1, kind: 'rain' };
    expect(checkShape(schema, value).problems).toEqual([
      { field: 'harbour', pointer: '/harbour', code: 'input/required', detail: 'is missing' },
      { field: 'hours', pointer: '/hours', code: 'input/type', detail: 'must be integer, not number' },
      { field: 'unit', pointer: '/unit', code: 'input/enum', detail: 'must be one of "kn", "m/s"' },
      { field: 'stops[1].port', pointer: '/stops/1/port', code: 'input/required', detail: 'is missing' },
      { field: 'stops[2]', pointer: '/stops/2', code: 'input/type', detail: 'must be object, not number' },
      expect.objectContaining({ field: 'extra', code: 'input/additionalProperties' }),
      { field: 'kind', pointer: '/kind', code: 'input/const', detail: 'must be "wind"' },
    ]);
    expect(checkShape(schema, 'text').problems).toEqual([expect.objectContaining({ field: '', code: 'input/type' })]);
    expect(checkShape(false, 1).problems).toHaveLength(1);
  });

  it('is reported as partially checked when the schema has unsupported keywords', () => {
    const beyond = [{ minimum: 5 }, { $ref: '#/$defs/x' }, { anyOf: [{ type: 'string' }] }, 'string', undefined];
    for (const each of beyond) expect(checkShape(each, 1)).toEqual({ problems: [], complete: false });
    expect(checkShape({ type: 'text' }, 1)).toEqual({ problems: [], complete: false });
    const pattern = { additionalProperties: false, patternProperties: { '^x': {} } };
    expect(checkShape(pattern, { xa: 1 })).toEqual({ problems: [], complete: false });
    expect(checkShape({ enum: [{ a: 1, b: 2 }] }, { b: 2, a: 1 })).toEqual({ problems: [], complete: false });
  });

  it('ignores inherited property names, and terminates for any value', () => {
    const own = { type: 'object', additionalProperties: false, properties: {}, required: ['constructor'] };
    expect(checkShape(own, {}).problems).toHaveLength(1);
    expect(checkShape(own, JSON.parse('{"__proto__":1}')).problems).toHaveLength(2);
    const deep: Record<string, unknown> = {};
    deep.properties = { a: deep };
    const value: Record<string, unknown> = {};
    value.a = value;
    expect(checkShape(deep, value)).toEqual({ problems: [], complete: false });
    const many = Array.from({ length: 10_000 }, () => 1);
    expect(checkShape({ items: { type: 'string' } }, many).problems).toHaveLength(100);
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => checkShape(one, other).problems.length <= 100),
    );
  });
});
