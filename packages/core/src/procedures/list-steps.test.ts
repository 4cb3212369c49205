/** Steps of procedures. */
import { expect, it } from 'vitest';
import { checkProcedure } from './check-procedure.js';
import { readProcedure } from './read-procedure.js';

const tool = (name: string, outputs: string[] = []) => ({
  name,
  otherNames: [],
  inputs: [],
  outputs: outputs.map((each) => ({ name: each })),
});

it('lists steps with their calls, the values that they use, and branches', () => {
  const text = [
    '# Arrivals',
    '',
    'Greet the captain.',
    '',
    '1. Call `find_ship()`.',
    '2. If she has a berth:',
    '   - Call `tell()` with the `berth` from `find_ship()`.',
    '3. Otherwise call `book()`.',
    '',
    '- Be kind.',
  ].join('\n');
  const { steps } = checkProcedure(readProcedure(text), {
    tools: [tool('find_ship', ['berth']), tool('tell'), tool('book')],
  });
  expect(steps.map(({ line, calls, branch, uses }) => [line, branch, calls, uses.map((use) => use.tool)])).toEqual([
    [5, 'plain', ['find_ship'], []],
    [6, 'if', [], []],
    [7, 'plain', ['tell'], ['find_ship']],
    [8, 'else', ['book'], []],
  ]);
  expect(steps[2]).toMatchObject({ uses: [{ tool: 'find_ship', outputs: ['berth'] }] });
});
