/** Tests the rules of a tool signature, each with valid and invalid examples. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json.js';
import { checkSignature } from './check-signature.js';
import { changedInput, changedOutput, refillDocument } from './signature.support.js';

const codes = (document: unknown, mode: 'publish' | 'read' = 'publish') =>
  checkSignature(document, { mode }).diagnostics.map(({ code, location }) => `${code} ${location.pointer}`);
const takes = (document: unknown, mode: 'publish' | 'read' = 'publish') =>
  checkSignature(document, { mode }).value !== undefined;
const input = (change: JsonObject) => refillDocument(changedInput('rx', change));
const output = (change: JsonObject) => refillDocument(changedOutput('order_no', change));
const without = (object: JsonObject, name: string) =>
  Object.fromEntries(Object.entries(object).filter(([each]) => each !== name));
const enumeration = (values: unknown) =>
  refillDocument(changedInput('delivery', { 'allowed-values': values as JsonObject }));

describe('the tool itself', () => {
  it.each(['toolId', 'name', 'description', 'version', 'currentVersion', 'input_parameters', 'output_parameters'])(
    '[NACT-SIG-01] rejects a signature without %s and names it',
    (member) => {
      const { value, diagnostics } = checkSignature(without(refillDocument(), member));
      expect(value).toBeUndefined();
      expect(diagnostics).toMatchObject([{ code: 'nact/member-missing', message: `'${member}' is missing.` }]);
      expect(Object.keys(checkSignature(refillDocument()).value ?? {})).toContain(member);
    },
  );

  it('accepts only a UUID as its id, in any case', () => {
    expect(takes(refillDocument({ toolId: '0479a45d-ad0a-49d4-94db-75edf00d2ca4' }))).toBe(true);
    expect(checkSignature(refillDocument({ toolId: 'C0A1F6B2-3D94-4B7E-8F21-6F2F1F0C9A77' })).value?.toolId).toBe(
      'c0a1f6b2-3d94-4b7e-8f21-6f2f1f0c9a77',
    );
    expect(codes(refillDocument({ toolId: 'weather-1' }))).toEqual(['nact/tool-id /toolId']);
  });

  it('[NACT-SIG-04] accepts names of 1 to 254 characters', () => {
    expect(takes(refillDocument({ name: '𝒏'.repeat(254) }))).toBe(true);
    expect(codes(refillDocument({ name: 'n'.repeat(255) }))).toEqual(['nact/text-too-long /name']);
    expect(codes(refillDocument({ name: '' }))).toEqual(['nact/text-blank /name']);
  });

  it('[NACT-SIG-08] accepts descriptions of 1 to 1999 characters', () => {
    expect(takes(refillDocument({ description: 'd'.repeat(1999) }))).toBe(true);
    expect(codes(refillDocument({ description: 'd'.repeat(2000) }))).toEqual(['nact/text-too-long /description']);
    expect(codes(refillDocument({ description: ' \n' }))).toEqual(['nact/text-blank /description']);
    expect(takes(without(refillDocument(), 'description'))).toBe(false);
  });

  it('[NACT-SIG-11] accepts an absolute http or https URL as picture, or none', () => {
    expect(takes(refillDocument())).toBe(true);
    for (const img of ['https://cdn.example/a.png', 'http://cdn.example/a.png'])
      expect(takes(refillDocument({ img }))).toBe(true);
    for (const img of ['javascript:alert(1)', 'picture', '/a.png', 5]) {
      expect(codes(refillDocument({ img }))).toEqual(['nact/image-address /img']);
    }
  });

  it('accepts string tags', () => {
    expect(takes(refillDocument({ tags: [] }))).toBe(true);
    expect(takes(without(refillDocument(), 'tags'))).toBe(true);
    expect(codes(refillDocument({ tags: ['a', 5] }))).toEqual(['nact/member-type /tags']);
  });

  it('[NACT-SIG-13] rejects brackets in a name', () => {
    expect(codes(refillDocument({ name: 'order_refill()' }))).toEqual(['nact/name-brackets /name']);
  });

  it.each([[0], [-1], [1.5], ['1.0.0'], ['v2'], ['2']])('[NACT-VER-02] rejects %j as a version', (version) => {
    expect(takes(refillDocument({ version, currentVersion: 3 }))).toBe(false);
    expect(checkSignature(refillDocument({ version: 2, currentVersion: 2 })).value?.version).toBe(2);
  });

  it('reports all errors at once, and never throws', () => {
    const bad = {
      toolId: 5,
      name: '',
      version: 'x',
      input_parameters: [7, { id: 'a' }],
      output_parameters: {},
      spare: 1,
    };
    expect(codes(bad).length).toBeGreaterThanOrEqual(8);
    for (const value of [null, [], 'x', 5, undefined]) expect(codes(value)).toEqual(['nact/not-a-signature ']);
  });
});

describe('inputs', () => {
  it('[NACT-IN-01] are an array of objects with id, name and description', () => {
    expect(takes(refillDocument({ input_parameters: [] }))).toBe(true);
    expect(codes(refillDocument({ input_parameters: { City: {} } }))).toEqual(['nact/member-type /input_parameters']);
    for (const member of ['id', 'name', 'description']) {
      const [first] = refillDocument().input_parameters as JsonObject[];
      expect(takes(refillDocument({ input_parameters: [without(first ?? {}, member)] }))).toBe(false);
    }
  });

  it.each(['json', 'object', 'array', 'list', 'number', 'float', 'date', 'xml', 5])(
    '[NACT-IN-03] have no type %j',
    (type) => {
      expect(codes(input({ type }))).toContain('nact/type-unknown /input_parameters/0/type');
      expect(takes(input({ type: 'string' }))).toBe(true);
    },
  );

  it('require min below max, including the default of 65535', () => {
    const days = (change: JsonObject) => refillDocument(changedInput('count', change));
    expect(codes(days({ min: 5, max: 4 }))).toEqual(['nact/limits-crossed /input_parameters/2/min']);
    expect(codes(days({ min: 70_000 }))).toEqual(['nact/limits-crossed /input_parameters/2/min']);
    expect(takes(days({ min: 5, max: 5 }))).toBe(true);
  });

  it('[NACT-IN-08] allow max only on int; lenient readers ignore it elsewhere', () => {
    for (const id of ['rx', 'delivery', 'generic']) {
      const wrong = refillDocument(changedInput(id, { max: 5 }));
      expect(codes(wrong).join()).toContain('nact/member-misplaced');
      const read = checkSignature(wrong, { mode: 'read' }).value?.input_parameters.find((each) => each.id === id);
      expect(read).toBeDefined();
      expect(read).not.toHaveProperty('max');
    }
    expect(takes(refillDocument(changedInput('days', { max: 5.5 })))).toBe(false);
  });

  it.each(['', ' ', undefined])('[NACT-IN-09] need a description other than %j', (description) => {
    const [first] = refillDocument().input_parameters as JsonObject[];
    const bare = without(first ?? {}, 'description');
    const given = description === undefined ? bare : { ...bare, description };
    expect(takes(refillDocument({ input_parameters: [given] }))).toBe(false);
  });

  it('[NACT-IN-10] have ids that are unique within one tool', () => {
    expect(codes(input({ id: 'days' }))).toEqual(['nact/not-unique /input_parameters/1/id']);
    const other = refillDocument({ toolId: '0479a45d-ad0a-49d4-94db-75edf00d2ca4', name: 'another_tool' });
    expect([takes(refillDocument()), takes(other)]).toEqual([true, true]);
  });

  it('[NACT-IN-12] have names that are unique within one tool', () => {
    expect(codes(input({ name: 'Days of Supply' }))).toEqual(['nact/not-unique /input_parameters/1/name']);
  });
});

describe('enumerated values', () => {
  const pair = (name: string) => [{ name, description: 'One.' }];

  it('[NACT-EV-01] are required for every enum', () => {
    const [, , , delivery] = refillDocument().input_parameters as JsonObject[];
    expect(takes(refillDocument({ input_parameters: [without(delivery ?? {}, 'allowed-values')] }))).toBe(false);
    expect(takes(enumeration([]))).toBe(false);
    expect(takes(enumeration(pair('ONE')))).toBe(true);
    expect(codes(input({ type: 'enum', allowed_values: pair('ONE') }))).toContain(
      'nact/member-unknown /input_parameters/0/allowed_values',
    );
  });

  it('[NACT-EV-02] are pairs of name and description', () => {
    expect(takes(enumeration([{ name: 'ONE' }]))).toBe(false);
    expect(takes(enumeration(['ONE']))).toBe(false);
    expect(takes(enumeration(pair('ONE')))).toBe(true);
  });

  it.each(['Economy', 'premium_economy', 'PREMIUM-ECONOMY', '_X', '', 'A__B'])(
    '[NACT-EV-03] cannot be called %j',
    (name) => {
      expect(takes(enumeration(pair(name)))).toBe(false);
      for (const right of ['ECONOMY', 'PREMIUM_ECONOMY', 'A1_2']) expect(takes(enumeration(pair(right)))).toBe(true);
    },
  );

  it('[NACT-EV-04] [NACT-EV-05] have names of at most 255 characters and descriptions of at most 2000', () => {
    expect(takes(enumeration(pair('A'.repeat(255))))).toBe(true);
    expect(takes(enumeration(pair('A'.repeat(256))))).toBe(false);
    expect(takes(enumeration([{ name: 'A', description: 'd'.repeat(2000) }]))).toBe(true);
    expect(takes(enumeration([{ name: 'A', description: 'd'.repeat(2001) }]))).toBe(false);
  });

  it('[NACT-EV-06] are accepted in both shapes and normalized to a plain array', () => {
    const plain = checkSignature(enumeration(pair('ONE')));
    for (const member of ['values', 'items']) {
      expect(checkSignature(enumeration({ [member]: pair('ONE') })).value).toEqual(plain.value);
    }
    expect(plain.value?.input_parameters[3]?.['allowed-values']).toEqual(pair('ONE'));
    for (const wrong of [{}, { a: pair('ONE'), b: pair('TWO') }, { a: 5 }, 'ONE'])
      expect(takes(enumeration(wrong))).toBe(false);
  });

  it('[NACT-EV-08] are unique', () => {
    expect(codes(enumeration([...pair('FIRST'), ...pair('FIRST')]))).toEqual([
      'nact/not-unique /input_parameters/3/allowed-values/1/name',
    ]);
  });
});

describe('outputs', () => {
  it('[NACT-OUT-01] have name and description; an empty list is reported, and lenient readers need no id', () => {
    const [first] = refillDocument().output_parameters as JsonObject[];
    for (const member of ['name', 'description']) {
      expect(takes(refillDocument({ output_parameters: [without(first ?? {}, member)] }))).toBe(false);
    }
    expect(codes(refillDocument({ output_parameters: [] }))).toEqual(['nact/no-outputs /output_parameters']);
    const bare = refillDocument({ output_parameters: [without(first ?? {}, 'id')] });
    expect([takes(bare), takes(bare, 'read')]).toEqual([false, true]);
    expect(takes(refillDocument({ output_parameters: [] }), 'read')).toBe(true);
  });

  it('[NACT-OUT-02] support the input types and json', () => {
    for (const type of ['string', 'int', 'boolean', 'enum', 'json']) expect(takes(output({ type }))).toBe(true);
    expect(takes(output({ type: 'xml' }))).toBe(false);
    expect(takes(input({ type: 'json' }))).toBe(false);
    expect(takes(input({ type: 'xml' }))).toBe(false);
    expect(checkSignature(output({ type: 'JSON' }), { mode: 'read' }).value?.output_parameters[0]?.type).toBe('json');
  });

  it('[NACT-OUT-05] have unique names', () => {
    expect(codes(output({ name: 'Order Lines' }))).toEqual(['nact/not-unique /output_parameters/1/name']);
  });
});

describe('a third-party signature', () => {
  it('is accepted in spite of minor violations, and normalized', () => {
    const foreign = {
      tool_id: '1f0e6f0b-9c55-4d2b-8a07-77e3a1c5d9aa',
      name: 'quote_container_rate_by_port',
      description: 'Gives today’s price.',
      version: '4',
      currentVersion: '4',
      spare: true,
      input_parameters: [
        { id: 'port', name: 'Port', description: 'Port of discharge.', 'max-length': 20 },
        {
          id: 'size',
          name: 'Container Size',
          type: 'enum',
          description: 'Length.',
          allowed_values: { values: [{ name: 'TWENTY_FOOT', description: 'Short.' }] },
        },
      ],
      output_parameters: [{ id: 'price', name: 'Price in Euro Cents', type: 'int', description: 'All included.' }],
    };
    expect(takes(foreign)).toBe(false);
    expect(checkSignature(foreign, { mode: 'read' }).value).toEqual({
      toolId: '1f0e6f0b-9c55-4d2b-8a07-77e3a1c5d9aa',
      name: 'quote_container_rate_by_port',
      description: 'Gives today’s price.',
      version: 4,
      currentVersion: 4,
      tags: [],
      input_parameters: [
        { id: 'port', name: 'Port', description: 'Port of discharge.', type: 'string', required: true, maxLength: 20 },
        {
          id: 'size',
          name: 'Container Size',
          description: 'Length.',
          type: 'enum',
          required: true,
          'allowed-values': [{ name: 'TWENTY_FOOT', description: 'Short.' }],
        },
      ],
      output_parameters: [{ id: 'price', name: 'Price in Euro Cents', description: 'All included.', type: 'int' }],
    });
  });
});
