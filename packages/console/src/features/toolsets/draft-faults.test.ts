/** Problems of a draft, sorted by tool. */
import { expect, it } from 'vitest';
import { explainFaults } from './draft-faults.js';

it('sorts the wrong fields of a draft by tool', () => {
  const { ofTool, message } = explainFaults({
    message: 'The request has 2 problems.',
    fieldErrors: [
      {
        field: 'tools[1].name',
        pointer: '/tools/1/name',
        code: 'toolset/name-illegal',
        detail: 'must begin with a letter',
      },
      { field: 'tools[2].name', pointer: '/tools/2/name', code: 'toolset/name-clash', detail: 'send "resolve_names"' },
      { field: 'name', pointer: '/name', code: 'missing', detail: 'must not be empty' },
    ],
  });
  expect(ofTool(1)).toEqual(['must begin with a letter']);
  expect(ofTool(2)[0]).toContain('Enter another name');
  expect(ofTool(0)).toEqual([]);
  expect(message).toBe('2 tools have problems, name must not be empty');
  expect(explainFaults({ message: 'No access.', fieldErrors: [] }).message).toBe('No access.');
});
