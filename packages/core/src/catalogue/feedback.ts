/**
 * Feedback's part of the store: what callers say of an agent they used. Each caller has one opinion per agent and
 * operation, and only the last one counts, so that nobody can say the same thing a thousand times.
 */

/** What one caller says. */
export interface FeedbackRecord {
  entryId: string;
  /** Name of the operation; empty for the agent as a whole. */
  operation: string;
  /** Subject of the caller. */
  subject: string;
  /** 1..5. */
  rating?: number;
  worked?: boolean;
  /** The caller holds it to be unsafe; an administrator's word decides. */
  unsafe?: boolean;
  /** The word is an administrator's. */
  binding?: boolean;
  /** What it was used for, at most 500 characters. */
  intent?: string;
  /** RFC 3339, UTC. */
  at: string;
}

/** What all callers together say of one agent. */
export interface FeedbackSummary {
  entryId: string;
  /** Callers that were heard. */
  callers: number;
  /** Mean of the callers' own means, 1..5; undefined when nobody rated. */
  rating?: number;
  /** Callers that rated. */
  raters: number;
  /** Share of callers for whom it worked, 0..1; undefined when nobody said. */
  worked?: number;
  /** Callers that said whether it worked. */
  tellers: number;
  /** An administrator's last word is that it is unsafe. */
  unsafe: boolean;
  /** Other callers that hold it to be unsafe. */
  suspicions: number;
}

/** Kept feedback. */
export interface FeedbackStore {
  /** Puts the caller's opinion in the place of the one before. */
  put(record: FeedbackRecord): Promise<void>;
  /** Every opinion on an agent, newest first, at most `limit`. */
  ofEntry(entryId: string, limit: number): Promise<FeedbackRecord[]>;
  /** Agents that anything was said of, ordered by id, behind `after`, at most `limit`. */
  entries(after: string, limit: number): Promise<string[]>;
  /** Agents and operations that the caller has an opinion on. */
  count(subject: string): Promise<number>;
}

/** Opinions that a summary is made of, at most. */
export const mostOpinions = 10_000;

/** What all opinions on one agent come to; each caller counts once, however many operations it spoke of. */
export function summariseFeedback(entryId: string, records: readonly FeedbackRecord[]): FeedbackSummary {
  const callers = new Map<string, FeedbackRecord[]>();
  for (const record of records) callers.set(record.subject, [...(callers.get(record.subject) ?? []), record]);
  const ratings = meansOf(callers, ({ rating }) => rating);
  const worked = meansOf(callers, ({ worked: did }) => (did === undefined ? undefined : Number(did)));
  const [rating, share] = [meanOf(ratings), meanOf(worked)];
  const words = records.filter(({ unsafe }) => unsafe !== undefined);
  const [last] = words.filter(({ binding }) => binding === true).sort((a, b) => (a.at < b.at ? 1 : -1));
  const suspicious = words.filter(({ unsafe, binding }) => unsafe === true && binding !== true);
  return {
    entryId,
    callers: callers.size,
    ...(rating === undefined ? {} : { rating }),
    raters: ratings.length,
    ...(share === undefined ? {} : { worked: share }),
    tellers: worked.length,
    unsafe: last?.unsafe === true,
    suspicions: new Set(suspicious.map(({ subject }) => subject)).size,
  };
}

function meansOf(
  callers: ReadonlyMap<string, readonly FeedbackRecord[]>,
  read: (record: FeedbackRecord) => number | undefined,
): number[] {
  return [...callers.values()].flatMap((records) => meanOf(records.flatMap((record) => read(record) ?? [])) ?? []);
}

function meanOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
