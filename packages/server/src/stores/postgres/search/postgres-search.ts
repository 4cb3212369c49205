/** Search in PostgreSQL: assembles the statements over the tables of search. */
import type { StoredSearch } from '@dragoman/core/engine';
import { createStoredQueryReader, fieldKey } from '@dragoman/core/engine';
import type { PgvectorExtension } from '../pgvector-extension.js';
import type { PgvectorIndexes } from '../pgvector-index.js';
import type { PostgresDatabase } from '../postgres-database.js';
import { createAdvance, inPortions, readSetAside } from './search-advance.js';
import { createSearchDictionary } from './search-dictionary.js';
import { findStoredEntries, hasLabel } from './search-entries.js';
import { listStoredOperations } from './search-lists.js';
import { readIdsLike, readNamesAround } from './search-names.js';
import { findStoredOperations, lookUpOperations } from './search-operations.js';
import type { SearchParts } from './search-parts.js';
import { claimTexts, countSearch, findUsedHashes, finishTexts } from './search-progress.js';
import { kinds } from './search-tables.js';
import { createSearchWriter } from './search-writer.js';

/** Dependencies of search. */
export interface PostgresSearchPorts {
  database: PostgresDatabase;
  /** Absent when the database does not compare vectors. */
  vectors?: { extension: PgvectorExtension; indexes: PgvectorIndexes };
}

/** Creates search in the tables of the database. */
export function createPostgresSearch({ database, vectors }: PostgresSearchPorts): StoredSearch {
  const { schema } = database;
  const facets = createSearchDictionary(`${schema}.search_facets`, 'key');
  const terms = {
    entry: createSearchDictionary(`${schema}.search_terms`, 'term', kinds.entry),
    operation: createSearchDictionary(`${schema}.search_terms`, 'term', kinds.operation),
  };
  const writer = createSearchWriter({ schema, terms, facets });
  const parts: SearchParts = {
    database,
    schema,
    facets,
    readQuery: createStoredQueryReader(),
    ...(vectors === undefined ? {} : { vectors: { schema, ...vectors } }),
  };
  return {
    comparer: vectors === undefined ? undefined : `pgvector ${vectors.extension.version}`,
    async write(entries, model) {
      // Most changes that a node follows were indexed by the node that made them.
      for (const some of inPortions(await writer.stale(database.query, entries))) {
        await database.transact(async (query) => {
          await writer.lock(query);
          await writer.write(query, some, model);
        });
      }
    },
    advance: createAdvance(database, writer),
    setAside: (most) => readSetAside(database, most),
    counts: () => countSearch(database),
    claimTexts: (most) => claimTexts(database, most),
    finishTexts: (hashes) => finishTexts(database, hashes),
    usedHashes: (hashes) => findUsedHashes(database, hashes),
    find: (query, caller) => findStoredEntries(parts, query, caller),
    findOperations: (query, caller) => findStoredOperations(parts, query, caller),
    listOperations: (query, caller) => listStoredOperations(parts, query, caller),
    lookUp: (query, caller) => lookUpOperations(parts, query, caller),
    knowsField: (field, caller) => hasLabel(parts, fieldKey(field), caller),
    idsLike: (id) => readIdsLike(database, id),
    namesAround: (entry) => readNamesAround(database, entry),
  };
}
