import { expect, it } from 'vitest';
import type { PostgresQuery } from '../postgres-database.js';
import { createSearchDictionary } from './search-dictionary.js';

/** A table of numbered strings whose numbers are never used twice. */
function createTable() {
  const committed = new Map<string, number>();
  let last = 0;
  return () => {
    const own = new Map(committed);
    const query: PostgresQuery = async <Row extends object>(text: string, values: readonly unknown[] = []) => {
      const [strings = []] = values as [string[]?];
      const isNew = (string: string) => text.startsWith('INSERT') && !own.has(string);
      for (const string of strings.filter(isNew)) {
        last += 1;
        own.set(string, last);
      }
      const rows = strings.flatMap((string) => (own.has(string) ? [{ string, number: own.get(string) }] : []));
      return { rows: rows as Row[], count: rows.length };
    };
    const commit = () => {
      for (const [string, number] of own) committed.set(string, number);
    };
    return { query, commit };
  };
}

it('forgets the numbers of a transaction that is rolled back, however often it asked for them', async () => {
  const begin = createTable();
  const dictionary = createSearchDictionary('terms', 'term', 1);
  const lost = begin();
  await dictionary.enter(lost.query, ['invoice']);
  expect(await dictionary.enter(lost.query, ['invoice'])).toEqual(new Map([['invoice', 1]]));
  const kept = begin();
  expect(await dictionary.enter(kept.query, ['invoice'])).toEqual(new Map([['invoice', 2]]));
  kept.commit();
  expect(await dictionary.find(begin().query, ['invoice', 'bill'])).toEqual(new Map([['invoice', 2]]));
});
