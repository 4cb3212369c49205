/** Comparison of two descriptions of an API by the registry. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { objectWith } from './read-object.js';
import type { CallOptions, Transport } from './transport.js';

/** Effect of a change on callers of the older description. */
export type DescriptionEffect = 'breaking' | 'undecided' | 'meaning' | 'compatible' | 'description';

/** One difference. */
export interface DescriptionChange {
  effect: DescriptionEffect;
  message: string;
  /** Absent for the whole document. */
  operation?: string;
  /** The part of the operation, such as `request body`. */
  where?: string;
  /** A value that was accepted and is refused now, or that can be received now and could not before. */
  counterexample?: JsonValue;
  pointer: string;
  /** The document that the pointer is for. */
  side: 'old' | 'new';
  /** True when the tool that is made from the operation changes too. */
  tool: boolean;
  rule?: string;
  severity?: 'error' | 'warning' | 'info';
}

/** What changed between two descriptions. */
export interface DescriptionComparison {
  versions: { before: string; after: string; suggested: string; step: string };
  breaking: boolean;
  counts: Readonly<Record<DescriptionEffect, number>>;
  /** The first 1,000. */
  changes: DescriptionChange[];
  left_out: number;
  /** Only with `report` in the options. */
  report?: string;
}

/** Options of a comparison. */
export interface ComparisonOptions extends CallOptions {
  /** Also writes a report in this format. */
  report?: 'markdown' | 'html' | 'changelog';
}

/** Compares two descriptions, each as a document or as its text; nothing is stored. */
export type CompareDescriptions = (
  before: JsonObject | string,
  after: JsonObject | string,
  options?: ComparisonOptions,
) => Promise<DescriptionComparison>;

/** Creates the call over a transport. */
export function createCompareDescriptions(transport: Transport): CompareDescriptions {
  return async (before, after, { report, ...options } = {}) => {
    const query = new URLSearchParams(report === undefined ? {} : { report });
    const answer = await transport.send({
      ...options,
      method: 'POST',
      to: ['comparisons'],
      query,
      body: { before, after },
      repeatable: true,
    });
    return objectWith<DescriptionComparison>(answer, 'comparison', { changes: 'list' });
  };
}
