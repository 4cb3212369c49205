/**
 * Quotas of a policy: calls per minute, day and month, units with a price for each operation, and concurrent calls, for
 * the callers, services and operations that a rule selects. Pure functions of plain data.
 */
import type { Caller } from './caller.js';
import type { RateLimit } from './rate-limit.js';
import type { Role } from './roles.js';
import type { Selection } from './selection.js';
import { createSelector } from './selection.js';

/** A rule; absent members of the selection match everything, and every matching rule applies. */
export interface QuotaRule extends Selection {
  /** Shown to callers. */
  name?: string;
  /** What is counted apart; each caller by default. */
  per?: 'caller' | 'caller-service' | 'service' | 'everybody';
  perMinute?: number;
  perDay?: number;
  perMonth?: number;
  unitsPerDay?: number;
  unitsPerMonth?: number;
  /** Calls at the same time, in each process. */
  concurrent?: number;
}

/** Units that a call of an operation costs; the first matching price applies, and 1 without a match. */
export interface Price extends Pick<Selection, 'services' | 'operations'> {
  units: number;
}

/** A counter of a call. */
export interface QuotaWindow {
  /** Name of the counter. */
  key: string;
  /** Name for the caller, such as `calls per day`. */
  name: string;
  unit: 'calls' | 'units';
  rateLimit: RateLimit;
  cost: number;
}

/** What applies to a call. */
export interface CallQuotas {
  windows: readonly QuotaWindow[];
  concurrent: readonly { key: string; name: string; limit: number }[];
}

/** Finds what applies to a call, or to `count` of them at once. */
export type FindQuotas = (caller: Caller, call: { service: string; operation: string; count: number }) => CallQuotas;

const seconds = { minute: 60, day: 86_400, month: 2_592_000 };

/** The windows of a rule, in the order in which they are reported. */
const windowKinds = [
  ['perMinute', 'calls', 'minute'],
  ['perDay', 'calls', 'day'],
  ['perMonth', 'calls', 'month'],
  ['unitsPerDay', 'units', 'day'],
  ['unitsPerMonth', 'units', 'month'],
] as const;

const none: CallQuotas = { windows: [], concurrent: [] };

/** Compiles the quotas of a policy. */
export function createQuotas(
  rules: readonly QuotaRule[],
  prices: readonly Price[],
  rolesOf: (caller: Caller) => readonly Role[],
): FindQuotas {
  if (rules.length === 0) return () => none;
  const compiled = rules.map((rule, at) => ({ rule, number: at + 1, ...createSelector(rule) }));
  const priced = prices.map((price) => ({ ...price, ...createSelector(price) }));
  return (caller, call) => {
    const roles = rolesOf(caller);
    const fitting = compiled.filter((each) => each.matchesCaller(caller, roles) && each.matchesTarget(call));
    if (fitting.length === 0) return none;
    const units = (priced.find((price) => price.matchesTarget(call))?.units ?? 1) * call.count;
    return {
      windows: fitting.flatMap(({ rule, number }) =>
        windowsOf(rule, keyOf(rule, number, caller, call.service), { units, calls: call.count }),
      ),
      concurrent: fitting.flatMap(({ rule, number }) => {
        if (rule.concurrent === undefined) return [];
        const name = `${prefixOf(rule)}concurrent calls`;
        return [{ key: keyOf(rule, number, caller, call.service), name, limit: rule.concurrent }];
      }),
    };
  };
}

function windowsOf(rule: QuotaRule, key: string, costs: Readonly<Record<'calls' | 'units', number>>): QuotaWindow[] {
  return windowKinds.flatMap(([member, unit, period]) => {
    const limit = rule[member];
    if (limit === undefined || costs[unit] === 0) return [];
    const name = `${prefixOf(rule)}${unit} per ${period}`;
    return [
      {
        key: `${key}:${unit}:${period}`,
        name,
        unit,
        rateLimit: { limit, windowSeconds: seconds[period] },
        cost: costs[unit],
      },
    ];
  });
}

function prefixOf({ name }: QuotaRule): string {
  return name === undefined ? '' : `${name}: `;
}

/** Subjects may have any characters, so their length is part of the key. */
function keyOf({ per = 'caller', name }: QuotaRule, number: number, { subject }: Caller, service: string): string {
  const rule = `quota:${name ?? number}`;
  if (per === 'everybody') return rule;
  if (per === 'service') return `${rule}:service:${service}`;
  const own = `${rule}:${subject.length}:${subject}`;
  return per === 'caller' ? own : `${own}:${service}`;
}
