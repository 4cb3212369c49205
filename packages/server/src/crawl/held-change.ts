/**
 * A description that changes chosen values is not applied by a poll, but held: the source reports what would change,
 * and its owner accepts or rejects exactly that description. A held change is not a failure of the source.
 */
import { createHash } from 'node:crypto';
import type { AuditDraft, CardResult, PendingChange, SourceRecord, SuccessionCheck } from '@dragoman/core/engine';

/** An acceptance of a held description. */
export interface Acceptance {
  /** Hash of the reviewed description. */
  mark: string;
  /** What is recorded of it. */
  audit: AuditDraft;
}

/** Codes of changes that are held until they are accepted. */
const heldCodes: readonly string[] = ['mcp/change-held', 'mcp/content-held'];

/** Maximum number of changes that a source reports, and characters of each. */
const limits = { changes: 100, message: 500 } as const;

/** The hash that identifies a description. */
export function markOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 32);
}

/** What is held after a poll; undefined when nothing is held, or when there are other problems. */
export function heldOf(
  { held: before }: SourceRecord,
  results: readonly CardResult[],
  { mark, at }: { mark: string; at: string },
): PendingChange | undefined {
  const faults = results.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
  const errors = faults.flatMap(({ fieldErrors }) => fieldErrors);
  const onlyHeld = faults.every(({ fieldErrors }) => fieldErrors.length > 0);
  if (errors.length === 0 || !onlyHeld || errors.some(({ code }) => !heldCodes.includes(code))) return undefined;
  const changes = errors
    .slice(0, limits.changes)
    .map(({ code, detail }) => ({ code, message: detail.slice(0, limits.message) }));
  const known = before?.mark === mark ? before : undefined;
  return { mark, since: known?.since ?? at, changes, ...(known?.refused === true ? { refused: true } : {}) };
}

/** The same ports, which apply changes as a manual import does. */
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
