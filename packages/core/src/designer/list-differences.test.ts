/** What reads differently in two signatures. */
import type { ToolSignature } from '@dragoman/model';
import { expect, it } from 'vitest';
import { listDifferences } from './list-differences.js';

const signature = (change: Partial<ToolSignature>): ToolSignature => ({
  toolId: 'a',
  name: 'find',
  description: 'Finds.',
  version: 1,
  currentVersion: 1,
  input_parameters: [{ id: 'city', name: 'city', description: 'The city.', maxLength: 20 }],
  output_parameters: [{ name: 'grid', description: 'The grid.' }],
  ...change,
});

it('lists texts and contracts by place, added and removed ones with one side', () => {
  const after = signature({
    description: 'Finds quickly.',
    input_parameters: [
      { id: 'city', name: 'city', description: 'The city.', maxLength: 20, required: false },
      { id: 'days', name: 'days', description: 'How many.', type: 'int', max: 7 },
    ],
    output_parameters: [],
  });
  expect(listDifferences(signature({}), after)).toEqual([
    { place: 'description', before: 'Finds.', after: 'Finds quickly.' },
    {
      place: 'input city',
      before: 'string, required, at most 20 characters',
      after: 'string, optional, at most 20 characters',
    },
    { place: 'input days', after: 'int, required, at most 7' },
    { place: 'input days, description', after: 'How many.' },
    { place: 'output grid', before: 'string' },
    { place: 'output grid, description', before: 'The grid.' },
  ]);
  expect(listDifferences(after, after)).toEqual([]);
});
