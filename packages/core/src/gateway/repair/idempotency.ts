/** A write that is sent twice runs once: the gateway's ledger stands in where the agent knows no keys. */
import type { Repair } from './repair.js';
import { isRead } from './schema-shape.js';

/** Keys and the ledger (`steps/deduplicate.ts`). */
export const idempotency: Repair = {
  name: 'idempotency',
  title: 'Idempotency keys',
  supplies:
    'A call with an Idempotency-Key runs once: a repeat gets the first answer, another input under the same key is refused, and keys are kept for ledger.windowSeconds per caller and operation.',
  mode: 'always',
  surface: false,
  concerns: (operation) => !isRead(operation),
};
