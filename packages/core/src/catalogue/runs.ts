/** Long-running calls' part of the store: accepted, worked on in the background, asked for by id, never lost. */
import type { JsonObject, JsonValue } from '@dragoman/model';
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
  /** The error body's members, once it failed. */
  failure?: JsonObject;
  /** Where to tell of the end: address, and how far telling it has come. */
  webhook?: { url: string; attempts: number; deliveredAt?: string; nextAt?: string; lastError?: string };
}

/** Long-running calls. */
export interface RunStore {
  add(run: RunRecord, audit: AuditDraft): Promise<void>;
  find(id: string): Promise<RunRecord | undefined>;
  /** Runs of a subject, newest first, at most `limit`, older than the run `before` when given. */
  list(subject: string, limit: number, before?: string): Promise<RunRecord[]>;
  /** Writes the record if its state is still the expected one; false when it is not. */
  update(run: RunRecord, expected: RunState, audit?: AuditDraft): Promise<boolean>;
  /** Hands out queued runs, and running ones whose lease has run out, at most `limit`, with a new lease. */
  lease(node: string, now: string, leaseUntil: string, limit: number): Promise<RunRecord[]>;
  renew(id: string, node: string, leaseUntil: string): Promise<boolean>;
  /** Ended runs whose webhook is due, at most `limit`. */
  dueWebhooks(now: string, limit: number): Promise<RunRecord[]>;
  prune(now: string, limit: number): Promise<number>;
}
