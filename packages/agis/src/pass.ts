/**
 * The interface of a validation pass and its context: the document with its endpoints, source locations, and the word
 * knowledge. A pass is one file of `passes/` with its own table of rules; `passes/index.ts` is the ordered list.
 */
import type { JsonObject, Location } from '@dragoman/model';
import type { Finding } from './finding.js';
import type { PassNumber } from './pass-number.js';
import type { DocumentShape } from './shape.js';
import type { Words } from './words/words.js';

/** One endpoint of the document, with the members that most passes read. */
export interface EndpointView {
  index: number;
  /** Pointer to the endpoint: `/endpoints/0`. */
  pointer: string;
  node: JsonObject;
  /** As written; absent when it is missing or not a string. */
  method?: string;
  path?: string;
  semantic?: JsonObject;
  /** True when `...` marks omitted members (illustrative notation only). */
  elided: boolean;
  /** Its label in messages: `BOOK /reservation`. */
  label: string;
}

/** Scores the semantic similarity of a method identifier and an intent, from -1 to 1. */
export interface Similarity {
  /** Name of the model, for the report. */
  model: string;
  score(method: string, intent: string): number;
}

/** A second opinion on a pair with doubtful similarity; undefined when it is undecided. */
export interface Opinion {
  model: string;
  agrees(method: string, intent: string): boolean | undefined;
}

/** Strictness and resources of a validation. */
export interface ValidationOptions {
  /** The conformance level to check. */
  level: 1 | 2;
  /** Turns some warnings into errors. */
  strict: boolean;
  /** Similarity below this is a warning; default 0.3. */
  warnBelow: number;
  /** Similarity below this is an error; default 0.1. */
  refuseBelow: number;
  /** False: low similarity is only a warning. */
  similarityRefuses: boolean;
  similarity?: Similarity;
  opinion?: Opinion;
  /** State words that this project nevertheless allows as methods, such as OPEN. */
  allowedStates: readonly string[];
  /** Stop after the first pass with an error. */
  failFast: boolean;
}

/** The default options. */
export const defaultValidation: ValidationOptions = Object.freeze({
  level: 1,
  strict: false,
  warnBelow: 0.3,
  refuseBelow: 0.1,
  similarityRefuses: true,
  allowedStates: [],
  failFast: false,
});

/** The input of a pass. */
export interface PassContext {
  document: JsonObject;
  endpoints: readonly EndpointView[];
  /** Line and column of a pointer; for a missing value, those of its nearest existing parent. */
  locate(pointer: string): Location;
  words: Words;
  /** The compiled schema of a document; pass 1 compiles its own when it is absent. */
  shape?: DocumentShape;
  options: ValidationOptions;
}

/** One of the eight passes. */
export interface Pass {
  number: PassNumber;
  name: string;
  /** Every finding, in document order; never throws, whatever the document. */
  run(context: PassContext): Finding[];
  /** A remark for the report on how the pass was run, such as "rules only, no model". */
  describe?(context: PassContext): string | undefined;
}
