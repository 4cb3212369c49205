/**
 * What is measured of agents: how their calls through the gateway end, and what callers say of them. Calls are counted
 * in this process, where the latest weigh most; opinions are read from the store and again after a while.
 */
import type {
  AuditDraft,
  CallLog,
  Conduct,
  FeedbackStore,
  FeedbackSummary,
  NoteCall,
  StandingBook,
} from '@dragoman/core';
import { mostOpinions, summariseFeedback } from '@dragoman/core';

/** A book that is written into. */
export interface OpenStandingBook extends StandingBook {
  /** A log that also counts what it is told. */
  watch(log: CallLog): CallLog;
  /** Takes over what callers together say of one agent. */
  takeFeedback(summary: FeedbackSummary): void;
  /** Reads everything that callers say. */
  refresh(): Promise<void>;
  close(): void;
}

/** Calls that an average reaches back, about. */
const memory = 20;
/** Operations that are counted; the one not called for longest is forgotten. */
const mostOperations = 50_000;
const refreshEveryMs = 60_000;
const portion = 500;

/** Opens the book; it is empty until the first refresh. */
export function openStandingBook(
  feedback: Pick<FeedbackStore, 'entries' | 'ofEntry'>,
  onError: (error: unknown) => void,
): OpenStandingBook {
  const conducts = new Map<string, Conduct>();
  const summaries = new Map<string, FeedbackSummary>();

  function note(draft: AuditDraft): void {
    const end = readEnd(draft);
    if (end === undefined) return;
    const key = keyOf(draft.target, end.operation);
    const before = conducts.get(key);
    conducts.delete(key);
    conducts.set(key, follow(before, end));
    if (conducts.size <= mostOperations) return;
    for (const oldest of conducts.keys()) {
      conducts.delete(oldest);
      return;
    }
  }

  async function refresh(): Promise<void> {
    for (let after = ''; ; ) {
      const ids = await feedback.entries(after, portion);
      for (const id of ids) summaries.set(id, summariseFeedback(id, await feedback.ofEntry(id, mostOpinions)));
      const last = ids.at(-1);
      if (last === undefined || ids.length < portion) return;
      after = last;
    }
  }

  const timer = setInterval(() => refresh().catch(onError), refreshEveryMs);
  timer.unref();
  return {
    conduct: (entryId, operation) => conducts.get(keyOf(entryId, operation)),
    feedback: (entryId) => summaries.get(entryId),
    watch: (log) => ({
      open() {
        const room = log.open();
        return room instanceof Promise ? room.then(watched) : watched(room);
      },
    }),
    takeFeedback: (summary) => void summaries.set(summary.entryId, summary),
    refresh,
    close: () => clearInterval(timer),
  };

  function watched(noteCall: NoteCall): NoteCall {
    return (draft) => {
      note(draft);
      return noteCall(draft);
    };
  }
}

function keyOf(entryId: string, operation: string): string {
  return `${entryId}\n${operation}`;
}

interface CallEnd {
  operation: string;
  failed: boolean;
  durationMs: number;
}

/** Failures that are the agent's own; a caller's mistake says nothing about it. */
const agentFailures: ReadonlySet<string> = new Set(['UPSTREAM_ERROR', 'UPSTREAM_TIMEOUT', 'UNAVAILABLE']);

function readEnd({ outcome, code, detail }: AuditDraft): CallEnd | undefined {
  // The record is our own; its detail is an object whenever it is there.
  const facts = (detail === undefined ? {} : JSON.parse(detail)) as Partial<Record<string, unknown>>;
  const { operation, status, durationMs } = facts;
  if (typeof operation !== 'string' || typeof durationMs !== 'number') return undefined;
  const failed = outcome === 'done' ? typeof status === 'number' && status >= 500 : agentFailures.has(code);
  return outcome === 'done' || failed ? { operation, failed, durationMs } : undefined;
}

function follow(before: Conduct | undefined, { failed, durationMs }: CallEnd): Conduct {
  const calls = (before?.calls ?? 0) + 1;
  const weight = 1 / Math.min(calls, memory);
  const failures = (before?.failures ?? 0) * (1 - weight) + (failed ? weight : 0);
  const known = before?.latencyMs;
  if (failed) return { calls, failures, ...(known === undefined ? {} : { latencyMs: known }) };
  return { calls, failures, latencyMs: known === undefined ? durationMs : known * (1 - weight) + durationMs * weight };
}
