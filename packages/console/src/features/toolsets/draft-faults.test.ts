/** Problems of a draft, sorted by tool. */
import { expect, it } from 'vitest';
import { explainFaults } from './draft-faults.js';

it('sorts the wrong fields of a draft by tool', () => {
  const { ofTool, others, message } = explainFaults({
    message: 'The request has 2 problems.',
    fieldErrors: [
      { field: 'tools[1].name', pointer: '/tools/1/name', code: 'name-clash', detail: 'another tool has this name' },
      { field: 'name', pointer: '/name', code: 'missing', detail: 'must not be empty' },
    ],
  });
  expect(ofTool(1)).toEqual(['another tool has this name']);
  expect(ofTool(0)).toEqual([]);
  expect(others).toEqual(['name must not be empty']);
  expect(message).toBe('The request has 2 problems.');
});
