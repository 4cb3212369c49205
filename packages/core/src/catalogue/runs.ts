/** The long-running calls in the store: accepted, run in the background, queried by id, never lost. */
import type { Diagnostic, JsonObject, JsonValue, RunState } from '@dragoman/model';
import type { AuditDraft } from './audit.js';

/** Final states. */
export const endStates: readonly RunState[] = ['succeeded', 'failed', 'cancelled', 'interrupted'];

/** A long-running call. */
export interface RunRecord {
  id: string;
  /** Caller that started it; only this caller and administrators see it. */
  subject: string;
  /** Scopes of the caller, so that a resumed run has no more rights than the call had. */
  scopes: string[];
  agentId: string;
  operationId: string;
  operationName: string;
  operationVersion: number;
  state: RunState;
  /** The call's input and options, needed to run it or to run it again. */
  request: JsonObject;
  /** True when the call may be repeated after an interruption. */
  repeatable: boolean;
  traceId: string;
  createdAt: string;
  updatedAt: string;
  /** When the record may be removed; extended when the run ends. */
  expiresAt: string;
  node: string;
  leaseUntil: string;
  /** What the service last reported while it runs: `message`, and `progress` of `total` where it says so. */
  progress?: JsonObject;
  /** HTTP status of the answer, once it has ended. */
  status?: number;
  /** The service's answer, once it has succeeded. */
  result?: JsonValue;
  /** Media type of a result that is Base64. */
  mediaType?: string;
  /** Parts of the answer that are not in the result, such as images. */
  content?: JsonObject[];
  /** Findings about the answer. */
  findings?: Diagnostic[];
  /** Members of the error body, once it has failed. */
  failure?: JsonObject;
  /** Webhooks to notify when it ends, in the order in which they were named. */
  webhooks?: RunWebhook[];
}

/** A webhook for the end of a run, and the state of its delivery. */
export interface RunWebhook {
  url: string;
  attempts: number;
  deliveredAt?: string;
  nextAt?: string;
  lastError?: string;
  /** Data of the face through which the call came, needed for the notification. */
  form?: JsonObject;
}

/** Which runs a node takes over, and for how long. */
export interface RunLease {
  node: string;
  now: string;
  leaseUntil: string;
  limit: number;
  /** Subjects whose runs are left for later, because they have reached their share. */
  except?: readonly string[];
}

/** Long-running calls. */
export interface RunStore {
  /** Throws `CONFLICT` when a run with this id exists. */
  add(run: RunRecord, audit: AuditDraft): Promise<void>;
  find(id: string): Promise<RunRecord | undefined>;
  /** Runs of a subject, newest first, at most `limit`, older than the run `before` when given. */
  list(subject: string, limit: number, before?: string): Promise<RunRecord[]>;
  /** Writes the record if its state is still the expected one; false when it is not. */
  update(run: RunRecord, expected: RunState, audit?: AuditDraft): Promise<boolean>;
  /**
   * Hands out queued and running runs with an expired lease, oldest first, at most `limit`, with a new lease and their
   * old state: a running one was interrupted, and the new holder moves a queued one to `running`.
   */
  lease(request: RunLease): Promise<RunRecord[]>;
  /** Extends the lease; false when the run has ended or belongs to another node. */
  renew(id: string, node: string, leaseUntil: string): Promise<boolean>;
  /** Stores the progress of a run of this node; false when it has ended or belongs to another node. */
  report(id: string, node: string, progress: JsonObject): Promise<boolean>;
  /** The latest end of a lease of a run that has not ended. */
  latestLease(): Promise<string | undefined>;
  /** Ended runs with a due webhook (see `webhookDueAt`), longest due first, at most `limit`. */
  dueWebhooks(now: string, limit: number): Promise<RunRecord[]>;
  /** Removes ended runs that may be removed, at most `limit`; returns their number. */
  prune(now: string, limit: number): Promise<number>;
}

/**
 * When one webhook must be notified of the run's end; undefined when there is nothing (more) to send. A webhook that
 * was never tried is due at once; one that was tried and has no next time was abandoned.
 */
export function hookDueAt(
  { state, updatedAt }: Pick<RunRecord, 'state' | 'updatedAt'>,
  webhook: RunWebhook,
): string | undefined {
  if (webhook.deliveredAt !== undefined || !endStates.includes(state)) return undefined;
  return webhook.nextAt ?? (webhook.attempts === 0 ? updatedAt : undefined);
}

/** When the next webhook of the run must be notified. */
export function webhookDueAt(run: Pick<RunRecord, 'state' | 'updatedAt' | 'webhooks'>): string | undefined {
  const due = (run.webhooks ?? []).flatMap((webhook) => hookDueAt(run, webhook) ?? []);
  return due.sort()[0];
}
