/**
 * Calls that wait for a person: the gateway requests an approval, a person decides on it, and the same call is then
 * executed once. A caller never decides on its own call, except for a person in a browser session and the one caller of
 * an open server.
 */
import { createHash } from 'node:crypto';
import { Failure } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import { hasScope } from '../access/caller.js';
import type { ApprovalRecord, ApprovalStore } from '../catalogue/approvals.js';
import { stateAt } from '../catalogue/approvals.js';
import type { AuditDraft } from '../catalogue/audit.js';
import type { Clock } from '../documents/host.js';
import type { TargetedCall } from './call.js';
import type { Bound } from './confirmations.js';
import { inputHashOf } from './input-hash.js';
import { redactBySchema } from './redact-by-schema.js';
import { redactValue, withheldSecret } from './redact-text.js';

/** A person's decision. */
export interface ApprovalDecision {
  decision: 'approve' | 'decline';
  note?: string;
}

/** Requests, decides and uses approvals. */
export interface Approvals {
  /** Uses the approval of a call, and returns it; throws `APPROVAL_PENDING` or `DECLINED` when there is none. */
  use(call: TargetedCall, waiting: WaitingCall): Promise<ApprovalRecord>;
  /** Whether a person has declined this. */
  isDeclined(bound: Bound): Promise<boolean>;
  /** Makes an approval usable again, after a call that was not executed. */
  release(id: string, call: TargetedCall): Promise<void>;
  /** Writes the decision; throws when the caller may not decide, or somebody has decided before. */
  decide(id: string, given: ApprovalDecision, by: Decider): Promise<ApprovalRecord>;
  /** Marks approvals whose time has passed; returns their number. */
  expire(limit: number): Promise<number>;
}

/** What an approval is bound to and shows of a call. */
export interface WaitingCall {
  bound: Bound;
  method: string;
  target: string;
  impact: ApprovalRecord['impact'];
}

/** Who decides, in which trace. */
export interface Decider {
  caller: Caller;
  traceId: string;
}

/** Dependencies of approvals. */
export interface ApprovalPorts {
  store: ApprovalStore;
  clock: Clock;
  newId: () => string;
  /** Seconds until a request expires, until an approval must be used, and for which a decline is final. */
  approvalSeconds: number;
  declineSeconds: number;
  /** Maximum number of pending requests of one caller. */
  perCaller: number;
  /** Called after every change. */
  onChange?: (record: ApprovalRecord) => void;
}

/** Maximum characters of an input that is shown. */
const maxInput = 65_536;

/** Seconds after which a waiting caller may ask again. */
const askAgainSeconds = 15;

/** Creates the approvals of a gateway. */
export function createApprovals(ports: ApprovalPorts): Approvals {
  const { store, clock } = ports;
  const now = () => new Date(clock.now()).toISOString();
  const later = (seconds: number) => new Date(clock.now() + seconds * 1000).toISOString();
  const changed = <T extends ApprovalRecord | undefined>(record: T): T => {
    if (record !== undefined) ports.onChange?.(record);
    return record;
  };
  return {
    async use(call, waiting) {
      const found = await store.current(bindingOf(waiting.bound), now());
      if (found?.state === 'declined') throw declined(found);
      const used =
        found?.state === 'approved' &&
        (await store.change(found.id, markUsed(now()), draftOf(found, call, 'approval.use', now())));
      if (used) return changed(used);
      const record = recordOf(call, waiting, { id: ports.newId(), at: now(), until: later(ports.approvalSeconds) });
      const kept = await store.request(record, ports.perCaller, draftOf(record, call, 'approval.request', now()));
      if (kept.id === record.id) changed(kept);
      throw pending(kept);
    },
    isDeclined: async (bound) => (await store.current(bindingOf(bound), now()))?.state === 'declined',
    async release(id, call) {
      const reopen = (current: ApprovalRecord): ApprovalRecord | undefined => {
        const { usedAt: _, ...rest } = current;
        return current.state === 'used' ? { ...rest, state: 'approved' } : undefined;
      };
      const found = await store.find(id);
      if (found !== undefined) changed(await store.change(id, reopen, draftOf(found, call, 'approval.release', now())));
    },
    async decide(id, { decision, note }, by) {
      const found = await store.find(id);
      if (found === undefined || !maySeeApproval(by.caller, found)) throw unknownApproval(id);
      requireDecider(by.caller, found);
      const approved = decision === 'approve';
      const at = now();
      const next = (current: ApprovalRecord): ApprovalRecord | undefined =>
        stateAt(current, at) === 'pending'
          ? {
              ...current,
              state: approved ? 'approved' : 'declined',
              expiresAt: later(approved ? ports.approvalSeconds : ports.declineSeconds),
              decidedAt: at,
              decidedBy: by.caller.subject,
              ...(note === undefined ? {} : { note }),
            }
          : undefined;
      const deciding = { caller: by.caller, traceId: by.traceId };
      const done = await store.change(id, next, draftOf(found, deciding, `approval.${decision}`, at));
      if (done !== undefined) return changed(done);
      throw notPending((await store.find(id)) ?? found, at);
    },
    async expire(limit) {
      const at = now();
      const due = await store.due(at, limit);
      for (const record of due) {
        const expire = (current: ApprovalRecord): ApprovalRecord | undefined =>
          stateAt(current, at) === 'expired' ? { ...current, state: 'expired' } : undefined;
        const draft = { ...draftOf(record, undefined, 'approval.expire', at), outcome: 'refused' as const };
        changed(await store.change(record.id, expire, draft));
      }
      return due.length;
    },
  };
}

