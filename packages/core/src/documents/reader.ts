/** The reader port: turns a protocol's description into an entry with its diagnostics. */
import type { Checked, Diagnostic, Entry, JsonObject, JsonValue, Visibility } from '@dragoman/model';
import type { Curation } from './curation.js';

/** An entry without the members that only the catalogue knows. */
export type EntryDraft = Omit<Entry, 'id' | 'owner' | 'visibility' | 'grants'> & {
  /** Absent: the catalogue assigns one. */
  id?: string;
  /** Absent: kept as it is, `public` for a new entry. */
  visibility?: Visibility;
  /** Absent: kept as they are, none for a new entry. */
  grants?: string[];
  /** True when the description could not be read completely: operations that it does not name stay as they are. */
  partial?: true;
  /** True when a person chose the id: another service that has it is a conflict. */
  named?: true;
};

/** The origin of a description and the options for reading it. */
export interface ReadContext {
  /** Address that it was fetched from. */
  uri?: string;
  /** Id in the path of the request; the document may then omit its own. */
  id?: string;
  /** Time of reading, RFC 3339 in UTC. */
  at: string;
  /** Also require members that older revisions of a protocol left optional. */
  strict: boolean;
  /** Origins (`https://host:port`) of this registry itself. */
  ownOrigins: readonly string[];
  /** Requirements for signed cards: trusted public keys, and whether other cards are accepted. */
  cards?: { signatures: 'demand' | 'accept'; keys: readonly JsonObject[] };
  /** The selection of operations, for protocols whose descriptions contain many. */
  curation?: Curation;
}

/** Checks a draft and returns its findings. */
export type EntryCheck = (draft: EntryDraft) => Diagnostic[];

/** The reader with an id and a visibility that a person chose for the entry, whatever the description says. */
export function readAs({ id, visibility }: Pick<Curation, 'id' | 'visibility'>, reader: Reader): Reader {
  const chosen: Pick<EntryDraft, 'id' | 'named' | 'visibility'> = {
    ...(id === undefined ? {} : { id, named: true }),
    ...(visibility === undefined ? {} : { visibility }),
  };
  if (Object.keys(chosen).length === 0) return reader;
  return (document, context) => {
    const read = reader(document, id === undefined ? context : { ...context, id });
    return read.value === undefined ? read : { ...read, value: { ...read.value, ...chosen } };
  };
}

/** Reads one description document; never throws, never accesses the network. */
export type Reader = (document: JsonValue, context: ReadContext) => Checked<EntryDraft>;
