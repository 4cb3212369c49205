/**
 * What is measured of agents: how their calls through the gateway end, and what callers say of them. Calls are counted
 * in this process, where the latest weigh most; opinions are read from the store and again after a while.
 */
import type {
  AuditDraft,
  CallEnd,
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

  function note(draft: AuditDraft, end: CallEnd): void {
    const failed = hasFailed(draft, end);
    if (end.operation === undefined || failed === undefined) return;
    const key = keyOf(draft.target, end.operation);
    const before = conducts.get(key);
    // While there is much room, nobody needs to know which was called last.
    if (2 * conducts.size > mostOperations) conducts.delete(key);
    conducts.set(key, follow(before, failed, end.durationMs));
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
    return (draft, end) => {
      note(draft, end);
      return noteCall(draft, end);
    };
  }
}

function keyOf(entryId: string, operation: string): string {
  return `${entryId}\n${operation}`;
}

/** Failures that are the agent's own; a caller's mistake says nothing about it. */
const agentFailures: ReadonlySet<string> = new Set(['UPSTREAM_ERROR', 'UPSTREAM_TIMEOUT', 'UNAVAILABLE']);

/** Whether the agent failed; undefined when the call says nothing about it. */
function hasFailed({ outcome, code }: AuditDraft, { status }: CallEnd): boolean | undefined {
  if (outcome === 'done') return status >= 500;
  return agentFailures.has(code) ? true : undefined;
}

function follow(before: Conduct | undefined, failed: boolean, durationMs: number): Conduct {
  const calls = (before?.calls ?? 0) + 1;
  const weight = 1 / Math.min(calls, memory);
  const failures = (before?.failures ?? 0) * (1 - weight) + (failed ? weight : 0);
  const known = before?.latencyMs;
  if (failed) return { calls, failures, ...(known === undefined ? {} : { latencyMs: known }) };
  return { calls, failures, latencyMs: known === undefined ? durationMs : known * (1 - weight) + durationMs * weight };
}
