/** The conditions of a query as SQL on `search_rows AS r`; every value is a parameter. */
import type { AcceptedOperations, StoredQuery } from '@dragoman/core/engine';
import { toColumn } from '../../column-text.js';
import type { PostgresQuery } from '../postgres-database.js';
import { rowKey } from '../row-key.js';
import type { SearchDictionary } from './search-dictionary.js';

/** A condition with its parameters. */
export interface SearchFilter {
  /** Text of the condition; `$1` is its first parameter. */
  where: string;
  values: unknown[];
}

/** Flags of rows that are public or inactive. */
const publicFlag = 2;
const inactiveFlag = 4;

/** What a filter reads. */
export interface FilterPorts {
  schema: string;
  facets: SearchDictionary;
}

/** The condition of a query; undefined when no row can satisfy it. */
export async function readFilter(
  query: PostgresQuery,
  { schema, facets }: FilterPorts,
  asked: Pick<StoredQuery, 'steps' | 'statusAsked' | 'readers'> & { accepts?: AcceptedOperations },
): Promise<SearchFilter | undefined> {
  const { steps, statusAsked, readers, accepts } = asked;
  const values: unknown[] = [];
  const parts: string[] = [];
  const add = (part: (parameter: string) => string, value: unknown) => {
    values.push(value);
    parts.push(part(`$${values.length}`));
  };
  // Written as an inequality, which the planner expects of most rows; of an equality it expects it of few.
  if (!statusAsked) parts.push(`r.flags & ${inactiveFlag} <> ${inactiveFlag}`);
  if (readers !== undefined) {
    add((at) => `(r.flags & ${publicFlag} <> 0 OR r.readers && ${at}::text[])`, readers.map(toColumn));
  }
  const numbers = await facets.find(query, [...new Set(steps.flat())]);
  for (const keys of steps) {
    const known = keys.flatMap((key) => numbers.get(key) ?? []);
    if (known.length === 0) return undefined;
    add((at) => `r.facets && ${at}::integer[]`, known);
  }
  if (accepts !== undefined) {
    const { condition, given } = acceptedCondition(schema, accepts, values.length);
    values.push(...given);
    parts.push(condition);
  }
  return { where: parts.length === 0 ? 'true' : parts.join(' AND '), values };
}

/** Operations of these entries: all of them, or those with these indexes. */
function acceptedCondition(schema: string, accepts: AcceptedOperations, before: number) {
  const whole: Buffer[] = [];
  const [keys, places]: [Buffer[], number[]] = [[], []];
  for (const [id, which] of accepts) {
    const key = rowKey(id);
    if (which === 'all') whole.push(key);
    else {
      for (const place of which) {
        keys.push(key);
        places.push(place);
      }
    }
  }
  const entriesOf = (at: number) => `SELECT number FROM ${schema}.search_entries WHERE key = ANY($${at}::bytea[])`;
  const condition = `(r.entry IN (${entriesOf(before + 1)}) OR (r.entry, r.place) IN (
    SELECT e.number, given.place FROM unnest($${before + 2}::bytea[], $${before + 3}::integer[]) AS given (key, place)
    JOIN ${schema}.search_entries AS e USING (key)))`;
  return { condition, given: [whole, keys, places] };
}

/** The condition with its parameters after `count` others. */
export function shifted({ where, values }: SearchFilter, count: number): SearchFilter {
  return { where: where.replace(/\$(\d+)/g, (_, at: string) => `$${Number(at) + count}`), values };
}
