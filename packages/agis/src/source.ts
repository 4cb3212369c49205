/** A parsed AGIS text: its syntax, the model that is the same for all syntaxes, and the source locations. */

import type { Span } from '@dragoman/documents';
import type { JsonValue, Location } from '@dragoman/model';
import type { Finding } from './finding.js';

/** The two normative serializations and the illustrative notation of the draft. */
export type AgisSyntax = 'json' | 'yaml' | 'notation';

/** A parsed document. */
export interface AgisSource {
  syntax: AgisSyntax;
  /** The original text, for code frames and edits. */
  text: string;
  uri?: string;
  /** The same model for all syntaxes: shorthand expanded, endpoints as an array, versions as strings. */
  document: JsonValue;
  /** A single endpoint without header and vocabulary: passes 1 and 7 are skipped. */
  fragment: boolean;
  /** Pointers of endpoints in which `...` marks omitted members. */
  elided: ReadonlySet<string>;
  /** Findings from parsing; they belong to passes 1 and 8. */
  diagnostics: Finding[];
  /** Line and column of a pointer into the document; for a missing value, those of its nearest existing parent. */
  locate(pointer: string): Location;
  /** Offsets of a value in the text; undefined when it is missing or has another form in the text. */
  span(pointer: string): Span | undefined;
}
