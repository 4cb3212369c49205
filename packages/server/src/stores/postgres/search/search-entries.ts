/** Finds entries in the database: lists by name, and searches by the words of entries and the meaning of operations. */
import type {
  Caller,
  EntryCandidate,
  FindQuery,
  FindResult,
  Hit,
  IndexedEntry,
  StoredQuery,
} from '@dragoman/core/engine';
import { canSee, describeEntry, meaningShareOf, nameKey, rankStoredEntries, storedFloor } from '@dragoman/core/engine';
import type { Entry } from '@dragoman/model';
import { toColumn } from '../../column-text.js';
import type { PostgresQuery } from '../postgres-database.js';
import { readFilter, type SearchFilter } from './search-filter.js';
import { readIds } from './search-operations.js';
import type { SearchParts } from './search-parts.js';
import { type FoundRow, findByWords, findNarrow, type WeighedQuery, weighTerms } from './search-words.js';

/** Entries found by words at most; a search counts no more than these and the nearest. */
const wordCandidates = 1_000;
/** Rows that are compared one by one where conditions leave few. */
const narrow = 2_000;
/** Counting matches of a list stops here. */
export const mostCounted = 100_000;
/** Below this similarity, two texts are unrelated. */
const minSimilarity = 0.2;
/** Nearest operations that a meaning is completed with. */
const nearest = 500;

/** Finds entries. */
export async function findStoredEntries(parts: SearchParts, given: FindQuery, caller: Caller): Promise<FindResult> {
  const query = { ...given, skip: Math.max(0, given.skip), top: Math.max(0, given.top) };
  const asked = parts.readQuery(query, caller);
  const run = parts.database.query;
  const filter = await readFilter(run, parts, asked);
  if (filter === undefined) return { hits: [], count: 0 };
  const ofEntries = withNamePart({ ...filter, where: `r.place < 0 AND ${filter.where}` }, parts.schema, query.namePart);
  if (asked.terms === undefined) return listEntries(run, parts, { query, filter: ofEntries, caller });
  const found = await findCandidates(run, parts, { query, asked, terms: asked.terms, filter: ofEntries });
  const page = query.order === 'relevance' ? pageByScore(found, query) : await pageByName(run, parts, found, query);
  return { hits: await readHits(run, parts, page, caller), count: found.length };
}

function withNamePart({ where, values }: SearchFilter, schema: string, part: string | undefined): SearchFilter {
  if (part === undefined) return { where, values };
  const [byName, byId] = [`$${values.length + 1}`, `$${values.length + 2}`];
  return {
    where: `${where} AND EXISTS (SELECT 1 FROM ${schema}.search_entries AS e WHERE e.number = r.entry
      AND (position(${byName} in e.name_key) > 0 OR position(${byId} in e.id) > 0))`,
    values: [...values, toColumn(nameKey(part)), toColumn(part)],
  };
}

interface Listed {
  query: FindQuery;
  filter: SearchFilter;
  caller: Caller;
}

async function listEntries(run: PostgresQuery, parts: SearchParts, { query, filter, caller }: Listed) {
  const { schema } = parts;
  const values = [...filter.values];
  const from = `${schema}.search_entries AS e JOIN ${schema}.search_rows AS r ON r.entry = e.number WHERE ${filter.where}`;
  const counted = await run<{ count: number }>(
    `SELECT count(*)::integer AS count FROM (SELECT 1 FROM ${from} LIMIT ${mostCounted}) AS counted`,
    values,
  );
  const after = query.after === undefined ? '' : afterPosition(query.after, values);
  values.push(query.skip, query.top);
  const { rows } = await run<{ number: number }>(
    `SELECT e.number::float8 AS number FROM ${from} AND e.name_key IS NOT NULL ${after}
     ORDER BY left(e.name_key, 200), e.name_key, e.name, e.id OFFSET $${values.length - 1} LIMIT $${values.length}`,
    values,
  );
  const hits = await readHits(
    run,
    parts,
    rows.map(({ number }) => ({ entry: number })),
    caller,
  );
  return { hits, count: counted.rows[0]?.count ?? 0 };
}

