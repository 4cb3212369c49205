/**
 * Repairs: properties of the Agent-Friendly Profile that an upstream lacks and the gateway supplies. The names are part
 * of the contract, because owners configure them per entry and lint rules refer to them; the gateway implements them.
 */
import type { JsonSchema } from './json.js';
import type { OperationExample } from './operation-example.js';

/** All repairs, in listing order. */
export const repairNames = [
  'idempotency',
  'problem-details',
  'conditional-reads',
  'cursor-pages',
  'field-selection',
  'truncation',
  'closed-input',
  'deprecation-headers',
  'trace-context',
] as const;

/** One repair. */
export type RepairName = (typeof repairNames)[number];

/** The setting for an entry; a repair without a setting uses its default. */
export type RepairSwitches = { [name in RepairName]?: boolean };

/** How offset or page-number pagination is converted to cursors. */
export interface PageRepair {
  /** The unit of the position. */
  style: 'offset' | 'page';
  /** Upstream input with the position; callers send a cursor instead. */
  position: string;
  /** The position of the first page. */
  first: number;
  /** Input with the page size; callers use the same name. */
  size: string;
  /** Default and maximum page size. */
  usual: number;
  most: number;
  /** The description states the maximum page size, so a page that is smaller than requested is the last one. */
  exact?: true;
}

/** What the gateway adds to one operation, as published; an older version keeps its own. */
export interface OperationRepairs {
  pages?: PageRepair;
  /**
   * Fields that a caller may select, and those of the concise form; by default the latter are the fields with a single
   * value.
   */
  selection?: { members: string[]; concise?: string[] };
  /** Response size in characters of JSON above which the gateway truncates. */
  truncation?: { characters: number };
  /** Input objects reject unknown properties. */
  closed?: true;
  /** The list in the response: the name of its member, or an empty string when the response is the list itself. */
  list?: string;
  /** The original text of the description, where the operation's text was replaced. */
  upstream: { input?: JsonSchema; output?: JsonSchema; examples?: OperationExample[] };
}
