import { describe, expect, it } from 'vitest';
import { findByName, listNames, nearestNames, suggestNames } from './find-by-name.js';

const operations = [
  { name: 'get_sum', original: 'get-sum' },
  { name: 'list_issue_comments', original: 'issues/list-comments' },
  { name: 'Tide', original: undefined },
  { name: 'tide', original: undefined },
];
const find = (name: string) => findByName(operations, name, (each) => [each.name, each.original])?.name;

describe('finding by name', () => {
  it('accepts a name, its original and other spellings, and prefers the exact one', () => {
    expect(['get_sum', 'get-sum', 'getSum', 'GET SUM'].map(find)).toEqual(Array(4).fill('get_sum'));
    expect(find('issuesListComments')).toBe('list_issue_comments');
    expect([find('Tide'), find('tide')]).toEqual(['Tide', 'tide']);
  });

  it('finds nothing for an ambiguous, empty, unknown or look-alike name', () => {
    expect(['TIDE', '', '__', 'get_sums', 'gеt_sum'].map(find)).toEqual(Array(5).fill(undefined));
  });
});

describe('suggesting names', () => {
  it('returns the three most similar names, best first, each once', () => {
    const known = ['get_pet', 'list_pets', 'create_pet', 'delete_pet', 'create_pet', 'find_store'];
    expect(nearestNames('creat_pett', known)).toEqual(['create_pet', 'get_pet', 'list_pets']);
    expect(suggestNames('creat_pet', known)).toMatch(/^Did you mean 'create_pet', '\w+' or '\w+'\?$/);
    expect(suggestNames('x', ['a', 'b'])).toBe("Did you mean 'a' or 'b'?");
    expect([suggestNames('x', ['a']), suggestNames('x', [])]).toEqual(["Did you mean 'a'?", '']);
  });

  it('suggests one spelling of a name, the first', () => {
    expect(nearestNames('PostChargs', ['create_charge', 'list_charges', 'PostCharges', 'post_charges'])).toEqual([
      'PostCharges',
      'list_charges',
      'create_charge',
    ]);
  });

  it('compares long and many names in bounded work', () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `${'operation_'.repeat(50)}${at}`);
    expect(nearestNames('operation_'.repeat(100_000), many)).toHaveLength(3);
  });

  it('lists few names and counts many', () => {
    expect(listNames(['a', 'b'])).toBe('one of: a, b');
    expect(listNames(Array.from({ length: 11 }, (_, at) => `n${at}`))).toBe('one of its 11 names');
  });
});
