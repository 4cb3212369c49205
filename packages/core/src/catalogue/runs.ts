/** Long-running calls' part of the store: accepted, worked on in the background, asked for by id, never lost. */
import type { Diagnostic, JsonObject, JsonValue } from '@dragoman/model';
import type { AuditDraft } from './audit.js';

/** `interrupted`: the process died and the call may not be repeated; whether it took effect is not known. */
export type RunState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'interrupted';

/** States that no run leaves. */
export const endStates: readonly RunState[] = ['succeeded', 'failed', 'cancelled', 'interrupted'];

/** A long-running call. */
export interface RunRecord {
  id: string;
  /** Caller that asked for it; nobody else but administrators sees it. */
  subject: string;
  /** Scopes that the caller had, so that a resumed run has no more rights than the call had. */
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
  /** When the record may be forgotten; moved when the run ends. */
  expiresAt: string;
  node: string;
  leaseUntil: string;
  /** HTTP status of the answer, once it ended. */
  status?: number;
  /** The agent's answer, once it succeeded. */
  result?: JsonValue;
  /** What was found wrong with the answer. */
  findings?: Diagnostic[];
  /** The error body's members, once it failed. */
  failure?: JsonObject;
  /** Where to tell of the end, in the order in which the places were named. */
  webhooks?: RunWebhook[];
}

/** A place that is told of the end of a run, and how far telling it has come. */
export interface RunWebhook {
  url: string;
  attempts: number;
  deliveredAt?: string;
  nextAt?: string;
  lastError?: string;
  /** What the face that the call came through wants to know again when the end is told. */
  form?: JsonObject;
}

/** Long-running calls. */
export interface RunStore {
  /** Throws `CONFLICT` when there is a run of this id. */
  add(run: RunRecord, audit: AuditDraft): Promise<void>;
  find(id: string): Promise<RunRecord | undefined>;
  /** Runs of a subject, newest first, at most `limit`, older than the run `before` when given. */
  list(subject: string, limit: number, before?: string): Promise<RunRecord[]>;
  /** Writes the record if its state is still the expected one; false when it is not. */
  update(run: RunRecord, expected: RunState, audit?: AuditDraft): Promise<boolean>;
  /**
   * Hands out queued and running runs whose lease has run out, oldest first, at most `limit`, with a new lease and
   * their old state: a running one was interrupted, and a queued one is moved to `running` by whoever took it.
   */
  lease(node: string, now: string, leaseUntil: string, limit: number): Promise<RunRecord[]>;
  /** Moves the lease; false when the run has ended or is another node's. */
  renew(id: string, node: string, leaseUntil: string): Promise<boolean>;
  /** Ended runs of which a webhook is due (see `webhookDueAt`), longest due first, at most `limit`. */
  dueWebhooks(now: string, limit: number): Promise<RunRecord[]>;
  /** Removes ended runs that may be forgotten, at most `limit`; returns how many. */
  prune(now: string, limit: number): Promise<number>;
}

/**
 * When the run's end must be told to one place; undefined when there is nothing to tell (any more). A webhook that was
 * never tried is due at once; one that was tried and has no next time was given up.
 */
export function placeDueAt(
  { state, updatedAt }: Pick<RunRecord, 'state' | 'updatedAt'>,
  webhook: RunWebhook,
): string | undefined {
  if (webhook.deliveredAt !== undefined || !endStates.includes(state)) return undefined;
  return webhook.nextAt ?? (webhook.attempts === 0 ? updatedAt : undefined);
}

/** When the run's end must be told next, to whichever place. */
export function webhookDueAt(run: Pick<RunRecord, 'state' | 'updatedAt' | 'webhooks'>): string | undefined {
  const due = (run.webhooks ?? []).flatMap((webhook) => placeDueAt(run, webhook) ?? []);
  return due.sort()[0];
}
