/**
 * What a validation pass is and what it gets: the document with its endpoints, places in the text, and knowledge of
 * words. A pass is one file of `passes/` with its own table of rules; `passes/index.ts` is the ordered list.
 */
import type { JsonObject, Location } from '@dragoman/model';
import type { Finding } from './finding.js';
import type { PassNumber } from './pass-number.js';
import type { DocumentShape } from './shape.js';
import type { Words } from './words/words.js';

/** One endpoint of the document, with what most passes ask of it. */
export interface EndpointView {
  index: number;
  /** Place of the endpoint: `/endpoints/0`. */
  pointer: string;
  node: JsonObject;
  /** As written; absent when it is missing or no text. */
  method?: string;
  path?: string;
  semantic?: JsonObject;
  /** True when `...` stands for members left out (illustrative notation only). */
  elided: boolean;
  /** How messages name it: `BOOK /reservation`. */
  label: string;
}

/** Scores how near a method identifier and an intent are in meaning, from -1 to 1. */
export interface Similarity {
  /** Name of the model, for the report. */
  model: string;
  score(method: string, intent: string): number;
}

/** A second opinion on a pair that similarity finds doubtful; undefined when it has none. */
export interface Opinion {
  model: string;
  agrees(method: string, intent: string): boolean | undefined;
}

/** How strict a validation is and what it may use. */
export interface ValidationOptions {
  /** Conformance level that is asked for. */
  level: 1 | 2;
  /** Some warnings become errors. */
  strict: boolean;
  /** Similarity below this is a warning; 0.3 unless given. */
  warnBelow: number;
  /** Similarity below this is an error; 0.1 unless given. */
  refuseBelow: number;
  /** False: too little similarity is a warning only. */
  similarityRefuses: boolean;
  similarity?: Similarity;
  opinion?: Opinion;
  /** State words that this project allows as methods all the same, such as OPEN. */
  allowedStates: readonly string[];
  /** Stop after the first pass with an error. */
  failFast: boolean;
}

/** The options of a plain validation. */
export const defaultValidation: ValidationOptions = Object.freeze({
  level: 1,
  strict: false,
  warnBelow: 0.3,
  refuseBelow: 0.1,
  similarityRefuses: true,
  allowedStates: [],
  failFast: false,
});

/** What a pass gets. */
export interface PassContext {
  document: JsonObject;
  endpoints: readonly EndpointView[];
  /** Line and column of a pointer; of the nearest place around it for what is missing. */
  locate(pointer: string): Location;
  words: Words;
  /** The compiled schema of a document; pass 1 makes its own where it is absent. */
  shape?: DocumentShape;
  options: ValidationOptions;
}

/** One of the eight passes. */
export interface Pass {
  number: PassNumber;
  name: string;
  /** Every finding, in the order of the document; never throws, whatever the document holds. */
  run(context: PassContext): Finding[];
  /** A remark for the report on how the pass was run, such as "rules only, no model". */
  describe?(context: PassContext): string | undefined;
}
