/** Calls of services over time, at low resolution: minutes for a day, hours for a month. */

/** Length of a period. */
export type UsageStep = 'minute' | 'hour';

/** Upper bounds of the duration classes in milliseconds; the last class has no bound. */
export const usageBounds = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000] as const;

/** What is counted. */
export interface UsageCounts {
  calls: number;
  /** Calls that failed or whose outcome is unknown, and answers with a server error. */
  errors: number;
  /** Calls that this server rejected before anything was sent. */
  refused: number;
  /** Calls answered with 429, by this server or by the service. */
  limited: number;
  /** Calls by duration: one number per bound, and one for the rest. */
  durations: number[];
}

/** The counts of one service in one period. */
export interface UsagePoint extends UsageCounts {
  /** Id of the service. */
  service: string;
  /** Start of the period; RFC 3339, UTC. */
  at: string;
}

/** Usage of services; the counts of several processes add up. */
export interface UsageStore {
  /** Adds counts to their minutes and hours. */
  add(points: readonly UsagePoint[]): Promise<void>;
  /** Periods of one service that start at `since` or later and before `until`, in order of time. */
  read(service: string, step: UsageStep, range: { since: string; until: string }): Promise<UsagePoint[]>;
  /**
   * The sums of the hours from `since` on, of at most `limit` services, those with most calls first; only of the given
   * services, if any.
   */
  totals(since: string, limit: number, services?: readonly string[]): Promise<Omit<UsagePoint, 'at' | 'durations'>[]>;
  /** Removes minutes and hours that started before these times; returns their number. */
  prune(before: { minutes: string; hours: string }): Promise<number>;
}

/** Nothing counted. */
export function noUsage(): UsageCounts {
  return {
    calls: 0,
    errors: 0,
    refused: 0,
    limited: 0,
    durations: Array.from({ length: usageBounds.length + 1 }, () => 0),
  };
}

/** Adds counts to others, in place. */
export function addUsage(to: UsageCounts, more: UsageCounts): void {
  to.calls += more.calls;
  to.errors += more.errors;
  to.refused += more.refused;
  to.limited += more.limited;
  for (const [place, count] of more.durations.entries()) to.durations[place] = (to.durations[place] ?? 0) + count;
}

/** The class of a duration. */
export function durationClass(milliseconds: number): number {
  const place = usageBounds.findIndex((bound) => milliseconds <= bound);
  return place < 0 ? usageBounds.length : place;
}

/** Milliseconds within which this share of the calls ended, estimated inside its class; undefined without calls. */
export function usageQuantile(durations: readonly number[], share: number): number | undefined {
  const total = durations.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  let left = share * total;
  for (const [place, count] of durations.entries()) {
    if (count > 0 && left <= count) {
      const low = usageBounds[place - 1] ?? 0;
      const high = usageBounds[place] ?? low;
      return Math.round((low + ((high - low) * left) / count) * 10) / 10;
    }
    left -= count;
  }
  return usageBounds.at(-1);
}

/** Start of the period that contains this time. */
export function startOfPeriod(at: string, step: UsageStep): string {
  return step === 'minute' ? `${at.slice(0, 16)}:00.000Z` : `${at.slice(0, 13)}:00:00.000Z`;
}