/** The condition of entries after a position in the order of names; adds its parameters. */
function afterPosition({ name, id }: NonNullable<FindQuery['after']>, values: unknown[]): string {
  values.push(toColumn(nameKey(name)), toColumn(name), toColumn(id));
  const [key, exact, own] = [values.length - 2, values.length - 1, values.length].map((at) => `$${at}::text`);
  return `AND left(e.name_key, 200) >= left(${key}, 200) AND (e.name_key, e.name, e.id) > (${key} COLLATE "C", ${exact} COLLATE "C", ${own} COLLATE "C")`;
}

interface Candidate extends EntryCandidate {
  entry: number;
}

type Scored = Candidate & { score: number };

interface Searched {
  query: FindQuery;
  asked: StoredQuery;
  terms: readonly string[];
  filter: SearchFilter;
}

/** All candidates, best first. */
async function findCandidates(run: PostgresQuery, parts: SearchParts, searched: Searched): Promise<Scored[]> {
  const { schema } = parts;
  const { query, asked, terms, filter } = searched;
  const weighed = await weighTerms(run, schema, 'entry', terms);
  const found = await findByWords(run, schema, weighed, { filter, wanted: () => wordCandidates });
  const isShort = !found.isComplete && found.rows.length < wordCandidates && query.conditions.length > 0;
  const more = isShort ? await findNarrow(run, schema, filter, { isEntry: true, most: narrow, weighed }) : [];
  const near = await nearEntries(run, parts, query);
  const known = new Map([...found.rows, ...more].map((row) => [row.entry, row]));
  const others = [...(near?.likeness.keys() ?? [])].filter((entry) => !known.has(entry));
  for (const row of await readEntryRows(run, schema, others, { filter, weighed })) known.set(row.entry, row);
  const rows = [...known.values()];
  const ids = await readIds(run, schema, [...known.keys()]);
  const incomplete =
    near === undefined ? new Set<number>() : await entriesWithoutVectors(run, parts, query, [...known.keys()]);
  const labels = await parts.facets.find(run, asked.languages);
  const languages = new Set(labels.values());
  const candidates = rows.flatMap((row): Candidate[] => {
    const words = weighed.scale.shareOf(row);
    const meaning = near?.likeness.get(row.entry);
    const id = ids.get(row.entry);
    if (id === undefined || (words < storedFloor && meaning === undefined)) return [];
    return [
      {
        id,
        entry: row.entry,
        flags: row.flags,
        words,
        isIncomplete: incomplete.has(row.entry),
        languages: (row.facets ?? []).filter((facet) => languages.has(facet)).length,
        ...(meaning === undefined ? {} : { meaning }),
      },
    ];
  });
  return rankStoredEntries(candidates, {
    ...(near === undefined ? {} : { meaning: near }),
    languages: asked.languages.length,
    byLanguage: asked.byLanguage,
  });
}

/** Similarity of the nearest entries by their best operation; undefined when only words decide. */
async function nearEntries(run: PostgresQuery, { schema }: SearchParts, { meaning, order }: FindQuery) {
  if (meaning?.near === undefined || order !== 'relevance') return undefined;
  const likeness = new Map<number, number>();
  const sql = `SELECT number::float8 AS number, entry::float8 AS entry FROM ${schema}.search_rows
    WHERE number = ANY($1::bigint[])`;
  const { rows } = await run<{ number: number; entry: number }>(sql, [[...meaning.near.keys()]]);
  for (const { number, entry } of rows) {
    const own = meaning.near.get(number) ?? 0;
    if (own > (likeness.get(entry) ?? -1)) likeness.set(entry, own);
  }
  const all = [...likeness.values()];
  const rest = meaning.near.size < nearest ? 0 : Math.max(0, Math.min(...all));
  const near = new Map([...likeness].filter(([, value]) => value >= minSimilarity));
  return { likeness: near, rest, share: meaningShareOf(meaning.model) };
}

async function readEntryRows(
  run: PostgresQuery,
  schema: string,
  entries: readonly number[],
  { filter, weighed }: { filter: SearchFilter; weighed: WeighedQuery },
) {
  if (entries.length === 0) return [];
  const where = `r.entry = ANY($${filter.values.length + 1}::bigint[]) AND ${filter.where}`;
  const narrowed = { where, values: [...filter.values, entries] };
  return findNarrow(run, schema, narrowed, { isEntry: true, most: entries.length, weighed });
}

