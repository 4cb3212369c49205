/**
 * Repairs: properties of the Agent-Friendly Profile that an upstream lacks and the gateway supplies. The names are part
 * of the contract, since owners switch them per entry and lint rules point at them; the gateway holds the table.
 */
import type { JsonSchema } from './json.js';
import type { OperationExample } from './operation-example.js';

/** Every repair, in the order in which they are listed. */
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

/** What somebody chose for an entry; a repair without a choice is as the table has it. */
export type RepairSwitches = { [name in RepairName]?: boolean };

/** How pages of an offset or page-number API are walked by cursor. */
export interface PageRepair {
  /** What the position counts. */
  style: 'offset' | 'page';
  /** Input of the upstream that holds the position; callers give a cursor in its place. */
  position: string;
  /** The position of the first page. */
  first: number;
  /** Input that holds the page size, under its own name for callers too. */
  size: string;
  /** Page size when the caller names none, and the largest. */
  usual: number;
  most: number;
  /** The description says how large a page may be, so that a smaller one than asked for is the last. */
  exact?: true;
}

/** What the gateway does to one operation, as published; an older version keeps its own. */
export interface OperationRepairs {
  pages?: PageRepair;
  /** Members that a caller may name, and those that the concise form keeps; without the latter, those that hold a single value. */
  selection?: { members: string[]; concise?: string[] };
  /** Characters of JSON from which on an answer is cut. */
  truncation?: { characters: number };
  /** Objects of the input refuse properties that they do not name. */
  closed?: true;
  /** The list in the answer: name of the member that holds it, or the empty text when the answer is the list itself. */
  list?: string;
  /** What the description itself says, where the operation says something else now. */
  upstream: { input?: JsonSchema; output?: JsonSchema; examples?: OperationExample[] };
}
