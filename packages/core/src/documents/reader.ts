/** The reader port: a protocol's description in, an entry with its diagnostics out. */
import type { Checked, Diagnostic, Entry, JsonObject, JsonValue, Visibility } from '@dragoman/model';
import type { Curation } from './curation.js';

/** An entry before the catalogue has given it what only the catalogue knows. */
export type EntryDraft = Omit<Entry, 'id' | 'owner' | 'visibility' | 'grants'> & {
  /** Absent: the catalogue assigns one. */
  id?: string;
  /** Absent: kept as it is, `public` for a new entry. */
  visibility?: Visibility;
  /** Absent: kept as they are, none for a new entry. */
  grants?: string[];
  /** True when the description could not be read to its end: operations that it does not name stay as they are. */
  partial?: true;
};

/** Where a description comes from and how it is to be read. */
export interface ReadContext {
  /** Address that it was fetched from. */
  uri?: string;
  /** Id that the address of the request names; a document may leave its own out then. */
  id?: string;
  /** When, RFC 3339 in UTC. */
  at: string;
  /** Demand also what older revisions of a protocol left optional. */
  strict: boolean;
  /** Origins (`https://host:port`) under which this registry itself is reached. */
  ownOrigins: readonly string[];
  /** What is demanded of signed cards: public keys that are trusted, and whether others are taken. */
  cards?: { signatures: 'demand' | 'accept'; keys: readonly JsonObject[] };
  /** The choice among the operations, for protocols whose descriptions hold many. */
  curation?: Curation;
}

/** Brings in what belongs to a fetched document but stands elsewhere, such as the further pages of a list. */
export type CompleteDocument = (
  document: JsonValue,
  fetched: {
    uri: string;
    signal?: AbortSignal;
    traceId?: string;
    /** Told of what is wrong with how the rest is offered. */
    report?: (found: Diagnostic) => void;
  },
) => Promise<JsonValue>;

/** Reads one description document; never throws, never touches the network. */
export type Reader = (document: JsonValue, context: ReadContext) => Checked<EntryDraft>;
