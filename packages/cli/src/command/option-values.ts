/** The parsed options of a command line, with typed access. */
import { UsageError } from './usage-error.js';

/** Range of a number. */
export interface NumberRange {
  min: number;
  max: number;
  /** Whole numbers only, unless false. */
  whole?: boolean;
}

/** The parsed options of a command line. */
export interface OptionValues {
  /** True when the flag was given. */
  flag(name: string): boolean;
  text(name: string): string | undefined;
  /** Every value of a repeatable option. */
  texts(name: string): string[];
  /** A number within the range; throws a usage error otherwise. */
  number(name: string, range: NumberRange): number | undefined;
}

/** Creates typed access to parsed values. */
export function createOptionValues(values: ReadonlyMap<string, readonly (string | true)[]>): OptionValues {
  const texts = (name: string) => (values.get(name) ?? []).filter((value) => value !== true);
  const text = (name: string) => texts(name).at(-1);
  return {
    flag: (name) => values.has(name),
    text,
    texts,
    number(name, { min, max, whole = true }) {
      const given = text(name);
      if (given === undefined) return undefined;
      const value = /^-?\d+(\.\d+)?$/.test(given) ? Number(given) : Number.NaN;
      if (value >= min && value <= max && (!whole || Number.isInteger(value))) return value;
      const kind = whole ? 'a whole number' : 'a number';
      throw new UsageError(`--${name} takes ${kind} from ${min} to ${max}, not "${given}"`);
    },
  };
}
