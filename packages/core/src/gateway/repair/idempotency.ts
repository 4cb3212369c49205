/** A write that is sent twice runs once: the gateway's ledger is used where the service does not support keys. */
import type { Repair } from './repair.js';
import { isRead } from './schema-shape.js';

/** Keys and the ledger (`steps/deduplicate.ts`). */
export const idempotency: Repair = {
  name: 'idempotency',
  title: 'Idempotency keys',
  supplies:
    'A call with an Idempotency-Key runs once: a repeated request gets the first response, another input with the same key is rejected, and keys are stored for ledger.windowSeconds per caller and operation.',
  mode: 'always',
  surface: false,
  concerns: (operation) => !isRead(operation),
};
