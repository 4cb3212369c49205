/** Operations as tools: flat inputs that lose nothing, texts that are read back, and no hidden rules. */

import { compileSchema } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { checkInputs, checkSignature, writeArguments } from '@dragoman/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOperation } from '../../gateway/gateway.support.js';
import { arbitraryCall, arbitraryInput, arbitraryValueOf, entryWith, object } from './nact.support.js';
import type { ToolContract } from './write.js';
import { mappingsOf, signatureOf, toInput, toOutputs, writeTool } from './write.js';

const identity = { toolId: '0479a45d-ad0a-49d4-94db-75edf00d2ca4', name: 'sample_tool', version: 1, currentVersion: 1 };

function contractOf(input: JsonObject | boolean, output: JsonObject | boolean = true): ToolContract {
  const entry = entryWith(input, output);
  const [operation = createOperation()] = entry.operations;
  return writeTool(entry, operation);
}

const signature = (contract: ToolContract) => signatureOf(contract, identity);
const fill = (contract: ToolContract, given: Record<string, JsonValue>) =>
  toInput(
    contract,
    Object.entries(given).map(([name, value]) => ({ name, value })),
  );
const filled = (contract: ToolContract, given: Record<string, JsonValue>) => fill(contract, given).input;
const inputsOf = (contract: ToolContract) => signature(contract).input_parameters;
const described = (input: JsonObject) =>
  inputsOf(contractOf(input)).map(({ name, description }) => `${name}: ${description}`);

