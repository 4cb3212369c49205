/**
 * The tables of search in the database: a row for every entry and every operation, the rows of each term with the best
 * first, the labels that conditions compare, the names that new entries are compared with, and the texts that wait for
 * a vector. All of it is derived from the entries and is filled again when it is missing.
 */

/** The tables, as one migration. */
export const searchTables = `
  CREATE TABLE search_entries (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key bytea NOT NULL UNIQUE,
    id text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    plain bytea,
    name text COLLATE "C",
    name_key text COLLATE "C",
    described text,
    names text
  );
  CREATE INDEX search_entries_by_id ON search_entries (left(id, 200));
  CREATE INDEX search_entries_by_name ON search_entries (left(name_key, 200)) WHERE name_key IS NOT NULL;
  CREATE INDEX search_entries_by_plain ON search_entries (plain);
  CREATE TABLE search_rows (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    entry bigint NOT NULL REFERENCES search_entries ON DELETE CASCADE,
    place integer NOT NULL,
    flags smallint NOT NULL,
    length integer NOT NULL,
    hash text COLLATE "C",
    readers text[] COLLATE "C",
    facets integer[] NOT NULL,
    terms integer[] NOT NULL,
    UNIQUE (entry, place)
  );
  CREATE INDEX search_rows_by_hash ON search_rows (hash) WHERE hash IS NOT NULL;
  CREATE INDEX search_rows_by_facet ON search_rows USING gin (facets);
  CREATE TABLE search_terms (
    number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind smallint NOT NULL,
    term text COLLATE "C" NOT NULL,
    public_rows integer NOT NULL DEFAULT 0,
    UNIQUE (kind, term)
  );
  CREATE TABLE search_postings (
    term integer NOT NULL,
    quality smallint NOT NULL,
    row_number bigint NOT NULL,
    PRIMARY KEY (term, quality, row_number)
  );
  CREATE TABLE search_facets (
    number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key text COLLATE "C" NOT NULL UNIQUE
  );
  CREATE TABLE search_statistics (
    kind smallint PRIMARY KEY,
    all_rows bigint NOT NULL,
    public_rows bigint NOT NULL,
    public_length bigint NOT NULL
  );
  INSERT INTO search_statistics VALUES (0, 0, 0, 0), (1, 0, 0, 0);
  CREATE TABLE search_names (
    key bigint NOT NULL,
    entry bigint NOT NULL REFERENCES search_entries ON DELETE CASCADE,
    PRIMARY KEY (key, entry)
  );
  CREATE INDEX search_names_by_entry ON search_names (entry);
  CREATE TABLE search_texts (
    hash text COLLATE "C" PRIMARY KEY,
    number bigint GENERATED ALWAYS AS IDENTITY,
    priority integer NOT NULL,
    text text NOT NULL,
    leased_until timestamptz
  );
  CREATE INDEX search_texts_by_priority ON search_texts (priority, number DESC);
  CREATE TABLE search_progress (only_row boolean PRIMARY KEY DEFAULT true, seq bigint NOT NULL, model text NOT NULL);
  INSERT INTO search_progress VALUES (true, 0, '');`;

/** Entries that could not be indexed, as a later migration. */
export const setAsideTable = `
  CREATE TABLE search_set_aside (
    key bytea PRIMARY KEY,
    id text COLLATE "C" NOT NULL,
    reason text NOT NULL,
    attempts integer NOT NULL,
    retry_at timestamptz NOT NULL
  )`;

/** Names of the tables. */
export const searchTableNames: readonly string[] = [
  'search_entries',
  'search_rows',
  'search_terms',
  'search_postings',
  'search_facets',
  'search_statistics',
  'search_names',
  'search_texts',
  'search_progress',
  'search_set_aside',
];

/** Rows of entries and rows of operations have separate terms and statistics. */
export const kinds = { entry: 0, operation: 1 } as const;
