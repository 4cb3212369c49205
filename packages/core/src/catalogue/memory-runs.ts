/** Long-running calls in memory: the part of the in-memory store that hands out work. */
import { Failure } from '@dragoman/model';
import { chainRecord } from './audit.js';
import type { MemoryAudit } from './memory-audit.js';
import type { RunRecord, RunStore } from './runs.js';
import { endStates, webhookDueAt } from './runs.js';

/** Keeps long-running calls in memory; everything is copied in and out. */
export function createMemoryRuns(audit: MemoryAudit): RunStore {
  const runs = new Map<string, RunRecord>();
  const ended = (run: RunRecord) => endStates.includes(run.state);
  const oldestFirst = () => [...runs.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));

  return {
    async add(run, draft) {
      if (runs.has(run.id)) throw new Failure('CONFLICT', { message: 'A run with this id already exists.' });
      runs.set(run.id, structuredClone(run));
      audit.push(chainRecord(draft, audit.last()));
    },
    async find(id) {
      return structuredClone(runs.get(id));
    },
    async list(subject, limit, before) {
      const last = before === undefined ? undefined : runs.get(before);
      if (before !== undefined && last === undefined) return [];
      const own = oldestFirst().filter(
        (run) => run.subject === subject && (last === undefined || order(run) < order(last)),
      );
      return structuredClone(own.reverse().slice(0, limit));
    },
    async update(run, expected, draft) {
      if (runs.get(run.id)?.state !== expected) return false;
      runs.set(run.id, structuredClone(run));
      if (draft !== undefined) audit.push(chainRecord(draft, audit.last()));
      return true;
    },
    async lease({ node, now, leaseUntil, limit, except = [] }) {
      const free = oldestFirst().filter((run) => !ended(run) && run.leaseUntil <= now && !except.includes(run.subject));
      const taken = free.slice(0, limit);
      for (const run of taken) Object.assign(run, { node, leaseUntil });
      return structuredClone(taken);
    },
    async renew(id, node, leaseUntil) {
      const run = runs.get(id);
      if (run === undefined || run.node !== node || ended(run)) return false;
      run.leaseUntil = leaseUntil;
      return true;
    },
    async report(id, node, progress) {
      const run = runs.get(id);
      if (run === undefined || run.node !== node || ended(run)) return false;
      run.progress = structuredClone(progress);
      return true;
    },
    async latestLease() {
      const leases = [...runs.values()].flatMap((run) => (ended(run) ? [] : [run.leaseUntil]));
      return leases.sort().at(-1);
    },
    async dueWebhooks(now, limit) {
      const due = oldestFirst().flatMap((run) => {
        const at = webhookDueAt(run);
        return at === undefined || at > now ? [] : [{ at, run }];
      });
      due.sort((a, b) => (a.at < b.at ? -1 : 1));
      return structuredClone(due.slice(0, limit).map(({ run }) => run));
    },
    async prune(now, limit) {
      const old = [...runs.values()].filter((run) => ended(run) && run.expiresAt <= now).slice(0, limit);
      for (const run of old) runs.delete(run.id);
      return old.length;
    },
  };
}

function order(run: RunRecord): string {
  return `${run.createdAt} ${run.id}`;
}
