/** Tests what a new version may change (§5.4), and that valid calls of the old version stay valid. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../json.js';
import { checkInputs } from './check-inputs.js';
import { compareSignatures, refusedChanges } from './compare-signatures.js';
import { lockedForm } from './locked-form.js';
import type { ToolArgument, ToolSignature } from './signature.js';
import { isRequired, maximumOf, parameterType } from './signature.js';
import { changedInput, changedOutput, refillDocument, refillTool } from './signature.support.js';

const next = (change: JsonObject) => refillTool({ version: 2, currentVersion: 2, ...change });
const inputs = () => refillDocument().input_parameters as JsonObject[];
const outputs = () => refillDocument().output_parameters as JsonObject[];
const seen = (change: JsonObject) =>
  compareSignatures(refillTool(), next(change)).map(({ kind, effect, parameter }) => `${parameter}: ${kind} ${effect}`);
const refused = (change: JsonObject, options = {}) =>
  refusedChanges(refillTool(), next(change), options).map(({ parameter, kind }) => `${parameter}: ${kind}`);
const added = (change: JsonObject) => ({
  input_parameters: [...inputs(), { id: 'note', name: 'Note', description: 'A note.', ...change }],
});

describe('a new version', () => {
  it('[NACT-COMPAT-01] may add optional inputs and outputs, and change texts', () => {
    const more = {
      ...added({ required: false }),
      output_parameters: [...outputs(), { id: 'eta', name: 'Ready At', description: 'When.' }],
      description: 'Another text.',
      tags: ['refills', 'orders'],
      img: 'https://cdn.example/a.png',
    };
    expect(refused(more)).toEqual([]);
    expect(compareSignatures(refillTool(), next(more)).map(({ effect }) => effect)).toEqual([
      'meaning',
      'description',
      'description',
      'compatible',
      'compatible',
    ]);
    for (const change of [changedInput('rx', { name: 'Rx' }), { input_parameters: inputs().slice(1) }]) {
      const [offence] = refusedChanges(refillTool(), next(change));
      expect(offence).toMatchObject({ parameter: 'rx', message: expect.stringContaining('Prescription Number') });
    }
  });

  it('[NACT-COMPAT-02] must declare explicitly that an added input is optional', () => {
    expect(refused(added({}))).toEqual(['note: added_required']);
    expect(refused(added({ required: true }))).toEqual(['note: added_required']);
    expect(refused(added({ required: false }))).toEqual([]);
    const silent = {
      ...refillTool(),
      version: 2,
      input_parameters: [...refillTool().input_parameters, { id: 'n', name: 'N', description: 'N.' }],
    };
    expect(refusedChanges(refillTool(), silent)[0]?.message).toContain("without 'required': false");
  });

  it('[NACT-COMPAT-03] [NACT-IN-11] may not remove or rename an input', () => {
    expect(refused({ input_parameters: inputs().filter(({ id }) => id !== 'generic') })).toEqual(['generic: removed']);
    expect(refused(changedInput('generic', { name: 'Generic Wanted' }))).toEqual(['generic: renamed']);
    expect(refused(changedInput('generic', { name: 'Weight', description: 'Weight.', type: 'int' }))).toEqual([
      'generic: renamed',
      'generic: type_changed',
    ]);
    expect(refused({})).toEqual([]);
  });

  it('[NACT-COMPAT-04] may not change a type; the default is string', () => {
    const free = (change: JsonObject) => ({ input_parameters: [{ id: 'a', name: 'A', description: 'A.', ...change }] });
    const kinds = (before: JsonObject, after: JsonObject) =>
      refusedChanges(refillTool(free(before)), next(free(after))).map(({ kind }) => kind);
    const values = { 'allowed-values': [{ name: 'ONE', description: 'One.' }] };
    expect(kinds({ type: 'int' }, { type: 'string' })).toEqual(['type_changed']);
    expect(kinds({ type: 'string' }, { type: 'enum', ...values })).toEqual(['type_changed']);
    expect(kinds({}, { type: 'int' })).toEqual(['type_changed']);
    expect(kinds({}, { type: 'string' })).toEqual([]);
  });

  it('[NACT-COMPAT-05] may not make an input stricter', () => {
    expect(refused(changedInput('generic', { required: true }))).toEqual(['generic: became_required']);
    expect(refused(changedInput('days', { max: 89 }))).toEqual(['days: limit_tightened']);
    expect(refused(changedInput('days', { min: 2 }))).toEqual(['days: limit_tightened']);
    expect(refused(changedInput('count', { min: 0 }))).toEqual(['count: limit_tightened']);
    expect(refused(changedInput('rx', { maxLength: 9 }))).toEqual(['rx: limit_tightened']);
    expect(
      refused(changedInput('delivery', { 'allowed-values': [{ name: 'PICKUP', description: 'At the branch.' }] })),
    ).toEqual(['delivery: value_removed']);
    expect(refused(changedInput('count', { max: 65_535 }))).toEqual([]);
    expect(refused(changedInput('count', { max: 100 }))).toEqual(['count: limit_tightened']);
  });

  it('may make inputs looser only with an explicit option', () => {
    const wider = changedInput('days', { max: 91 });
    expect(refused(wider)).toEqual(['days: limit_loosened']);
    expect(refused(wider, { allowWidened: true })).toEqual([]);
    expect(refused(changedInput('rx', { required: false }), { allowWidened: true })).toEqual([]);
  });

  it('[NACT-COMPAT-06] keeps every output with its name and type', () => {
    expect(refused({ output_parameters: outputs().slice(1) })).toEqual(['order_no: removed']);
    expect(refused(changedOutput('order_no', { name: 'Number' }))).toEqual(['order_no: renamed']);
    expect(refused(changedOutput('order_no', { type: 'string' }))).toEqual(['order_no: type_changed']);
    expect(refused({ output_parameters: [...outputs(), { id: 'x', name: 'X', description: 'X.' }] })).toEqual([]);
    const state = (...names: string[]) =>
      changedOutput('order_no', { type: 'enum', 'allowed-values': names.map((name) => ({ name, description: name })) });
    const grown = refusedChanges(refillTool(state('A')), next(state('A', 'B')), { allowWidened: true });
    expect(grown.map(({ kind }) => kind)).toEqual(['value_added']);
  });

  it('[NACT-COMPAT-08] is compared by id: order is irrelevant, a name under another id is another parameter', () => {
    expect(seen({ input_parameters: inputs().reverse(), output_parameters: outputs().reverse() })).toEqual([]);
    expect(seen(changedInput('count', { id: 'number' }))).toEqual([
      'count: removed breaking',
      'number: added compatible',
    ]);
  });

  it('has a higher number, the same id and the same name', () => {
    expect(refusedChanges(refillTool(), refillTool()).map(({ kind }) => kind)).toEqual(['version_not_raised']);
    expect(refused({ name: 'another_name' })).toEqual(['undefined: renamed']);
    expect(refused({ toolId: '0479a45d-ad0a-49d4-94db-75edf00d2ca4' })).toEqual(['undefined: tool_replaced']);
  });

  it('is locked except for currentVersion', () => {
    const lock = lockedForm(refillTool());
    expect(lockedForm(refillTool({ currentVersion: 7 }))).toBe(lock);
    const changes: JsonObject[] = [
      { description: 'x' },
      { tags: [] },
      { img: 'https://a.example/' },
      changedInput('days', { max: 91 }),
      changedInput('delivery', { 'allowed-values': [{ name: 'PICKUP', description: 'x' }] }),
      { input_parameters: inputs().reverse() },
    ];
    for (const change of changes) expect(lockedForm(refillTool(change))).not.toBe(lock);
  });

  it('[NACT-COMPAT-07] accepts every call that was valid before and returns at least its outputs', () => {
    fc.assert(
      fc.property(arbitraryChange, arbitraryCall(refillTool()), (change, call) => {
        const after = next(change);
        fc.pre(refusedChanges(refillTool(), after, { allowWidened: true }).length === 0);
        expect(checkInputs(refillTool(), call)).toEqual([]);
        expect(checkInputs(after, call)).toEqual([]);
        const names = after.output_parameters.map(({ name }) => name);
        expect(names).toEqual(expect.arrayContaining(refillTool().output_parameters.map(({ name }) => name)));
      }),
      { numRuns: 500 },
    );
  });
});

/** Changes of one input, allowed and not allowed, and additions. */
const arbitraryChange: fc.Arbitrary<JsonObject> = fc.oneof(
  fc
    .record({ min: fc.integer({ min: -3, max: 3 }), max: fc.integer({ min: 80, max: 100 }), required: fc.boolean() })
    .map((change) => changedInput('days', change)),
  fc.record({ maxLength: fc.integer({ min: 5, max: 15 }) }).map((change) => changedInput('rx', change)),
  fc.record({ required: fc.boolean() }).map((change) => added(change)),
  fc.constantFrom<JsonObject[]>(
    { output_parameters: outputs().slice(1) },
    { description: 'Other.' },
    {
      output_parameters: [...outputs(), { id: 'x', name: 'X', description: 'X.' }],
    },
  ),
);

/** Valid calls of a signature. */
function arbitraryCall(signature: ToolSignature): fc.Arbitrary<ToolArgument[]> {
  const values = signature.input_parameters.map((input) => {
    const value: fc.Arbitrary<JsonValue> = (() => {
      switch (parameterType(input)) {
        case 'int':
          return fc.integer({ min: input.min ?? -1000, max: maximumOf(input) });
        case 'boolean':
          return fc.boolean();
        case 'enum':
          return fc.constantFrom(...(input['allowed-values'] ?? []).map(({ name }) => name));
        default:
          return fc.string({ maxLength: input.maxLength ?? 50, unit: 'binary' });
      }
    })();
    return isRequired(input) ? value : fc.option(value, { nil: null });
  });
  return fc
    .tuple(...values)
    .map((given) => given.map((value, at) => ({ name: signature.input_parameters[at]?.name ?? '', value })));
}
