/** Approvals in memory; they last as long as the process. */
import { Failure } from '@dragoman/model';
import type { ApprovalRecord, ApprovalStore } from './approvals.js';
import { holdingStates, stateAt } from './approvals.js';
import { chainRecord } from './audit.js';
import type { MemoryAudit } from './memory-audit.js';

/** Keeps approvals in memory; everything is copied in and out. */
export function createMemoryApprovals(audit: MemoryAudit): ApprovalStore {
  const records = new Map<string, ApprovalRecord>();
  const all = () => [...records.values()];
  const holds = ({ state, expiresAt }: ApprovalRecord, now: string) => holdingStates.includes(state) && expiresAt > now;
  const current = (binding: string, now: string) => all().find((each) => each.binding === binding && holds(each, now));
  return {
    async request(record, limit, draft) {
      const { subject, createdAt: now } = record;
      const found = current(record.binding, now);
      if (found !== undefined) return structuredClone(found);
      const waiting = all().filter((each) => each.subject === subject && each.state === 'pending' && holds(each, now));
      if (waiting.length >= limit) throw tooManyPending(limit);
      records.set(record.id, structuredClone(record));
      audit.push(chainRecord(draft, audit.last()));
      return structuredClone(record);
    },
    find: async (id) => structuredClone(records.get(id)),
    current: async (binding, now) => structuredClone(current(binding, now)),
    async list({ now, state, agentId, of, limit, before }) {
      const last = before === undefined ? undefined : records.get(before);
      if (before !== undefined && last === undefined) return [];
      const found = all().filter(
        (each) =>
          (state === undefined || stateAt(each, now) === state) &&
          (agentId === undefined || each.agentId === agentId) &&
          (of === undefined || each.subject === of || each.owner === of) &&
          (last === undefined || order(each) < order(last)),
      );
      return structuredClone(found.sort((a, b) => (order(a) < order(b) ? 1 : -1)).slice(0, limit));
    },
    async change(id, decide, draft) {
      const found = records.get(id);
      const next = found === undefined ? undefined : decide(structuredClone(found));
      if (next === undefined) return undefined;
      records.set(id, structuredClone(next));
      audit.push(chainRecord(draft, audit.last()));
      return structuredClone(next);
    },
    async due(now, limit) {
      const found = all().filter((each) => each.state !== 'expired' && stateAt(each, now) === 'expired');
      return structuredClone(found.slice(0, limit));
    },
    async prune(before, limit) {
      const old = all().filter((each) => each.createdAt < before && !holds(each, before));
      for (const { id } of old.slice(0, limit)) records.delete(id);
      return Math.min(old.length, limit);
    },
  };
}

/** The failure for a caller with too many pending approvals. */
export function tooManyPending(limit: number): Failure {
  return new Failure('RATE_LIMITED', {
    message: `You have ${limit} calls that wait for approval; wait until some of them are decided.`,
    retryAfter: 60,
  });
}

function order({ createdAt, id }: ApprovalRecord): string {
  return `${createdAt} ${id}`;
}
