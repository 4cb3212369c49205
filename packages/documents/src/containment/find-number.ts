/** Finds a number in a range that is a multiple of some numbers and not of others. */

import { decimalsOf, isMultiple, toUnits } from '../schema/decimal-multiples.js';
import type { Branch, Found } from './search.js';

const maxTries = 2_000;

/** Decimal places up to which steps are compared exactly. */
const mostPlaces = 30;

interface Range {
  min: number;
  max: number;
  /** True when the bound itself is excluded. */
  overMin: boolean;
  underMax: boolean;
}

/** Finds a number. */
export function findNumber({ atoms }: Branch): Found {
  const range = rangeOf(atoms);
  if (range.min > range.max || (range.min === range.max && (range.overMin || range.underMax))) return 'none';
  const wanted: number[] = [];
  const unwanted: number[] = [];
  const excluded = new Set<number>();
  for (const { logic, sign } of atoms) {
    if (logic.kind === 'multiple') (sign ? wanted : unwanted).push(logic.of);
    else if (logic.kind === 'types' && logic.types.has('integer') && !logic.types.has('number'))
      (sign ? wanted : unwanted).push(1);
    else if (logic.kind === 'values' && !sign)
      for (const value of logic.values.values()) if (typeof value === 'number') excluded.add(value);
  }
  const fits = (value: number) =>
    Number.isFinite(value) &&
    isWithin(value, range) &&
    !excluded.has(value) &&
    wanted.every((step) => isMultiple(value, step)) &&
    !unwanted.some((step) => isMultiple(value, step));
  const value = candidates(range, wanted, unwanted).find(fits);
  if (value !== undefined) return { value };
  return isImpossible(range, wanted, unwanted, excluded) ? 'none' : 'unknown';
}

function rangeOf(atoms: Branch['atoms']): Range {
  const range: Range = {
    min: Number.NEGATIVE_INFINITY,
    max: Number.POSITIVE_INFINITY,
    overMin: false,
    underMax: false,
  };
  for (const { logic, sign } of atoms) {
    if (logic.kind !== 'bound') continue;
    const { limit } = logic;
    // Below a minimum is under it, and at it when the minimum excludes itself.
    const exclusive = sign ? logic.exclusive : !logic.exclusive;
    if ((logic.side === 'min') === sign) {
      if (limit > range.min || (limit === range.min && exclusive))
        Object.assign(range, { min: limit, overMin: exclusive });
    } else if (limit < range.max || (limit === range.max && exclusive))
      Object.assign(range, { max: limit, underMax: exclusive });
  }
  return range;
}

function isWithin(value: number, { min, max, overMin, underMax }: Range): boolean {
  return (overMin ? value > min : value >= min) && (underMax ? value < max : value <= max);
}

function candidates({ min, max }: Range, wanted: readonly number[], unwanted: readonly number[]): number[] {
  const step = wanted.reduce((one, other) => commonMultiple(one, other), wanted.length === 0 ? 0 : (wanted[0] ?? 1));
  const finite = (value: number) => Number.isFinite(value);
  const ends = [min, max].filter(finite);
  const base = finite(min) ? min : finite(max) ? max : 0;
  if (step > 0) {
    const first = Math.ceil(base / step);
    const down = Math.floor((finite(max) ? max : base) / step);
    // 17 * 0.1 is 1.7000000000000002, which is not a multiple.
    const times = (count: number) => Number((count * step).toPrecision(15));
    const around = Array.from({ length: 60 }, (_, at) => [times(first + at), times(down - at)]).flat();
    return [0, ...ends, ...around];
  }
  const middle = finite(min) && finite(max) ? [(min + max) / 2, min + (max - min) / 3] : [];
  const near = Array.from({ length: 40 }, (_, at) => [base + at, base - at, base + at + 0.5, base - at - 0.5]).flat();
  const close = ends.flatMap((end) => [end + 0.01, end - 0.01, end + Math.abs(end) * 1e-9, end - Math.abs(end) * 1e-9]);
  // Steps of 0.01 have every half and whole number among their multiples.
  const between = unwanted.flatMap((each) => [each / 2, -each / 2, base + each / 2, base - each / 2]);
  return [0, ...ends, Math.ceil(base), Math.floor(base), ...near, ...middle, ...close, ...between];
}

/** The least common multiple of two decimal numbers; a product when it cannot be computed exactly. */
function commonMultiple(one: number, other: number): number {
  const scale = 10 ** Math.min(9, Math.max(decimalsOf(one), decimalsOf(other)));
  const [a, b] = [Math.round(one * scale), Math.round(other * scale)];
  if (a === 0 || b === 0 || a > Number.MAX_SAFE_INTEGER || b > Number.MAX_SAFE_INTEGER) return one * other;
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return ((a / x) * b) / scale;
}

/** Whether it is certain that no number fits: all multiples in the range were looked at, or a step implies an unwanted one. */
function isImpossible(
  { min, max, ...range }: Range,
  wanted: readonly number[],
  unwanted: readonly number[],
  excluded: ReadonlySet<number>,
): boolean {
  if (impliesUnwanted(wanted, unwanted)) return true;
  if (wanted.length > 0 && wanted.every(isInteger) && Number.isFinite(min) && Number.isFinite(max)) {
    const step = wanted.reduce(commonMultiple);
    const first = Math.ceil(min / step);
    const count = Math.floor(max / step) - first + 1;
    if (count > maxTries || !Number.isSafeInteger(first * step)) return false;
    return Array.from({ length: Math.max(0, count) }, (_, at) => (first + at) * step).every(
      (value) =>
        !isWithin(value, { min, max, ...range }) ||
        excluded.has(value) ||
        unwanted.some((each) => isMultiple(value, each)),
    );
  }
  return min === max;
}

/** Whether every common multiple of the wanted steps is one of an unwanted step; exact, in units of the last decimal place. */
function impliesUnwanted(wanted: readonly number[], unwanted: readonly number[]): boolean {
  const places = Math.max(0, ...[...wanted, ...unwanted].map(decimalsOf));
  if (wanted.length === 0 || places > mostPlaces) return false;
  const common = wanted
    .map((step) => toUnits(step, places))
    .reduce((one, other) => (one / divisor(one, other)) * other);
  return unwanted.some((step) => common % toUnits(step, places) === 0n);
}

function divisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : divisor(other, one % other);
}

function isInteger(value: number): boolean {
  return Number.isSafeInteger(value);
}
