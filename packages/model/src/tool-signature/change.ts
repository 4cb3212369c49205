/** The effect of a change between two tool versions on callers (§5.4, §6.1). */
import type { CallerEffect, DiffRuleId, Direction, Verdict } from '../change/verdict.js';

/**
 * `compatible`: an optional input or an output was added. `description`: only texts changed. `meaning`: a text is now
 * about another subject. `widened`: as harmless to callers as `compatible`, but not an addition that the draft permits.
 * `breaking`: a caller of the old version may fail.
 */
export type ChangeEffect = CallerEffect | 'widened';

/** Kinds of change; stable identifiers. */
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

/** One difference between two tool versions. */
export interface SignatureChange {
  subject: 'tool' | 'input' | 'output';
  /** Id of the parameter; its name when it has no id. */
  parameter?: string;
  kind: ChangeKind;
  effect: ChangeEffect;
  /** The change in one sentence that names the parameter. */
  message: string;
  /** The violated comparison rule, the same as for APIs. */
  rule?: DiffRuleId;
}

/** Creates the changes of one parameter. */
export type ChangeMaker = (kind: ChangeKind, verdict: Verdict, message: string) => SignatureChange;

/**
 * Binds a series of changes to a parameter. The draft permits only additions, so all other compatible changes are
 * widened.
 */
export function createChangeMaker(subject: Direction, parameter: string): ChangeMaker {
  return (kind, { effect, ...verdict }, message) => {
    const widens = effect === 'compatible' && kind !== 'added';
    return { subject, parameter, kind, effect: widens ? 'widened' : effect, message, ...verdict };
  };
}