/** True when a caller may know of an approval: its own, and those on which it may decide. */
export function maySeeApproval(caller: Caller, record: Pick<ApprovalRecord, 'subject' | 'owner'>): boolean {
  if (hasScope(caller, 'approvals:decide')) return true;
  return caller.kind !== 'anonymous' && (caller.subject === record.subject || caller.subject === record.owner);
}

/** True when a caller may decide on an approval. */
export function mayDecide(caller: Caller, record: Pick<ApprovalRecord, 'subject' | 'owner'>): boolean {
  return mayDecideOnService(caller, record) && !isOwnCall(caller, record);
}

function mayDecideOnService(caller: Caller, { owner }: Pick<ApprovalRecord, 'owner'>): boolean {
  return hasScope(caller, 'approvals:decide') || (caller.kind !== 'anonymous' && caller.subject === owner);
}

/** In a browser session a person decides, and an open server has one caller only. */
function isOwnCall({ kind, subject, login }: Caller, record: Pick<ApprovalRecord, 'subject'>): boolean {
  return subject === record.subject && kind !== 'local' && login !== true;
}

function requireDecider(caller: Caller, record: ApprovalRecord): void {
  if (!mayDecideOnService(caller, record)) {
    throw new Failure('FORBIDDEN', { message: "Deciding on this call requires the scope 'approvals:decide'." });
  }
  if (!isOwnCall(caller, record)) return;
  throw new Failure('FORBIDDEN', {
    message: 'You made this call, so another person must decide on it, or you in the console.',
  });
}

/** Throws when a caller could not decide on this approval now. */
export function requireDecidable(caller: Caller, record: ApprovalRecord, now: string): void {
  requireDecider(caller, record);
  if (stateAt(record, now) !== 'pending') throw notPending(record, now);
}

function notPending(record: ApprovalRecord, now: string): Failure {
  const state = stateAt(record, now);
  return new Failure('CONFLICT', { message: `This approval is not pending any more; its state is '${state}'.` });
}

/** The failure for an approval that does not exist or may not be seen. */
export function unknownApproval(id: string): Failure {
  return new Failure('NOT_FOUND', { message: `No approval with id '${id.slice(0, 80)}'.` });
}

function markUsed(at: string) {
  return (current: ApprovalRecord): ApprovalRecord | undefined =>
    stateAt(current, at) === 'approved' ? { ...current, state: 'used', usedAt: at } : undefined;
}

function bindingOf(bound: Bound): string {
  return createHash('sha256').update(JSON.stringify(bound)).digest('base64url');
}

function recordOf(
  call: TargetedCall,
  { bound, method, target, impact }: WaitingCall,
  { id, at, until }: { id: string; at: string; until: string },
): ApprovalRecord {
  const { stored, operation } = call.target;
  const { subject, actor } = call.caller;
  const open = redactBySchema(call.input, operation.input);
  const text = JSON.stringify(open === undefined ? withheldSecret : redactValue(open, []));
  const isCut = text.length > maxInput;
  return {
    id,
    binding: bindingOf(bound),
    subject,
    ...(actor === undefined ? {} : { actor }),
    owner: stored.entry.owner,
    agentId: stored.entry.id,
    operation: operation.name,
    version: operation.version,
    impact,
    method,
    // A parameter of the URL may be one of the secrets.
    target: (open === call.input ? target : target.replace(/\?.*/s, '?…')).slice(0, 2048),
    inputHash: inputHashOf(call),
    input: isCut ? text.slice(0, maxInput) : JSON.parse(text),
    ...(isCut ? { inputCut: true } : {}),
    state: 'pending',
    createdAt: at,
    expiresAt: until,
  };
}

/** The audit record: who and what, by ids and hash; never the input. */
function draftOf(
  { id, agentId, operation, inputHash, subject }: ApprovalRecord,
  by: Pick<TargetedCall, 'caller' | 'traceId'> | undefined,
  action: string,
  at: string,
): AuditDraft {
  return {
    at,
    actor: by?.caller.subject ?? 'system',
    action,
    target: agentId,
    outcome: 'done',
    code: '',
    traceId: by?.traceId ?? '',
    detail: JSON.stringify({ approval: id, operation, inputHash, caller: subject }),
  };
}

function declined({ id, note }: ApprovalRecord): Failure {
  const words = note === undefined ? '' : ` The reason given: ${JSON.stringify(note)}.`;
  return new Failure('DECLINED', {
    message: `A person declined this call, so it was not executed.${words}`,
    members: { approval: { id, state: 'declined' } },
  });
}

function pending({ id, agentId, operation, state, expiresAt }: ApprovalRecord): Failure {
  return new Failure('APPROVAL_PENDING', {
    message:
      `'${operation.slice(0, 200)}' of ${agentId.slice(0, 200)} was not executed: it waits until a person approves it ` +
      `(approval ${id}, until ${expiresAt}).`,
    retryAfter: askAgainSeconds,
    members: { approval: { id, state, expires_at: expiresAt } },
  });
}
