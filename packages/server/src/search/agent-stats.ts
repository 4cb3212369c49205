/**
 * Measured statistics of services: the results of their calls through the gateway, and the feedback of callers. Calls
 * are counted here and exchanged with the store every few seconds; feedback is read from the store and read again
 * after a while.
 */
import type {
  AgentStats,
  AuditDraft,
  CallEnd,
  CallListener,
  CallStatsStore,
  FeedbackStore,
  FeedbackSummary,
} from '@dragoman/core/engine';
import { maxOpinions, summarizeFeedback } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { createCallStats } from './call-stats.js';

/** Statistics that accept new results. */
export interface OpenAgentStats extends AgentStats {
  /** Counts a call. */
  noteCall: CallListener;
  /** Applies the aggregated feedback on one service. */
  takeFeedback(summary: FeedbackSummary): void;
  /** Reads all feedback, and exchanges the counted calls. */
  refresh(): Promise<void>;
  /** Writes the last counts. */
  close(): Promise<void>;
}

/** Dependencies of the statistics. */
export interface AgentStatsPorts {
  feedback: Pick<FeedbackStore, 'entries' | 'ofEntry'>;
  conduct: CallStatsStore;
  clock: Clock;
  onError: (error: unknown) => void;
}

const refreshEveryMs = 60_000;
const exchangeEveryMs = 5_000;
const portion = 500;

/** Opens the statistics; they are empty until the first refresh. */
export function openAgentStats({ feedback, conduct, clock, onError }: AgentStatsPorts): OpenAgentStats {
  const book = createCallStats(conduct, clock);
  const summaries = new Map<string, FeedbackSummary>();

  const noteCall: CallListener = (draft, end) => {
    const failed = hasFailed(draft, end);
    if (end.operation === undefined || failed === undefined) return;
    book.note(draft.target, end.operation, { failed, durationMs: end.durationMs });
  };

  async function readFeedback(): Promise<void> {
    for (let after = ''; ; ) {
      const ids = await feedback.entries(after, portion);
      for (const id of ids) summaries.set(id, summarizeFeedback(id, await feedback.ofEntry(id, maxOpinions)));
      const last = ids.at(-1);
      if (last === undefined || ids.length < portion) return;
      after = last;
    }
  }

  const timers = [
    setInterval(() => readFeedback().catch(onError), refreshEveryMs).unref(),
    setInterval(() => book.exchange().catch(onError), exchangeEveryMs).unref(),
  ];
  return {
    conduct: book.conduct,
    feedback: (entryId) => summaries.get(entryId),
    noteCall,
    takeFeedback: (summary) => void summaries.set(summary.entryId, summary),
    async refresh() {
      await readFeedback();
      await book.exchange();
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      // An exchange in progress does not include the counts since it began.
      for (let round = 0; round < 2; round += 1) await book.exchange().catch(onError);
    },
  };
}

/** Failures of the service itself; a caller's mistake says nothing about it. */
const agentFailures: ReadonlySet<string> = new Set([
  'UPSTREAM_ERROR',
  'UPSTREAM_UNTRUSTED',
  'UPSTREAM_TIMEOUT',
  'UNAVAILABLE',
]);

/** Whether the service failed; undefined when the call says nothing about it. */
function hasFailed({ outcome, code }: AuditDraft, { status }: CallEnd): boolean | undefined {
  if (outcome === 'done') return status >= 500;
  return agentFailures.has(code) ? true : undefined;
}
