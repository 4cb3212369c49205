import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createWords } from '../words/create-words.js';
import { readSlots } from './parameter-slots.js';
import type { MappedEndpoint } from './service-map.js';

function slotsOf(properties: JsonObject, more: JsonObject = {}) {
  const input = { type: 'object', properties, ...more };
  return readSlots({ input, hints: new Map() } as unknown as MappedEndpoint, createWords());
}

const wide: JsonObject = { anyOf: Array.from({ length: 300 }, (_, at) => ({ const: at })) };

describe('the slots of an endpoint', () => {
  it('accept no value whose schema is too large to compile for a request', () => {
    const [large, small] = slotsOf({ large: wide, small: { type: 'string' } });
    expect(large?.schema.validate(1)).toMatchObject([{ keyword: 'unchecked' }]);
    expect(small?.schema.validate('north')).toEqual([]);
  });

  it('compile only definitions that they refer to', () => {
    const $defs = { wide, name: { type: 'string' } };
    const [plain, referring] = slotsOf({ plain: { type: 'string' }, referring: { $ref: '#/$defs/name' } }, { $defs });
    expect(plain?.schema.validate('north')).toEqual([]);
    expect(referring?.schema.validate('north')).toMatchObject([{ keyword: 'unchecked' }]);
    const [named] = slotsOf({ named: { $ref: '#/$defs/name' } }, { $defs: { name: { type: 'string' } } });
    expect([named?.schema.validate('north'), named?.schema.validate(1).length]).toEqual([[], 1]);
  });

  it('compile sixty ordinary parameters', () => {
    const names = Array.from({ length: 60 }, (_, at) => `parameter_${at}`);
    const slots = slotsOf(Object.fromEntries(names.map((name) => [name, { type: 'string' }])));
    expect(slots.flatMap(({ schema }) => schema.validate('x'))).toEqual([]);
  });
});
