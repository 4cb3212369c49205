/** Tests valid calls, and the error message of every invalid one. */
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../json.js';
import { checkInputs, checkInvocation } from './check-inputs.js';
import { checkSignature } from './check-signature.js';
import { changedInput, refillDocument, refillTool } from './signature.support.js';

const right: Record<string, JsonValue> = {
  'Prescription Number': 'RX-20417',
  'Days of Supply': 30,
  Delivery: 'PICKUP',
};
const faultsOf = (change: Record<string, JsonValue | undefined>, tool = refillTool()) => {
  const given = Object.entries({ ...right, ...change }).filter(([, value]) => value !== undefined);
  return checkInputs(
    tool,
    given.map(([name, value]) => ({ name, value: value ?? null })),
  ).map(({ parameter, problem }) => `${parameter}: ${problem}`);
};
const withCount = (change: JsonObject) => refillTool(changedInput('count', change));

describe('the inputs of a call', () => {
  it('are valid when they match the signature', () => expect(faultsOf({})).toEqual([]));

  it('[NACT-IN-02] are strings by default', () => {
    expect(faultsOf({ 'Prescription Number': 'Omaha' })).toEqual([]);
    expect(faultsOf({ 'Prescription Number': 5 })).toEqual(['Prescription Number: wrong_type']);
  });

  it('[NACT-IN-05] are at most max, which defaults to 65535', () => {
    expect(faultsOf({ Count: 65_535 })).toEqual([]);
    expect(faultsOf({ Count: 65_536 })).toEqual(['Count: above_maximum']);
    expect(faultsOf({ Count: 100_000 }, withCount({ max: 100_000 }))).toEqual([]);
    expect(faultsOf({ Count: 100_001 }, withCount({ max: 100_000 }))).toEqual(['Count: above_maximum']);
    expect(faultsOf({ Count: 11 }, withCount({ max: 10 }))).toEqual(['Count: above_maximum']);
  });

  it('[NACT-IN-06] are at least min, if given', () => {
    const crossed = refillDocument(changedInput('days', { min: 5, max: 4 }));
    expect(checkSignature(crossed).diagnostics).toMatchObject([{ code: 'nact/limits-crossed', severity: 'error' }]);
    expect(faultsOf({ 'Days of Supply': 0 })).toEqual(['Days of Supply: below_minimum']);
    expect(faultsOf({ 'Days of Supply': 1 })).toEqual([]);
    expect(faultsOf({ Count: -5 })).toEqual([]);
  });

  it('[NACT-IN-07] are at most maxLength characters long', () => {
    expect(faultsOf({ 'Prescription Number': '😀'.repeat(10) })).toEqual([]);
    expect(faultsOf({ 'Prescription Number': 'x'.repeat(11) })).toEqual(['Prescription Number: too_long']);
    const free = refillTool({ input_parameters: [{ id: 'a', name: 'A', description: 'Any.' }] });
    expect(checkInputs(free, [{ name: 'A', value: 'x'.repeat(100_000) }])).toEqual([]);
  });

  it('[NACT-EV-07] match an allowed value exactly', () => {
    expect(faultsOf({ Delivery: 'HOME_COURIER' })).toEqual([]);
    for (const value of ['pickup', 'Home courier', 'DRONE'])
      expect(faultsOf({ Delivery: value })).toEqual(['Delivery: not_an_allowed_value']);
  });

  it.each<[string, JsonValue]>([
    ['Days of Supply', '5'],
    ['Days of Supply', 5.5],
    ['Days of Supply', true],
    ['Accept Generic', 1],
    ['Accept Generic', 'true'],
    ['Prescription Number', true],
    ['Prescription Number', ['RX']],
    ['Prescription Number', { rx: 1 }],
    ['Delivery', 5],
  ])('reject %s as %j', (name, value) => expect(faultsOf({ [name]: value })).toEqual([`${name}: wrong_type`]));

  it('accept 5.0 as 5, and null for an omitted optional input', () => {
    expect(faultsOf({ 'Days of Supply': JSON.parse('5.0') as number, Count: null })).toEqual([]);
    expect(faultsOf({ Delivery: null })).toEqual(['Delivery: missing_required']);
  });

  it('are reported with all errors at once, unknown names first', () => {
    const faults = checkInputs(refillTool(), [
      { name: 'rx', value: 'RX-20417' },
      { name: 'Days of Supply', value: '30' },
      { name: 'Delivery', value: 'pickup' },
    ]);
    expect(faults.map(({ parameter, problem }) => ({ parameter, problem }))).toEqual([
      { parameter: 'rx', problem: 'unknown_parameter' },
      { parameter: 'Prescription Number', problem: 'missing_required' },
      { parameter: 'Days of Supply', problem: 'wrong_type' },
      { parameter: 'Delivery', problem: 'not_an_allowed_value' },
    ]);
    expect(faults[3]?.message).toBe("Give 'Delivery' as exactly one of: PICKUP, HOME_COURIER.");
  });

  it('are rejected when given twice', () => {
    const twice = [
      { name: 'Delivery', value: 'PICKUP' },
      ...Object.entries(right).map(([name, value]) => ({ name, value })),
    ];
    expect(checkInputs(refillTool(), twice)).toMatchObject([{ parameter: 'Delivery', problem: 'given_twice' }]);
  });
});

describe('the body of a call', () => {
  const body = (change: JsonObject) => ({
    name: refillTool().name,
    input_parameters: Object.entries(right).map(([name, value]) => ({ name, value })),
    ...change,
  });

  it('is accepted without null values of optional inputs', () => {
    const inputs = [...body({}).input_parameters, { name: 'Count', value: null }];
    const { invocation, faults } = checkInvocation(refillTool(), body({ input_parameters: inputs }));
    expect(faults).toEqual([]);
    expect(invocation?.input_parameters.map(({ name }) => name)).toEqual(Object.keys(right));
  });

  it.each<[unknown]>([
    [null],
    [[]],
    ['x'],
    [{}],
    [body({ name: 'another_tool' })],
    [body({ name: 5 })],
    [body({ input_parameters: { Delivery: 'PICKUP' } })],
    [body({ input_parameters: ['PICKUP'] })],
    [body({ input_parameters: [{ name: 'Delivery' }] })],
  ])('is rejected as %j', (value) => {
    const { invocation, faults } = checkInvocation(refillTool(), value);
    expect(invocation).toBeUndefined();
    expect(faults.length).toBeGreaterThan(0);
  });
});
