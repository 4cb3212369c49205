/** The output schema of served tools accepts outputs and the results that replace them, and nothing else. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { servedOutput, specialResult } from './served-output.js';

const tree = {
  type: 'object',
  properties: { name: { type: 'string' }, $ref: { enum: ['#'] }, parts: { type: 'array', items: { $ref: '#' } } },
  required: ['name'],
  $defs: { unused: { const: { $ref: '#/x' } } },
};

describe('the output schema of a served tool', () => {
  const accepts = new Ajv2020({ strict: false }).compile(servedOutput(tree));

  it.each([
    [{ name: 'a', parts: [{ name: 'b' }] }, true],
    [{ name: 'a', parts: [{}] }, false],
    [{ parts: [] }, false],
    [specialResult('preview', { dry_run: true }), true],
    [specialResult('unchecked', { output: 7 }), true],
    [{ result_kind: 'other' }, false],
  ])('compares %j with its own schema: %s', (value, expected) => {
    expect(accepts(value)).toBe(expected);
  });

  it('does not change values that look like references', () => {
    expect(servedOutput(tree)).toMatchObject({
      anyOf: [{ properties: { $ref: { enum: ['#'] } }, $defs: { unused: { const: { $ref: '#/x' } } } }, {}],
    });
  });
});
