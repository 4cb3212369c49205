/** Tests the results that a tool may return. */
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../json.js';
import { checkResult } from './check-result.js';
import { changedOutput, refillTool } from './signature.support.js';

const result = (...values: [string, JsonValue][]) => ({
  output_parameters: values.map(([name, value]) => ({ name, value })),
});
const problems = (value: unknown, tool = refillTool()) =>
  checkResult(tool, value).map(({ output, problem }) => `${output}: ${problem}`);

describe('the result of a call', () => {
  it('[NACT-OUT-04] accepts any integer for an int output, and null for every output', () => {
    expect(problems(result(['Order Number', 1_200_000], ['Order Lines', []]))).toEqual([]);
    expect(problems(result(['Order Number', null], ['Order Lines', null]))).toEqual([]);
  });

  it('is an array of names and values', () => {
    for (const value of [null, 80, [], {}, { output_parameters: { a: 1 } }])
      expect(problems(value)).toEqual([': malformed']);
    expect(problems({ output_parameters: [5] })).toContain(': malformed');
  });

  it('has the declared names and types', () => {
    expect(problems(result(['order_no', 1], ['Order Lines', 1]))).toEqual([
      'order_no: undeclared_output',
      'Order Number: missing_output',
    ]);
    expect(problems(result(['Order Number', '80'], ['Order Lines', 1]))).toEqual(['Order Number: wrong_type']);
    const state = refillTool(
      changedOutput('order_no', { type: 'enum', 'allowed-values': [{ name: 'READY', description: 'Ready.' }] }),
    );
    expect(problems(result(['Order Number', 'READY'], ['Order Lines', 1]), state)).toEqual([]);
    expect(problems(result(['Order Number', 'ready'], ['Order Lines', 1]), state)).toEqual([
      'Order Number: not_an_allowed_value',
    ]);
  });

  it('marks errors that a reader can tolerate', () => {
    const faults = checkResult(refillTool(), result(['Order Number', 1], ['Extra', 1], ['Order Number', 2]));
    expect(faults.map(({ problem, tolerable }) => [problem, tolerable])).toEqual([
      ['undeclared_output', true],
      ['given_twice', false],
      ['missing_output', true],
    ]);
  });
});