describe('inputs', () => {
  it('keep names, texts and limits; the implicit N-ACT maximum never applies', () => {
    const contract = contractOf(
      object(
        {
          city: { type: 'string', description: 'Town or village.', maxLength: 40 },
          days: { type: 'integer', exclusiveMinimum: 0, maximum: 14.5 },
          offset: { type: ['integer', 'null'] },
          metric: { type: 'boolean' },
        },
        'city',
      ),
    );
    expect(signature(contract).input_parameters).toEqual([
      { id: 'city', name: 'city', description: 'Town or village.', type: 'string', maxLength: 40, required: true },
      { id: 'days', name: 'days', description: 'days.', type: 'int', min: 1, max: 14, required: false },
      {
        id: 'offset',
        name: 'offset',
        description: 'offset.',
        type: 'int',
        max: Number.MAX_SAFE_INTEGER,
        required: false,
      },
      { id: 'metric', name: 'metric', description: 'metric.', type: 'boolean', required: false },
      expect.objectContaining({ name: 'other_inputs', required: false }),
    ]);
  });

  it('flatten nested objects, also through references, and are mapped back to their locations', () => {
    const address = object({ street: { type: 'string' }, geo: object({ lat: { type: 'integer' } }) }, 'street', 'geo');
    const contract = contractOf({
      ...object(
        { address: { $ref: '#/$defs/address' }, note: object({ text: { type: 'string' } }, 'text') },
        'address',
      ),
      $defs: { address },
    });
    expect(signature(contract).input_parameters.map(({ name, required }) => [name, required])).toEqual([
      ['address.street', true],
      ['address.geo.lat', false],
      ['note.text', false],
    ]);
    expect(filled(contract, { 'address.street': 'Quay 1', 'note.text': 'ring' })).toEqual({
      address: { street: 'Quay 1', geo: {} },
      note: { text: 'ring' },
    });
    expect(filled(contract, { 'address.street': 'Quay 1' })).toEqual({ address: { street: 'Quay 1', geo: {} } });
  });

  it('convert enumerations to upper-case names and back, whatever the values', () => {
    const values = ['economy', 'premiumEconomy', 'A B', 'a-b', '日本', 7, true];
    const contract = contractOf(object({ cabin: { enum: values } }));
    const [cabin] = signature(contract).input_parameters;
    const names = cabin?.['allowed-values']?.map(({ name }) => name) ?? [];
    expect(names.slice(0, 2)).toEqual(['ECONOMY', 'PREMIUM_ECONOMY']);
    expect(new Set(names).size).toBe(values.length);
    expect(checkSignature(signature(contract)).diagnostics).toEqual([]);
    expect(names.map((name) => filled(contract, { cabin: name }))).toEqual(values.map((cabin) => ({ cabin })));
    const sizes = contractOf(
      object({
        size: {
          oneOf: [
            { const: 's', description: 'Small.' },
            { const: 'l', title: 'Large' },
          ],
        },
      }),
    );
    expect(signature(sizes).input_parameters[0]?.['allowed-values']).toEqual([
      { name: 'S', description: 'Small.' },
      { name: 'L', description: 'Large' },
    ]);
  });

  it.each<[JsonObject, string, string, JsonValue]>([
    [{ type: 'array', items: { type: 'string' } }, 'JSON text of the form [string, …]', '["a","b"]', ['a', 'b']],
    [{ type: 'number', minimum: 0 }, 'A decimal number as text, such as 12.5, at least 0.', '1.25e2', 125],
    [{ type: ['number', 'null'] }, 'A decimal number as text', 'null', null],
    [{}, 'JSON text of the form any value', '{"a":[null]}', { a: [null] }],
    [{ type: 'object' }, 'JSON text of the form {any name: any value}', '{}', {}],
    [{ type: 'string', pattern: '^a' }, 'Rules: matching ^a.', 'ab', 'ab'],
    [{ type: 'string', minLength: 1 }, 'Rules: at least 1 characters.', 'x', 'x'],
    [{ type: 'integer', multipleOf: 5 }, 'Rules: a multiple of 5.', 10 as never, 10],
    [{ type: 'string', format: 'date' }, 'Format: date such as 2026-01-31.', '2026-02-03', '2026-02-03'],
    [{ $ref: '#/properties/part' }, 'JSON text of the form any value', '5', 5],
    [
      { type: 'array', items: object({ id: { type: 'integer' }, due: { type: 'string', format: 'date' } }, 'id') },
      'JSON text of the form [{"id": integer, "due"?: string (date such as 2026-01-31)}, …]',
      '[{"id":1}]',
      [{ id: 1 }],
    ],
    [
      { anyOf: [{ type: 'string' }, { type: 'array', maxItems: 2 }] },
      'JSON text of the form string | [any value, …] (at most 2 items)',
      '"x"',
      'x',
    ],
    [{ type: ['string', 'null'] }, 'JSON text of the form string | null', 'null', null],
  ])('of schema %j say so in words and are read back', (schema, words, given, value) => {
    const contract = contractOf(object({ part: schema }, 'part'));
    const [part] = inputsOf(contract);
    expect([part?.name, part?.required]).toEqual(['part', true]);
    expect(part?.description).toContain(words);
    expect(fill(contract, { part: given })).toEqual({ input: { part: value }, faults: [] });
    const optional = contractOf(object({ part: schema, city: { type: 'string' } }, 'city'));
    expect(inputsOf(optional)[0]).toMatchObject({ name: 'part', required: false });
  });

  it('of a whole body are inputs of their own, and lists in it are JSON text', () => {
    const task = {
      data: object({ name: { type: 'string' }, followers: { type: 'array', items: { type: 'string' } } }),
    };
    const contract = contractOf(object(task));
    expect(inputsOf(contract).map(({ name }) => name)).toEqual(['data.name', 'data.followers', 'other_inputs']);
    expect(filled(contract, { 'data.name': 'Call', 'data.followers': '["me"]' })).toEqual({
      data: { name: 'Call', followers: ['me'] },
    });
    expect(filled(contract, { other_inputs: '{"data":{}}' })).toEqual({ data: {} });
  });

  it('of an optional object that are required together are one input', () => {
    const pair = object({ from: { type: 'string' }, to: { type: 'string' } }, 'from', 'to');
    const contract = contractOf(object({ range: pair }));
    expect(inputsOf(contract).map(({ name }) => name)).toEqual(['range']);
    expect(filled(contract, { range: '{"from":"a","to":"b"}' })).toEqual({ range: { from: 'a', to: 'b' } });
  });

  it('that other inputs cannot express are given in one last input', () => {
    const schema = {
      ...object({ title: { type: ['string', 'null'] }, labels: { type: 'boolean' } }),
      additionalProperties: { type: 'integer' },
    };
    const contract = contractOf(schema);
    expect(described(schema).at(-1)).toContain(
      "null for 'title'; members that have no input here: {any name: integer}",
    );
    expect(fill(contract, { labels: true, other_inputs: '{"title":null,"size":3}' })).toEqual({
      input: { title: null, size: 3, labels: true },
      faults: [],
    });
    expect(fill(contract, { title: 'x', other_inputs: '{"title":null}' }).faults).toMatchObject([
      { parameter: 'title', problem: 'given_twice' },
    ]);
    expect(fill(contract, { other_inputs: '[]' }).faults).toMatchObject([
      { parameter: 'other_inputs', problem: 'wrong_type' },
    ]);
  });

  it('never collide, whatever their names', () => {
    const clash = object({
      'a.b': { type: 'string' },
      a: object({ b: { type: 'string' } }),
      '': {},
      City: {},
      city: {},
      // With a Cyrillic first letter.
      '\u0441ity': {},
    });
    const contract = contractOf(
      object({ ...(clash.properties as JsonObject), other_inputs: { type: ['string', 'null'] } }),
    );
    const names = inputsOf(contract).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['a.b', 'City', 'city', 'other_inputs', '_other_inputs']));
    const whole = { 'a.b': 'one', a: { b: 'two' }, '': 5, City: 1, city: 2, '\u0441ity': 3, other_inputs: null };
    const { inputs, left } = writeArguments(mappingsOf(contract), whole);
    expect([left, toInput(contract, inputs)]).toEqual([undefined, { input: whole, faults: [] }]);
    expect(checkSignature(signature(contract)).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('beyond the maximum number are given in the last one, required ones first', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`p${at}`, { type: 'string' }]));
    const contract = contractOf(object(many, 'p499'));
    const inputs = inputsOf(contract);
    expect([inputs.length, inputs.some(({ name }) => name === 'p499'), inputs.at(-1)?.name]).toEqual([
      256,
      true,
      'other_inputs',
    ]);
    expect(checkSignature(signature(contract)).diagnostics).toEqual([]);
    const whole = Object.fromEntries(Object.keys(many).map((name) => [name, name]));
    const sent = writeArguments(mappingsOf(contract), whole);
    expect(sent.left).toBeUndefined();
    expect(toInput(contract, sent.inputs)).toEqual({ input: whole, faults: [] });
    const nested = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`o${at}`, object(many)]));
    expect(inputsOf(contractOf(object(nested))).map(({ name }) => name)).toEqual(Object.keys(nested));
  });

  it('of schemas that contain themselves end after one level', () => {
    const node = object({ name: { type: 'string' }, child: { $ref: '#/$defs/node' } });
    const contract = contractOf({ ...object({ tree: { $ref: '#/$defs/node' } }), $defs: { node } });
    expect(inputsOf(contract).map(({ name }) => name)).toEqual(['tree.name', 'tree.child', 'other_inputs']);
    expect(filled(contract, { 'tree.child': '{"child":{"name":"leaf"}}' })).toEqual({
      tree: { child: { child: { name: 'leaf' } } },
    });
    const loop = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } };
    expect(inputsOf(contractOf(loop)).map(({ name }) => name)).toEqual(['input']);
  });

  it.each<[string, string]>([
    ['{"a":', "The text of 'part' is not valid JSON"],
    ['', "The text of 'part' is not valid JSON"],
    ['[1,2', "The text of 'part' is not valid JSON"],
    [`${'['.repeat(5000)}${']'.repeat(5000)}`, 'nested deeper than 64 levels'],
    [`[${'1,'.repeat(500_000)}1]`, 'more than 100000 values'],
    ['{"a":1,"a":2}', 'has the member "a" twice'],
    ['{"__proto__":{}}', 'a member is named "__proto__"'],
  ])('with unreadable JSON text are reported by name, in a short message', (text, message) => {
    const { faults } = fill(contractOf(object({ part: { type: 'array' } })), { part: text });
    expect(faults).toMatchObject([{ parameter: 'part', problem: 'malformed' }]);
    expect(faults[0]?.message).toContain(message);
    expect(faults[0]?.message.length).toBeLessThan(400);
  });

  it.each(['', 'ten', '1,5', '0x10', '1e999', 'Infinity', '+1', '.5'])(
    'that are no decimal number (%j) are reported by name',
    (text) => {
      const { faults } = fill(contractOf(object({ part: { type: 'number' } })), { part: text });
      expect(faults).toMatchObject([{ parameter: 'part', problem: 'wrong_type' }]);
    },
  );

  it('[NACT-INV-12] have no rule that neither the signature nor its words show', () => {
    let open = 0;
    fc.assert(
      fc.property(arbitraryInput, fc.infiniteStream(fc.nat()), (schema, seeds) => {
        // No face accepts a member of this name, so an operation that requires it cannot be called at all.
        if (JSON.stringify(schema).includes('"__proto__"]')) return;
        const contract = contractOf(schema);
        const errors = checkSignature(signature(contract)).diagnostics.filter(({ severity }) => severity === 'error');
        expect(errors).toEqual([]);
        for (const { input, form, ruled } of contract.inputs.inputs) {
          if (ruled) expect(input.description).toMatch(/JSON text of the form|Rules: |Format: |decimal number as text/);
          else expect(['plain', 'others']).toContain(form);
        }
        if (
          contract.inputs.note !== undefined ||
          contract.inputs.inputs.some(({ ruled, form }) => ruled || form === 'others')
        )
          return;
        open += 1;
        const compiled = compileSchema(schema);
        const seed = seeds.next().value ?? 0;
        for (const call of fc.sample(arbitraryCall(signature(contract)), { numRuns: 10, seed })) {
          expect(checkInputs(signature(contract), call)).toEqual([]);
          expect(compiled.validate(toInput(contract, call).input)).toEqual([]);
        }
      }),
      { numRuns: 400 },
    );
    expect(open).toBeGreaterThan(50);
  });

  it('carry every value that the operation accepts, unchanged', () => {
    let sent = 0;
    fc.assert(
      fc.property(arbitraryInput, fc.infiniteStream(fc.nat()), (schema, seeds) => {
        const contract = contractOf(schema);
        const compiled = compileSchema(schema);
        const seed = seeds.next().value ?? 0;
        for (const value of fc.sample(arbitraryValueOf(schema), { numRuns: 10, seed })) {
          if (compiled.validate(value).length > 0) continue;
          sent += 1;
          const { inputs, left } = writeArguments(mappingsOf(contract), value);
          expect(left).toBeUndefined();
          expect(checkInputs(signature(contract), inputs)).toEqual([]);
          expect(toInput(contract, inputs)).toEqual({ input: value, faults: [] });
        }
      }),
      { numRuns: 150 },
    );
    expect(sent).toBeGreaterThan(100);
  });
});

