/** The standing of an agent: what was measured of it here, against what it says of itself. */
import type { Entry, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { FeedbackSummary } from '../../catalogue/feedback.js';

/** What calls through the gateway have shown. */
export interface Conduct {
  /** Calls that this rests on, of the latest ones; fewer as time passes. */
  calls: number;
  /** Share of the latest calls that the agent failed, 0..1. */
  failures: number;
  /** Milliseconds that the latest calls took, on average; undefined before the first success. */
  latencyMs?: number;
}

/** What is known of agents beside their descriptions. */
export interface StandingBook {
  /** Conduct of one operation. */
  conduct(entryId: string, operation: string): Conduct | undefined;
  /** What callers say. */
  feedback(entryId: string): FeedbackSummary | undefined;
}

/** A book that knows nothing. */
export const emptyBook: StandingBook = Object.freeze({ conduct: () => undefined, feedback: () => undefined });

/** Calls before conduct counts, and the share of failures at which an operation counts as broken. */
const enoughCalls = 5;
const brokenShare = 0.8;
/** Callers before their word is a measure. */
const enoughCallers = 3;
/** Weight of the callers' mean against a middling one, as so many callers of that opinion. */
const prior = { callers: 2, rating: 3 };

/** True when the operation fails nearly always: whatever it claims, it does not do it now. */
export function isBroken(conduct: Conduct | undefined, feedback: FeedbackSummary | undefined): boolean {
  if (conduct !== undefined && conduct.calls >= enoughCalls && conduct.failures >= brokenShare) return true;
  return feedback !== undefined && feedback.tellers >= enoughCallers && (feedback.worked ?? 1) <= 1 - brokenShare;
}

/** True when the agent is held to be unsafe here. */
export function isUnsafe(entry: Entry, feedback: FeedbackSummary | undefined): boolean {
  return entry.trust.verified?.unsafe === true || feedback?.unsafe === true;
}

/** True when this registry has verified the agent. */
export function isVerified({ trust }: Entry): boolean {
  return trust.verified?.certified === true;
}

/** True when the agent says that it is certified, or this registry does. */
export function isCertified(entry: Entry): boolean {
  const { certification } = entry.trust.claimed ?? {};
  return isVerified(entry) || (isJsonObject(certification) && certification.verified === true);
}

/** Quality, 0..5, with whose word it is; undefined when nobody says. */
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

/** What standing does to a score: the factor, and why. */
export function weighStanding(
  conduct: Conduct | undefined,
  feedback: FeedbackSummary | undefined,
): { factor: number; notes: string[] } {
  const notes: string[] = [];
  let factor = 1;
  if (conduct !== undefined && conduct.calls >= enoughCalls && conduct.failures >= 0.1) {
    factor *= 1 - 0.8 * conduct.failures;
    notes.push(`Of its latest calls ${Math.round(conduct.failures * 100)} % failed.`);
  }
  if (feedback !== undefined && feedback.tellers >= enoughCallers && (feedback.worked ?? 1) < 0.7) {
    factor *= 0.5 + 0.5 * (feedback.worked ?? 1);
    notes.push(`It worked for ${Math.round((feedback.worked ?? 0) * 100)} % of ${feedback.tellers} callers who told.`);
  }
  if (feedback !== undefined && feedback.suspicions >= enoughCallers) {
    factor *= 0.6;
    notes.push(`${feedback.suspicions} callers hold it to be unsafe.`);
  }
  const rated = feedback?.rating !== undefined && feedback.raters >= enoughCallers ? feedback.rating : undefined;
  if (rated !== undefined && rated < 2.5) {
    factor *= 0.8;
    notes.push(`Callers rate it ${rated.toFixed(1)} of 5.`);
  }
  return { factor, notes };
}
