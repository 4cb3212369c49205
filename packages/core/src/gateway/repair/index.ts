/** The table of repairs: what the gateway supplies where an upstream does not. */
import type { RepairName } from '@dragoman/model';
import { closedInput } from './closed-input.js';
import { conditionalReads } from './conditional-reads.js';
import { cursorPages } from './cursor-pages.js';
import { deprecationHeadersRepair } from './deprecation-headers.js';
import { fieldSelection } from './field-selection.js';
import { idempotency } from './idempotency.js';
import { problemDetails } from './problem-details.js';
import type { Repair } from './repair.js';
import { traceContext } from './trace-context.js';
import { truncation } from './truncation.js';

/** Every repair; those that change an operation do so in this order, and inputs are closed last. */
export const repairs: readonly Repair[] = Object.freeze([
  idempotency,
  problemDetails,
  conditionalReads,
  cursorPages,
  fieldSelection,
  truncation,
  closedInput,
  deprecationHeadersRepair,
  traceContext,
]);

/** The repair with a name. */
export function repairNamed(name: RepairName): Repair {
  const found = repairs.find((each) => each.name === name);
  if (found === undefined) throw new Error(`Unknown repair ${name}`);
  return found;
}