describe('outputs', () => {
  it('are the top-level members, structured ones and decimals as JSON', () => {
    const contract = contractOf(
      true,
      object({
        state: { type: 'string' },
        count: { type: ['integer', 'null'] },
        done: { type: 'boolean' },
        price: { type: 'number' },
        lines: { type: 'array' },
      }),
    );
    expect(signature(contract).output_parameters.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'state string',
      'count int',
      'done boolean',
      'price json',
      'lines json',
    ]);
    expect(toOutputs(contract, { state: 'ready', lines: [1], extra: 5 })).toEqual([
      { name: 'state', value: 'ready' },
      { name: 'count', value: null },
      { name: 'done', value: null },
      { name: 'price', value: null },
      { name: 'lines', value: [1] },
    ]);
  });

  it.each<[JsonObject | boolean, string]>([
    [true, 'json'],
    [{ type: 'array' }, 'json'],
    [{ type: 'string' }, 'string'],
    [{ type: 'object' }, 'json'],
  ])('of %j are one whole result of type %s', (output, type) => {
    const contract = contractOf(true, output);
    expect(signature(contract).output_parameters).toMatchObject([{ id: 'result', name: 'result', type }]);
    expect(toOutputs(contract, 'x')).toEqual([{ name: 'result', value: 'x' }]);
  });
});
