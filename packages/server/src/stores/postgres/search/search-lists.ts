/** Lists operations in the database: one page in a stable order, and counts over what matches. */
import type { Caller, FacetField, OperationList, OperationListQuery } from '@dragoman/core/engine';
import { fieldPrefix, maxListedPages } from '@dragoman/core/engine';
import { fromColumn, toColumn } from '../../column-text.js';
import type { PostgresQuery } from '../postgres-database.js';
import { mostCounted } from './search-entries.js';
import { readFilter, type SearchFilter } from './search-filter.js';
import type { SearchParts } from './search-parts.js';

/** Maximum number of values that are counted for one field, and of entries. */
const maxValues = 100;
const maxEntries = 10_000;

const nothing: OperationList = { operations: [], count: 0, counts: new Map(), facets: {}, pages: [] };

/** The page, and the counts of matching rows; counting stops at 100,000 rows. */
export async function listStoredOperations(
  parts: SearchParts,
  query: OperationListQuery,
  caller: Caller,
): Promise<OperationList> {
  const { database, schema, readQuery } = parts;
  const { accepts, top, facets = [] } = query;
  const run = database.query;
  const asked = readQuery({ conditions: query.conditions }, caller);
  const found = await readFilter(run, parts, { ...asked, ...(accepts === undefined ? {} : { accepts }) });
  if (found === undefined) return nothing;
  const filter = { ...found, where: `r.place >= 0 AND ${found.where}` };
  const counts = await countEntries(run, schema, filter);
  return {
    operations: await readPage(run, schema, filter, query),
    count: [...counts.values()].reduce((sum, count) => sum + count, 0),
    counts,
    facets: facets.length === 0 ? {} : await countValues(run, schema, filter, facets),
    pages: query.pages === true ? await readPages(run, schema, filter, top) : [],
  };
}

const order = 'left(e.id, 200), e.id, r.place';

function joined(schema: string, where: string): string {
  return `${schema}.search_entries AS e JOIN ${schema}.search_rows AS r ON r.entry = e.number WHERE ${where}`;
}

interface PositionRow {
  id: string;
  place: number;
}

const toPosition = ({ id, place }: PositionRow) => ({ entryId: fromColumn(id), place });

async function readPage(
  run: PostgresQuery,
  schema: string,
  { where, values }: SearchFilter,
  query: OperationListQuery,
) {
  const given = [...values, query.top];
  let after = '';
  if (query.after !== undefined) {
    given.push(toColumn(query.after.entryId), query.after.place);
    const [id, place] = [`$${given.length - 1}::text`, `$${given.length}::integer`];
    after = `AND left(e.id, 200) >= left(${id}, 200) AND (e.id > ${id} COLLATE "C" OR (e.id = ${id} AND r.place > ${place}))`;
  }
  const sql = `SELECT e.id, r.place FROM ${joined(schema, where)} ${after} ORDER BY ${order} LIMIT $${values.length + 1}`;
  return (await run<PositionRow>(sql, given)).rows.map(toPosition);
}

/** The last operation of each page that another one follows. */
async function readPages(run: PostgresQuery, schema: string, { where, values }: SearchFilter, top: number) {
  const at = `$${values.length + 1}::bigint`;
  const { rows } = await run<PositionRow>(
    `SELECT id, place FROM (
       SELECT e.id, r.place, row_number() OVER (ORDER BY ${order}) AS number, count(*) OVER () AS total
       FROM ${joined(schema, where)}) AS listed
     WHERE number % ${at} = 0 AND number < total ORDER BY number LIMIT ${maxListedPages}`,
    [...values, top],
  );
  return rows.map(toPosition);
}

/** Number of matching operations by entry. */
async function countEntries(run: PostgresQuery, schema: string, { where, values }: SearchFilter) {
  const { rows } = await run<{ id: string; count: number }>(
    `SELECT e.id, counted.count FROM (
       SELECT entry, count(*)::integer AS count FROM (
         SELECT r.entry FROM ${schema}.search_rows AS r WHERE ${where} LIMIT ${mostCounted}) AS matching
       GROUP BY entry ORDER BY count DESC LIMIT ${maxEntries}) AS counted
     JOIN ${schema}.search_entries AS e ON e.number = counted.entry`,
    values,
  );
  return new Map(rows.map(({ id, count }) => [fromColumn(id), count]));
}

async function countValues(
  run: PostgresQuery,
  schema: string,
  { where, values }: SearchFilter,
  fields: readonly FacetField[],
): Promise<OperationList['facets']> {
  const { rows } = await run<{ key: string; count: number }>(
    `SELECT f.key, counted.count FROM (
       SELECT facet, count(*)::integer AS count FROM (
         SELECT r.facets FROM ${schema}.search_rows AS r WHERE ${where} LIMIT ${mostCounted}) AS matching
       CROSS JOIN LATERAL unnest(matching.facets) AS facet GROUP BY facet) AS counted
     JOIN ${schema}.search_facets AS f ON f.number = counted.facet`,
    values,
  );
  const counted = rows.map(({ key, count }) => ({ key: fromColumn(key), count }));
  return Object.fromEntries(
    fields.map((field) => {
      const prefix = fieldPrefix(field);
      const own = counted
        .filter(({ key }) => key.startsWith(prefix) && key.length > prefix.length)
        .map(({ key, count }) => ({ value: key.slice(prefix.length), count }))
        .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
      return [field, own.slice(0, maxValues)];
    }),
  );
}
