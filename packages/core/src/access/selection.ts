/** Which callers, services and operations a rule of the policy is about. */
import type { Caller } from './caller.js';
import { createGlob } from './glob.js';
import type { Role } from './roles.js';

/** A selection; absent members match everything. `*` in a name stands for any characters. */
export interface Selection {
  /** Subjects of callers. */
  callers?: readonly string[];
  groups?: readonly string[];
  roles?: readonly Role[];
  /** Ids of services. */
  services?: readonly string[];
  /** Names of operations. */
  operations?: readonly string[];
}

/** Prefix of a scope that says in which group a caller is. */
export const groupPrefix = 'group:';

/** The groups of a caller. */
export function groupsOf({ scopes: held }: Pick<Caller, 'scopes'>): string[] {
  return held.flatMap((scope) => (scope.startsWith(groupPrefix) ? [scope.slice(groupPrefix.length)] : []));
}

/** Compiles a selection. */
export function createSelector({ callers, groups, roles, services, operations }: Selection) {
  const [matchesSubject, matchesGroup, matchesService, matchesOperation] = [callers, groups, services, operations].map(
    anyOf,
  );
  return {
    matchesCaller: (caller: Caller, held: readonly Role[]) =>
      matchesSubject?.(caller.subject) !== false &&
      (groups === undefined || groupsOf(caller).some((group) => matchesGroup?.(group))) &&
      (roles === undefined || roles.some((role) => held.includes(role))),
    matchesTarget: ({ service, operation }: { service: string; operation: string }) =>
      matchesService?.(service) !== false && matchesOperation?.(operation) !== false,
  };
}

/** A function that compares a text with patterns; without any, everything matches. */
export function anyOf(patterns: readonly string[] | undefined): (text: string) => boolean {
  if (patterns === undefined) return () => true;
  const globs = patterns.map(createGlob);
  return (text) => globs.some((matches) => matches(text));
}