/** Entries with an operation whose vector is not available, and entries without operations. */
async function entriesWithoutVectors(
  run: PostgresQuery,
  { schema }: SearchParts,
  { meaning }: FindQuery,
  entries: readonly number[],
): Promise<Set<number>> {
  const { rows } = await run<{ entry: number }>(
    `SELECT e.number::float8 AS entry FROM unnest($1::bigint[]) AS e (number)
     WHERE NOT EXISTS (SELECT 1 FROM ${schema}.search_rows AS o WHERE o.entry = e.number AND o.place >= 0)
       OR ((SELECT count(*) FROM (SELECT 1 FROM ${schema}.search_texts LIMIT 1) AS waiting) > 0 AND EXISTS (
         SELECT 1 FROM ${schema}.search_rows AS o WHERE o.entry = e.number AND o.place >= 0 AND NOT EXISTS (
           SELECT 1 FROM ${schema}.compared_vectors AS v WHERE v.model = $2 AND v.hash = o.hash)))`,
    [entries, meaning?.model ?? ''],
  );
  return new Set(rows.map(({ entry }) => entry));
}

/** The page by decreasing score, then id. */
function pageByScore(found: readonly Scored[], { afterId, skip, top }: FindQuery): Scored[] {
  const last = afterId === undefined ? -1 : found.findIndex(({ id }) => id === afterId);
  if (last >= 0) return found.slice(last + 1, last + 1 + top);
  // The entry before this page no longer matches.
  const start = afterId === undefined ? skip : Math.max(0, skip - 1);
  return found.slice(start, start + top);
}

/** The page by name, then id, of the candidates. */
async function pageByName(
  run: PostgresQuery,
  { schema }: SearchParts,
  found: readonly Scored[],
  query: FindQuery,
): Promise<Scored[]> {
  const values: unknown[] = [found.map(({ entry }) => entry)];
  const after = query.after === undefined ? '' : afterPosition(query.after, values);
  values.push(query.skip, query.top);
  const { rows } = await run<{ number: number }>(
    `SELECT e.number::float8 AS number FROM ${schema}.search_entries AS e WHERE e.number = ANY($1::bigint[]) ${after}
     ORDER BY e.name_key, e.name, e.id OFFSET $${values.length - 1} LIMIT $${values.length}`,
    values,
  );
  const byEntry = new Map(found.map((each) => [each.entry, each]));
  return rows.flatMap(({ number }) => byEntry.get(number) ?? []);
}

/** Summaries in order. An entry that changed since it was indexed is read whole, and left out if it is hidden now. */
async function readHits(
  run: PostgresQuery,
  { schema }: SearchParts,
  page: readonly { entry: FoundRow['entry']; score?: number }[],
  caller: Caller,
): Promise<Hit[]> {
  const { rows } = await run<{ number: number; described: string; entry: string | null }>(
    `SELECT s.number::float8 AS number, s.described, CASE WHEN e.seq <> s.seq THEN e.entry END AS entry
     FROM ${schema}.search_entries AS s JOIN ${schema}.entries AS e ON e.key = s.key
     WHERE s.number = ANY($1::bigint[]) AND s.described IS NOT NULL AND e.deleted_at IS NULL`,
    [page.map(({ entry }) => entry)],
  );
  const found = new Map(rows.map((row) => [row.number, row]));
  return page.flatMap(({ entry, score }): Hit[] => {
    const row = found.get(entry);
    if (row === undefined) return [];
    const changed = row.entry === null ? undefined : (JSON.parse(row.entry) as Entry);
    if (changed !== undefined && !canSee(caller, changed)) return [];
    const { summary } = changed === undefined ? (JSON.parse(row.described) as IndexedEntry) : describeEntry(changed);
    return [score === undefined ? summary : { ...summary, score }];
  });
}

/** True when an entry that the caller may see has this label. */
export async function hasLabel(parts: SearchParts, label: string, caller: Caller): Promise<boolean> {
  const { database, schema, readQuery, facets } = parts;
  const run = database.query;
  const number = (await facets.find(run, [label])).get(label);
  const asked = { ...readQuery({ conditions: [] }, caller), statusAsked: true };
  const filter = number === undefined ? undefined : await readFilter(run, parts, asked);
  if (filter === undefined) return false;
  const at = filter.values.length + 1;
  const sql = `SELECT 1 FROM ${schema}.search_rows AS r WHERE r.facets @> $${at}::integer[] AND ${filter.where} LIMIT 1`;
  return (await run(sql, [...filter.values, [number]])).count > 0;
}
