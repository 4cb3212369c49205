import { describe, expect, it } from 'vitest';
import { declaredMembers, outlineSchema, schemaPart, undeclaredMembers } from './schema-outline.js';

const issue = {
  type: 'object',
  required: ['id', 'owner'],
  properties: {
    id: { type: 'integer', description: 'Not in the outline.' },
    state: { enum: ['open', 'closed'] },
    owner: { $ref: '#/$defs/user' },
    labels: { type: 'array', items: { oneOf: [{ type: 'string' }, { $ref: '#/$defs/label' }] } },
    closed_at: { type: ['string', 'null'] },
    meta: { type: 'object', additionalProperties: { type: 'number' } },
  },
  $defs: {
    user: { type: 'object', properties: { login: { type: 'string' }, manager: { $ref: '#/$defs/user' } } },
    label: { allOf: [{ type: 'object', properties: { name: { type: 'string' } } }] },
  },
};

describe('the outline of a schema', () => {
  it('has the names and types of the members, without descriptions', () => {
    expect(outlineSchema(issue)).toBe(
      '{ id: integer, state?: "open" | "closed", owner: { login?: string, manager?: user … }, ' +
        'labels?: (string | { name?: string })[], closed_at?: string | null, meta?: { [name]: number } }',
    );
    expect(outlineSchema(true)).toBe('any');
    expect(outlineSchema({ type: 'array', items: { type: 'string' } })).toBe('string[]');
  });

  it('stays short for large schemas, and says how much is left out', () => {
    const wide = (levels: number): object => ({
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 60 }, (_, at) => [`member_${at}`, levels === 0 ? { type: 'string' } : wide(levels - 1)]),
      ),
    });
    const text = outlineSchema(wide(2) as never);
    expect(text.length).toBeLessThanOrEqual(1_500);
    expect(text).toMatch(/… \d+ more/);
    expect(outlineSchema({ type: 'object', properties: { ['n'.repeat(5_000)]: {} } }).length).toBe(1_500);
  });

  it('can be read from a part, through references and lists', () => {
    expect(outlineSchema(schemaPart(issue, ['owner']) ?? false)).toBe('{ login?: string, manager?: user … }');
    expect(outlineSchema(schemaPart(issue, ['labels', 'name']) ?? false)).toBe('string');
    expect(schemaPart(issue, ['owner', 'constructor'])).toBeUndefined();
    expect(schemaPart(issue, ['nothing'])).toBeUndefined();
  });
});

describe('the members that a schema declares', () => {
  const firing = {
    $ref: '#/$defs/Firing',
    $defs: {
      Firing: {
        allOf: [
          { type: 'object', required: ['kiln'], properties: { kiln: { type: 'string' } } },
          { properties: { email: { type: 'string' } } },
        ],
      },
    },
  };

  it('are found behind references, in parts of allOf and in items of lists', () => {
    expect(declaredMembers(firing)).toMatchObject({
      members: { kiln: { type: 'string' }, email: { type: 'string' } },
      required: ['kiln'],
    });
    const list = { type: 'array', items: { $ref: '#/$defs/Firing' }, $defs: firing.$defs };
    expect(Object.keys(declaredMembers(list)?.members ?? {})).toEqual(['kiln', 'email']);
    expect(declaredMembers({ type: 'string' })).toBeUndefined();
    expect(declaredMembers(true)).toBeUndefined();
  });

  it('are compared with a value, and the nearest name is suggested', () => {
    expect(undeclaredMembers(firing, { kiln: 'k1', emial: 'a@b.c', colour: 'red' })).toEqual([
      { name: 'emial', meant: 'email', allowed: true },
      { name: 'colour', allowed: true },
    ]);
    expect(undeclaredMembers(firing, { kiln: 'k1', kilns: 'k2' })).toEqual([{ name: 'kilns', allowed: true }]);
    expect(undeclaredMembers({ ...firing.$defs.Firing, additionalProperties: false }, { kilns: 'k1' })).toEqual([
      { name: 'kilns', meant: 'kiln', allowed: false },
    ]);
  });

  it('are not claimed for schemas that declare maps, patterns or nothing', () => {
    const properties = { kiln: { type: 'string' } };
    for (const schema of [
      true,
      {},
      { type: 'object' },
      { properties, additionalProperties: { type: 'number' } },
      { properties, patternProperties: { '^x-': {} } },
      { properties, dependentSchemas: { kiln: { properties: { other: {} } } } },
    ])
      expect(undeclaredMembers(schema, { other: 1 })).toEqual([]);
    expect(undeclaredMembers({ properties }, [1])).toEqual([]);
  });
});
