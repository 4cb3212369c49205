/**
 * The feedback in the store: callers' opinions on a service that they used. Each caller has one opinion per service and
 * operation, and only the last one counts, so that nobody can repeat an opinion a thousand times.
 */

/** The opinion of one caller. */
export interface FeedbackRecord {
  entryId: string;
  /** Name of the operation; empty for the service as a whole. */
  operation: string;
  /** Subject of the caller. */
  subject: string;
  /** 1..5. */
  rating?: number;
  worked?: boolean;
  /** The caller considers it unsafe; an administrator's opinion is decisive. */
  unsafe?: boolean;
  /** The opinion is an administrator's. */
  binding?: boolean;
  /** The purpose of the call, at most 500 characters. */
  intent?: string;
  /** RFC 3339, UTC. */
  at: string;
}

/** The opinions of all callers on one service. */
export interface FeedbackSummary {
  entryId: string;
  /** Number of callers with an opinion. */
  callers: number;
  /** Mean of the callers' own means, 1..5; undefined without ratings. */
  rating?: number;
  /** Number of callers with a rating. */
  raters: number;
  /** Share of callers for whom it worked, 0..1; undefined when no caller reported it. */
  worked?: number;
  /** Number of callers that reported whether it worked. */
  tellers: number;
  /** The last administrator's opinion is that it is unsafe. */
  unsafe: boolean;
  /** Number of other callers that consider it unsafe. */
  suspicions: number;
}

/** Stored feedback. */
export interface FeedbackStore {
  /** Replaces the caller's previous opinion. */
  put(record: FeedbackRecord): Promise<void>;
  /** Every opinion on a service, newest first, at most `limit`. */
  ofEntry(entryId: string, limit: number): Promise<FeedbackRecord[]>;
  /** Services with opinions, ordered by id, after `after`, at most `limit`. */
  entries(after: string, limit: number): Promise<string[]>;
  /** Number of services and operations that the caller has an opinion on. */
  count(subject: string): Promise<number>;
}

/** Maximum number of opinions in a summary. */
export const maxOpinions = 10_000;

/** Summarizes all opinions on one service; each caller counts once, whatever the number of operations. */
export function summarizeFeedback(entryId: string, records: readonly FeedbackRecord[]): FeedbackSummary {
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
