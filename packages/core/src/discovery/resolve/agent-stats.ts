/** Statistics and reputation of a service: values measured here, compared with its own claims. */
import type { Entry, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { FeedbackSummary } from '../../catalogue/feedback.js';

/** Results of calls through the gateway. */
export interface OperationStats {
  /** Number of recent calls in the statistics; decreases over time. */
  calls: number;
  /** Share of the recent calls that failed, 0..1. */
  failures: number;
  /** Mean duration of the recent calls in milliseconds; undefined before the first success. */
  latencyMs?: number;
}

/** Statistics of services in addition to their descriptions. */
export interface AgentStats {
  /** Statistics of one operation. */
  conduct(entryId: string, operation: string): OperationStats | undefined;
  /** Feedback of callers. */
  feedback(entryId: string): FeedbackSummary | undefined;
}

/** Empty statistics. */
export const emptyStats: AgentStats = Object.freeze({ conduct: () => undefined, feedback: () => undefined });

/**
 * Minimum number of calls for statistics to count, and the share of failures at which an operation counts as broken.
 */
const enoughCalls = 5;
const brokenShare = 0.8;
/** Minimum number of callers for feedback to count. */
const enoughCallers = 3;
/** Prior of the callers' mean: this many callers with a neutral rating. */
const prior = { callers: 2, rating: 3 };

/** True when the operation nearly always fails, whatever it claims. */
export function isBroken(conduct: OperationStats | undefined, feedback: FeedbackSummary | undefined): boolean {
  if (conduct !== undefined && conduct.calls >= enoughCalls && conduct.failures >= brokenShare) return true;
  return feedback !== undefined && feedback.tellers >= enoughCallers && (feedback.worked ?? 1) <= 1 - brokenShare;
}

/** True when the service is considered unsafe here. */
export function isUnsafe(entry: Entry, feedback: FeedbackSummary | undefined): boolean {
  return entry.trust.verified?.unsafe === true || feedback?.unsafe === true;
}

/** True when this registry has verified the service. */
export function isVerified({ trust }: Entry): boolean {
  return trust.verified?.certified === true;
}

/** True when the service claims to be certified, or this registry has verified it. */
export function isCertified(entry: Entry): boolean {
  const { certification } = entry.trust.claimed ?? {};
  return isVerified(entry) || (isJsonObject(certification) && certification.verified === true);
}

/** Quality, 0..5, with its source; undefined when it is unknown. */
export function qualityOf(
  { trust: { claimed = {} } }: Entry,
  feedback: FeedbackSummary | undefined,
): { score: number; from: 'measured' | 'claimed' } | undefined {
  if (feedback?.rating !== undefined && feedback.raters >= enoughCallers) {
    const { raters, rating } = feedback;
    const score = (raters * rating + prior.callers * prior.rating) / (raters + prior.callers);
    return { score, from: 'measured' };
  }
  const { certification } = claimed;
  const own =
    numberOf(claimed.quality_score) ?? numberOf(isJsonObject(certification) ? certification.quality_score : undefined);
  return own === undefined ? undefined : { score: Math.min(5, Math.max(0, own)), from: 'claimed' };
}

function numberOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** The factor of the statistics on a score, with reasons. */
export function weighStats(
  conduct: OperationStats | undefined,
  feedback: FeedbackSummary | undefined,
): { factor: number; notes: string[] } {
  const notes: string[] = [];
  let factor = 1;
  if (conduct !== undefined && conduct.calls >= enoughCalls && conduct.failures >= 0.1) {
    factor *= 1 - 0.8 * conduct.failures;
    notes.push(`${Math.round(conduct.failures * 100)} % of its recent calls failed.`);
  }
  if (feedback !== undefined && feedback.tellers >= enoughCallers && (feedback.worked ?? 1) < 0.7) {
    factor *= 0.5 + 0.5 * (feedback.worked ?? 1);
    notes.push(
      `It worked for ${Math.round((feedback.worked ?? 0) * 100)} % of ${feedback.tellers} callers that reported it.`,
    );
  }
  if (feedback !== undefined && feedback.suspicions >= enoughCallers) {
    factor *= 0.6;
    notes.push(`${feedback.suspicions} callers consider it unsafe.`);
  }
  const rated = feedback?.rating !== undefined && feedback.raters >= enoughCallers ? feedback.rating : undefined;
  if (rated !== undefined && rated < 2.5) {
    factor *= 0.8;
    notes.push(`Callers rate it ${rated.toFixed(1)} of 5.`);
  }
  return { factor, notes };
}
