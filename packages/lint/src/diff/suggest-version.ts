/** The version that a list of changes calls for (semantic versioning). */
import type { ApiChange } from './change.js';

/** The part of a version that is raised. */
export type VersionStep = 'major' | 'minor' | 'patch' | 'none';

/** The next version; versions that are not three numbers keep their form. */
export function suggestVersion(
  before: string,
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
  return { suggested: raise(before, step), step };
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
