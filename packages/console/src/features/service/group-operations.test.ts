import type { OperationSummary } from '@dragoman/sdk';
import { expect, it } from 'vitest';
import { filterOperations, groupOperations } from './group-operations.js';

const operation = (name: string, tags: string[] = [], impact?: OperationSummary['impact']): OperationSummary => ({
  agent_id: 'a',
  agent_name: 'A',
  operation_id: name,
  operation: name,
  summary: `Summary of ${name}`,
  tags,
  protocol: 'http',
  version: 1,
  ...(impact === undefined ? {} : { impact }),
});

it('groups operations under their first tag, in the order of the service', () => {
  const rows = groupOperations([operation('one', ['b', 'a']), operation('two', ['a']), operation('three', ['b'])]);
  expect(rows.map((row) => (row.kind === 'tag' ? `# ${row.tag} ${row.count}` : row.operation.operation))).toEqual([
    '# b 2',
    'one',
    'three',
    '# a 1',
    'two',
  ]);
});

it('shows no group when no operation has a tag', () => {
  expect(groupOperations([operation('one')]).map(({ kind }) => kind)).toEqual(['operation']);
});

it('finds operations by all words of a filter, in name, summary, tags and impact', () => {
  const all = [operation('pets_list', ['pets'], 'informational'), operation('pets_delete', ['pets'], 'irreversible')];
  expect(filterOperations(all, 'PETS  irreversible').map((each) => each.operation)).toEqual(['pets_delete']);
  expect(filterOperations(all, ' ')).toHaveLength(2);
  expect(filterOperations(all, 'nothing')).toEqual([]);
});
