/** What every part of the reader needs to know of the document at hand, settled once before operations are read. */
import type { JsonObject } from '@dragoman/model';
import type { Findings } from './findings.js';
import type { References } from './references.js';
import type { SchemaTranslator } from './translate-schema.js';
import type { OpenApiVersion } from './wire.js';

/** A document on its way into an entry. */
export interface OpenApiDocument {
  /** The document in the shape of 3.x. */
  root: JsonObject;
  /** The document as it was given. */
  given: JsonObject;
  version: OpenApiVersion;
  findings: Findings;
  references: References;
  translator: SchemaTranslator;
  /** Address that it was fetched from. */
  uri?: string;
  /** Address that the importer named for all operations. */
  server?: string;
  /** Counts of things that are told once for the whole document. */
  tally: Map<string, number>;
}

/** Counts one more of something that is told once at the end. */
export function count({ tally }: OpenApiDocument, what: string): void {
  tally.set(what, (tally.get(what) ?? 0) + 1);
}
