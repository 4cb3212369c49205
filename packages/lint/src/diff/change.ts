/** One difference between two versions of an API, and its effect on callers of the older version. */
import type { CallerEffect, DiagnosticRow, DiffRuleId, JsonValue, Severity } from '@dragoman/model';

/**
 * Effect on callers: breaking, compatible, wording only, a changed meaning under the same name, or `undecided` when
 * neither compatibility nor a break could be shown.
 */
export type ChangeEffect = CallerEffect | 'undecided';

/** Every effect, the most severe first. */
export const changeEffects: readonly ChangeEffect[] = ['breaking', 'undecided', 'meaning', 'compatible', 'description'];

export type { DiffRuleId } from '@dragoman/model';

/** One difference. */
export interface ApiChange {
  effect: ChangeEffect;
  message: string;
  /** The part of the operation: `request body`, `response 200`, `parameter limit`; absent for the operation itself. */
  where?: string;
  /** A value that shows the break: accepted before and refused now, or received now and impossible before. */
  counterexample?: JsonValue;
  /** How messages name the operation; absent for the whole document. */
  operation?: string;
  /** Pointer in the newer document, or in the older one for removed parts. */
  pointer: string;
  side: 'old' | 'new';
  /** True when the generated tool changes too: its name, text or input. */
  tool: boolean;
  rule?: DiffRuleId;
  severity?: Severity;
}

/** Rule texts of the diff mode. */
export const diffRules: Readonly<Record<DiffRuleId, DiagnosticRow>> = Object.freeze({
  'breaking-change-without-version': {
    severity: 'error',
    message: 'The major version {version}, despite breaking changes ({count}).',
    why: 'Clients that rely on a major version must keep working (PROF-VER-02).',
    help: 'Raise the major version, or make the changes compatible.',
  },
  'enum-value-removed': {
    severity: 'error',
    message: 'The value {value} of {name} was removed.',
    why: 'Agents remember values; a valid value must stay valid (PROF-CONS-08).',
    help: 'Keep the value, and mark it as deprecated in the description.',
  },
  'operation-id-changed': {
    severity: 'error',
    message: 'The operationId {before} was renamed to {after}.',
    why: 'The operationId is the tool name; a new name is a new tool (PROF-DESC-03).',
    help: 'Keep the operationId.',
  },
  'operation-id-reused': {
    severity: 'error',
    message: 'The operationId {id} now identifies {after}; it identified {before}.',
    why: 'An operation must keep its meaning under the same name (PROF-VER-03).',
    help: 'Give the new operation its own operationId.',
  },
  'operation-meaning-changed': {
    severity: 'warning',
    message: 'The summary of {id} has little in common with the previous one.',
    why: 'An operation must keep its meaning under the same name (PROF-VER-03).',
    help: 'Keep the meaning, or rename the operation.',
  },
});
