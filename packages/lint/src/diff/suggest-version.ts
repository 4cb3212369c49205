/** The version that a list of changes calls for (semantic versioning). */
import type { ApiChange } from './change.js';

/** The part of a version that is raised. */
export type VersionStep = 'major' | 'minor' | 'patch' | 'none';

/** The versions of the API before and after the changes. */
export interface VersionPair {
  before: string;
  after: string;
}

/**
 * The next version; versions that are not three numbers keep their form. There is no next date, so a date that was
 * raised is the suggestion.
 */
export function suggestVersion(
  versions: VersionPair,
  changes: readonly ApiChange[],
): { suggested: string; step: VersionStep } {
  const has = (...effects: ApiChange['effect'][]) => changes.some(({ effect }) => effects.includes(effect));
  const step = has('breaking')
    ? 'major'
    : has('undecided', 'meaning', 'compatible')
      ? 'minor'
      : has('description')
        ? 'patch'
        : 'none';
  const { before, after } = versions;
  const isDated = isDate(before) && isDate(after);
  return { suggested: step !== 'none' && isDated && isRaised(versions) ? after : raise(before, step), step };
}

/** True when a breaking change may come with the newer version: its major version, or its date, is later. */
export function isRaised({ before, after }: VersionPair): boolean {
  if (isDate(before) !== isDate(after)) return true;
  if (isDate(before)) {
    const [was, is] = [numbersOf(before), numbersOf(after)];
    const at = is.findIndex((each, index) => each !== (was[index] ?? 0));
    return at < 0 ? before !== after : (is[at] ?? 0) > (was[at] ?? 0);
  }
  const [was, is] = [numbersOf(before)[0], numbersOf(after)[0]];
  return was === undefined || is === undefined ? before !== after : is > was;
}

/** What happened to the major version that was not raised, after "The major version". */
export function describeMajor({ before, after }: VersionPair): string {
  const shown = (version: string) => (isDate(version) ? version : String(numbersOf(version)[0] ?? version));
  const [was, is] = [shown(before), shown(after)];
  return was === is ? `is still ${is}` : `was lowered from ${was} to ${is}`;
}

/** Versions such as `2024-06-01` and `2024.6`. */
function isDate(version: string): boolean {
  return /^\D*(?:19|20)\d\d(?:\D|\d{4}|$)/.test(version);
}

function numbersOf(version: string): number[] {
  return (version.match(/\d+/g) ?? []).map(Number);
}

/** Before version 1, a minor version may break (semver.org, 4); the first number of anything else is its major one. */
function raise(version: string, step: VersionStep): string {
  if (step === 'none') return version;
  const [whole, prefix = '', major = '', minor, patch] =
    /^(\D*?)(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:[-+.].*)?$/.exec(version) ?? [];
  if (whole === undefined || major.length > 3) return version;
  const numbers = [Number(major), Number(minor ?? 0), Number(patch ?? 0)] as const;
  if (minor === undefined) return step === 'major' ? `${prefix}${numbers[0] + 1}` : version;
  if (step === 'major' && numbers[0] > 0) return `${prefix}${numbers[0] + 1}.0${patch === undefined ? '' : '.0'}`;
  if (step === 'major' || step === 'minor' || patch === undefined) {
    return `${prefix}${numbers[0]}.${numbers[1] + 1}${patch === undefined ? '' : '.0'}`;
  }
  return `${prefix}${numbers[0]}.${numbers[1]}.${numbers[2] + 1}`;
}
