/** The shared state of the reader for one document, prepared before operations are read. */
import type { JsonObject } from '@dragoman/model';
import type { MediaChoice } from '../../documents/curation.js';
import type { Findings } from './findings.js';
import type { References } from './references.js';
import type { SchemaTranslator } from './translate-schema.js';
import type { OpenApiVersion } from './wire.js';

/** A document being read into an entry. */
export interface OpenApiDocument {
  /** The document in the shape of 3.x. */
  root: JsonObject;
  /** The document as it was given. */
  given: JsonObject;
  version: OpenApiVersion;
  findings: Findings;
  references: References;
  translator: SchemaTranslator;
  /** URL from which it was fetched. */
  uri?: string;
  /** Server URL that the importer set for all operations. */
  server?: string;
  /** Media types that the importer prefers. */
  media: MediaChoice;
  /** Counts of things that are reported once for the whole document. */
  tally: Map<string, number>;
}

/** Counts one more occurrence of something that is reported once at the end. */
export function count({ tally }: OpenApiDocument, what: string): void {
  tally.set(what, (tally.get(what) ?? 0) + 1);
}
