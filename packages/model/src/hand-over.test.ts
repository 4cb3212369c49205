/** Tests hand-over tools: valid names, flat schemas, and input from models. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { handOverLimits, handOverName, handOverTool, readHandOver } from './hand-over.js';
import { isLegalName } from './tool-signature/tool-names.js';

describe('a hand-over tool', () => {
  it("has a name that every model API accepts, whatever the member's name", () => {
    fc.assert(fc.property(fc.string({ maxLength: 100 }), (member) => isLegalName(handOverName(member))));
    expect(handOverName('refills')).toBe('hand_over_to_refills');
  });

  it('asks for reason and summary, and for values if there are any', () => {
    const { description, schema } = handOverTool('refills', 'When medicine is needed.');
    expect(description).toBe('Hands the conversation over to refills. When medicine is needed.');
    expect([schema.required, Object.keys(schema.properties)]).toEqual([
      ['reason', 'summary'],
      ['reason', 'summary', 'values'],
    ]);
  });
});

describe('hand-over arguments from a model', () => {
  const whole = { reason: 'a', summary: 'b' };

  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [whole, {}],
    [{ ...whole, values: null }, {}],
    [{ ...whole, values: ' ' }, {}],
    [
      { ...whole, values: '{"order_no":"A-17","n":1}' },
      { order_no: 'A-17', n: 1 },
    ],
  ])('are accepted: %j', (inputs, values) => {
    expect(readHandOver(inputs)).toEqual({ ...whole, values });
  });

  it.each<[Record<string, unknown>, string[]]>([
    [{}, ['reason', 'summary']],
    [{ reason: '  ', summary: 7 }, ['reason', 'summary']],
    [{ ...whole, values: '[1]' }, ['values']],
    [{ ...whole, values: '{' }, ['values']],
    [{ ...whole, values: 'null' }, ['values']],
    [{ ...whole, values: { a: 1 } }, ['values']],
    [{ ...whole, to: 'x' }, ['to']],
    [{ ...whole, summary: 'x'.repeat(handOverLimits.summary + 1) }, ['summary']],
  ])('are rejected with all errors: %j', (inputs, names) => {
    const read = readHandOver(inputs);
    const faults = 'faults' in read ? read.faults : [];
    expect(faults.map((fault) => /^'(\w+)'/.exec(fault)?.[1])).toEqual(names);
  });

  it('never cause an exception', () => {
    const inputs = fc.dictionary(fc.constantFrom('reason', 'summary', 'values', '__proto__'), fc.anything());
    fc.assert(fc.property(inputs, (given) => typeof readHandOver(given) === 'object'));
  });
});
