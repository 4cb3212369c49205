/** The context of a change to the store, which the audit record repeats. */
import type { AuditDraft } from './audit.js';

/** Who makes a change, when, and in which trace. */
export type ChangeContext = Pick<AuditDraft, 'actor' | 'traceId' | 'at'>;
