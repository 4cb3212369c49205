/** A parsed AGIS text: which of the three syntaxes it is in, the one model that all of them give, and its places. */

import type { Span } from '@dragoman/documents';
import type { JsonValue, Location } from '@dragoman/model';
import type { Finding } from './finding.js';

/** The two normative serializations and the illustrative notation of the draft. */
export type AgisSyntax = 'json' | 'yaml' | 'notation';

/** A parsed document. */
export interface AgisSource {
  syntax: AgisSyntax;
  /** The text as it came, for code frames and edits. */
  text: string;
  uri?: string;
  /** One model for all syntaxes: shorthand expanded, endpoints as an array, versions as text. */
  document: JsonValue;
  /** A single endpoint without header and vocabulary: passes 1 and 7 are skipped. */
  fragment: boolean;
  /** Pointers of endpoints in which `...` stands for members left out. */
  elided: ReadonlySet<string>;
  /** What was found on the way to the model; they belong to passes 1 and 8. */
  diagnostics: Finding[];
  /** Line and column of a pointer into the document; of the nearest place around it for what is missing. */
  locate(pointer: string): Location;
  /** Offsets of a value in the text; undefined for what is not there, or not as written. */
  span(pointer: string): Span | undefined;
}
