/**
 * A description that changes what was chosen is not taken over by a look, but held: the source says what would change, and
 * somebody accepts or refuses that very description. A hold is no failure of the source.
 */
import { createHash } from 'node:crypto';
import type { AuditDraft, CardResult, PendingChange, SourceRecord, SuccessionCheck } from '@dragoman/core/engine';

/** Somebody's word that a held description may be taken over. */
export interface Acceptance {
  /** Hash of the description that was looked at. */
  mark: string;
  /** What is recorded of it. */
  audit: AuditDraft;
}

/** Code of what is held until somebody accepts it. */
const heldCode = 'mcp/change-held';

/** Most changes that a source tells, and characters of each. */
const limits = { changes: 100, message: 500 } as const;

/** The hash by which a description is known again. */
export function markOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 32);
}

/** What is held after a look; undefined when nothing is, or when something is wrong beside it. */
export function heldOf(
  { held: before }: SourceRecord,
  results: readonly CardResult[],
  { mark, at }: { mark: string; at: string },
): PendingChange | undefined {
  const faults = results.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
  const errors = faults.flatMap(({ fieldErrors }) => fieldErrors);
  const onlyHeld = faults.every(({ fieldErrors }) => fieldErrors.length > 0);
  if (errors.length === 0 || !onlyHeld || errors.some(({ code }) => code !== heldCode)) return undefined;
  const changes = errors
    .slice(0, limits.changes)
    .map(({ code, detail }) => ({ code, message: detail.slice(0, limits.message) }));
  const known = before?.mark === mark ? before : undefined;
  return { mark, since: known?.since ?? at, changes, ...(known?.refused === true ? { refused: true } : {}) };
}

/** The same ports, by which changes are taken over as they are when somebody brings a description in by hand. */
export function acceptedBy<P extends { successions?: readonly SuccessionCheck[] }>(ports: P): P {
  const { successions = [] } = ports;
  return {
    ...ports,
    successions: successions.map(
      (check): SuccessionCheck =>
        (one, next) =>
          check(one, next, false),
    ),
  };
}
