/** One difference between two versions of an API, and what it means for somebody who relies on the older one. */
import type { CallerEffect, DiagnosticRow, DiffRuleId, Severity } from '@dragoman/model';

/** What a difference does to callers: some notice, none does, only words changed, or the words now mean something else. */
export type ChangeEffect = CallerEffect;

export type { DiffRuleId } from '@dragoman/model';

/** One difference. */
export interface ApiChange {
  effect: ChangeEffect;
  message: string;
  /** Operation as messages name it; absent for the document. */
  operation?: string;
  /** Place in the newer document, or in the older one for what is gone. */
  pointer: string;
  side: 'old' | 'new';
  /** True when the tool made from the operation changes too: its name, its text or its input. */
  tool: boolean;
  rule?: DiffRuleId;
  severity?: Severity;
}

/** Texts of the diff mode's rules. */
export const diffRules: Readonly<Record<DiffRuleId, DiagnosticRow>> = Object.freeze({
  'breaking-change-without-version': {
    severity: 'error',
    message: '{count} changes break callers, and the major version is still {version}.',
    why: 'Who relies on a version must be able to go on relying on it (PROF-VER-02).',
    help: 'Raise the major version, or make the changes compatible.',
  },
  'enum-value-removed': {
    severity: 'error',
    message: 'The value {value} of {name} is gone.',
    why: 'An agent may remember values; one that was valid has to stay so (PROF-CONS-08).',
    help: 'Keep the value, and mark it as deprecated in the description.',
  },
  'operation-id-changed': {
    severity: 'error',
    message: 'The operationId {before} is now {after}.',
    why: 'The operationId is the name of the tool; another name is another tool (PROF-DESC-03).',
    help: 'Keep the operationId.',
  },
  'operation-id-reused': {
    severity: 'error',
    message: 'The operationId {id} now stands for {after}, before for {before}.',
    why: 'The meaning of an operation does not change under the same name (PROF-VER-03).',
    help: 'Give the new operation a name of its own.',
  },
  'operation-meaning-changed': {
    severity: 'warning',
    message: 'The summary of {id} has little in common with the older one.',
    why: 'The meaning of an operation does not change under the same name (PROF-VER-03).',
    help: 'Keep the meaning, or give the operation another name.',
  },
});
