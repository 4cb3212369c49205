/** Operations as tools: flattened inputs, rejected inputs with their fix, and no hidden rules. */

import { compileSchema } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { checkInputs, checkSignature } from '@dragoman/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOperation } from '../../gateway/gateway.support.js';
import { arbitraryCall, arbitraryInput, entryWith, object } from './nact.support.js';
import type { ToolContract } from './write.js';
import { signatureOf, toInput, toOutputs, writeTool } from './write.js';

const identity = { toolId: '0479a45d-ad0a-49d4-94db-75edf00d2ca4', name: 'sample_tool', version: 1, currentVersion: 1 };

function written(input: JsonObject | boolean, output: JsonObject | boolean = true) {
  const entry = entryWith(input, output);
  const [operation = createOperation()] = entry.operations;
  return writeTool(entry, operation);
}

function contractOf(input: JsonObject | boolean, output: JsonObject | boolean = true): ToolContract {
  const { contract, diagnostics } = written(input, output);
  if (contract === undefined) throw new Error(JSON.stringify(diagnostics));
  return contract;
}

const signature = (contract: ToolContract) => signatureOf(contract, identity);
const fill = (contract: ToolContract, given: Record<string, JsonValue>) =>
  toInput(
    contract,
    Object.entries(given).map(([name, value]) => ({ name, value })),
  );

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
      { id: 'days', name: 'days', description: 'The days.', type: 'int', min: 1, max: 14, required: false },
      {
        id: 'offset',
        name: 'offset',
        description: 'The offset.',
        type: 'int',
        max: Number.MAX_SAFE_INTEGER,
        required: false,
      },
      { id: 'metric', name: 'metric', description: 'The metric.', type: 'boolean', required: false },
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
    expect(fill(contract, { 'address.street': 'Quay 1', 'note.text': 'ring' })).toEqual({
      address: { street: 'Quay 1', geo: {} },
      note: { text: 'ring' },
    });
    expect(fill(contract, { 'address.street': 'Quay 1' })).toEqual({ address: { street: 'Quay 1', geo: {} } });
  });

  it('convert enumerations to upper-case names and back, whatever the values', () => {
    const values = ['economy', 'premiumEconomy', 'A B', 'a-b', '日本', 7, true];
    const contract = contractOf(object({ cabin: { enum: values } }));
    const [cabin] = signature(contract).input_parameters;
    const names = cabin?.['allowed-values']?.map(({ name }) => name) ?? [];
    expect(names.slice(0, 2)).toEqual(['ECONOMY', 'PREMIUM_ECONOMY']);
    expect(new Set(names).size).toBe(values.length);
    expect(checkSignature(signature(contract)).diagnostics).toEqual([]);
    expect(names.map((name) => fill(contract, { cabin: name }).cabin)).toEqual(values);
    const described = contractOf(
      object({
        size: {
          oneOf: [
            { const: 's', description: 'Small.' },
            { const: 'l', title: 'Large' },
          ],
        },
      }),
    );
    expect(signature(described).input_parameters[0]?.['allowed-values']).toEqual([
      { name: 'S', description: 'Small.' },
      { name: 'L', description: 'Large' },
    ]);
  });

  it.each<[string, JsonValue]>([
    ['a list', { type: 'array', items: { type: 'string' } }],
    ['a decimal number', { type: 'number' }],
    ['accepts any value', {}],
    ['accepts any value', { type: 'object' }],
    ["rule 'pattern'", { type: 'string', pattern: '^a' }],
    ["rule 'minLength'", { type: 'string', minLength: 1 }],
    ["rule 'multipleOf'", { type: 'integer', multipleOf: 5 }],
    ["rule 'anyOf'", { type: 'string', anyOf: [{ maxLength: 1 }, { maxLength: 2 }] }],
    ['contains itself', { $ref: '#/properties/part' }],
  ])('that are %s prevent a tool when required, and are left out when optional', (reason, schema) => {
    const required = written(object({ part: schema }, 'part'));
    expect(required.contract).toBeUndefined();
    expect(required.diagnostics).toMatchObject([
      { code: 'nact/input-not-expressible', severity: 'error', location: { pointer: '/input/properties/part' } },
    ]);
    expect(required.diagnostics[0]?.message).toContain(reason);
    expect(required.diagnostics[0]?.help).toMatch(/^Sculpt a workflow/);
    const optional = written(object({ part: schema, city: { type: 'string' } }, 'city'));
    expect(optional.diagnostics).toMatchObject([{ code: 'nact/input-left-out', severity: 'warning' }]);
    expect(optional.contract?.inputs.inputs.map(({ input }) => input.name)).toEqual(['city']);
  });

  it('of an optional object that are required together are left out, since a signature cannot represent that', () => {
    const pair = object({ from: { type: 'string' }, to: { type: 'string' } }, 'from', 'to');
    expect(written(object({ range: pair })).diagnostics[0]?.message).toContain('required only together');
  });

  it('never collide silently', () => {
    const clash = object({ 'a.b': { type: 'string' }, a: object({ b: { type: 'string' } }) });
    expect(written(clash).diagnostics.at(-1)?.message).toContain('name of two inputs');
  });

  it('[NACT-INV-12] of every call that matches the signature pass the operation’s own schema', () => {
    let shown = 0;
    fc.assert(
      fc.property(arbitraryInput, fc.infiniteStream(fc.nat()), (schema, seeds) => {
        const { contract } = written(schema);
        if (contract === undefined) return;
        shown += 1;
        const compiled = compileSchema(schema);
        expect(checkSignature(signature(contract)).diagnostics.filter(({ severity }) => severity === 'error')).toEqual(
          [],
        );
        const seed = seeds.next().value ?? 0;
        for (const call of fc.sample(arbitraryCall(signature(contract)), { numRuns: 10, seed })) {
          expect(checkInputs(signature(contract), call)).toEqual([]);
          expect(compiled.validate(toInput(contract, call))).toEqual([]);
        }
      }),
      { numRuns: 400 },
    );
    expect(shown).toBeGreaterThan(50);
    const hidden = { type: 'object', properties: { city: { type: 'string', pattern: '^[A-Z]' } }, required: ['city'] };
    expect(written(hidden).contract).toBeUndefined();
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
