import { describe, expect, it } from 'vitest';
import type { PreviewedOperation } from './selection.js';
import { change, countChosen, stateOf, toRows } from './selection.js';

const operation = (name: string, tag?: string): PreviewedOperation => ({
  name,
  summary: `Does ${name}`,
  tags: tag === undefined ? [] : [tag],
  derived: [],
  tokens: 10,
});

const operations = [
  operation('list', 'pets'),
  operation('create', 'pets'),
  operation('ping'),
  operation('pay', 'shop'),
];

describe('the operations of a preview', () => {
  it('are grouped by their first tag, without a heading when there is one group', () => {
    const shown = toRows(operations, '').map((row) => (row.kind === 'tag' ? `# ${row.tag}` : row.operation.name));
    expect(shown).toEqual(['# pets', 'list', 'create', '# ', 'ping', '# shop', 'pay']);
    expect(toRows(operations, 'PETS does').map(({ kind }) => kind)).toEqual(['operation', 'operation']);
    expect(toRows(operations, 'absent')).toEqual([]);
  });

  it('are left out and chosen again by group, and counted', () => {
    const pets = operations.slice(0, 2);
    const without = change(new Set(), pets, false);
    expect(countChosen(operations, without)).toEqual({ operations: 2, tokens: 20 });
    expect([stateOf(pets, without), stateOf(operations, without), stateOf(pets, new Set())]).toEqual([
      'none',
      'some',
      'all',
    ]);
    expect(change(without, pets, true)).toEqual(new Set());
  });
});
