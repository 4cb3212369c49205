/** What the statements of search share. */
import type { createStoredQueryReader } from '@dragoman/core/engine';
import type { PostgresDatabase } from '../postgres-database.js';
import type { SearchDictionary } from './search-dictionary.js';
import type { SearchVectorPorts } from './search-vectors.js';

/** Shared parts. */
export interface SearchParts {
  database: PostgresDatabase;
  /** Quoted schema of the tables. */
  schema: string;
  facets: SearchDictionary;
  readQuery: ReturnType<typeof createStoredQueryReader>;
  /** Absent when the database does not compare vectors. */
  vectors?: SearchVectorPorts;
}
