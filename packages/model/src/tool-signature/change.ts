/** What a difference between two versions of a tool means to those who call it (§5.4, §6.1). */
import type { CallerEffect, DiffRuleId, Direction, Verdict } from '../change/verdict.js';

/**
 * `compatible`: an optional input or an output more. `description`: only what is read. `meaning`: what is read is about
 * something else now. `widened`: as harmless to callers as `compatible`, yet not among the additions that the draft
 * permits. `breaking`: a call or a reading of the old version may fail.
 */
export type ChangeEffect = CallerEffect | 'widened';

/** Kinds of change; stable words for programs. */
export type ChangeKind =
  | 'added'
  | 'added_required'
  | 'removed'
  | 'renamed'
  | 'type_changed'
  | 'became_required'
  | 'became_optional'
  | 'limit_tightened'
  | 'limit_loosened'
  | 'value_removed'
  | 'value_added'
  | 'text_changed'
  | 'image_changed'
  | 'tags_changed'
  | 'tool_replaced'
  | 'version_not_raised';

/** One difference between two versions of a tool. */
export interface SignatureChange {
  subject: 'tool' | 'input' | 'output';
  /** Id of the parameter; its name where it has no id. */
  parameter?: string;
  kind: ChangeKind;
  effect: ChangeEffect;
  /** The change in a sentence that names the parameter. */
  message: string;
  /** Rule of the comparison that it breaks, the same as for APIs. */
  rule?: DiffRuleId;
}

/** Makes the changes of one parameter. */
export type ChangeMaker = (kind: ChangeKind, verdict: Verdict, message: string) => SignatureChange;

/** Fixes what a series of changes is about. The draft permits additions alone, so what else is compatible is widened. */
export function createChangeMaker(subject: Direction, parameter: string): ChangeMaker {
  return (kind, { effect, ...verdict }, message) => {
    const widens = effect === 'compatible' && kind !== 'added';
    return { subject, parameter, kind, effect: widens ? 'widened' : effect, message, ...verdict };
  };
}
