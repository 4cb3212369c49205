/** Which program a report comes from: the linter unless another one is said. */
import { collisionRule } from '../collisions.js';
import type { Rule } from '../rule.js';
import { rules } from '../rules/index.js';

/** What a format tells of a rule. */
export type RuleText = Pick<Rule, 'id' | 'requirement' | 'severity' | 'why' | 'help'>;

/** The program that a report comes from. */
export interface Program {
  version: string;
  /** `dragoman lint` unless given. */
  name?: string;
  /** What its findings refer to; the linter's rules unless given. */
  rules?: readonly RuleText[];
}

/** The program with what is not said filled in. */
export function describeProgram(program: Program): Required<Program> {
  return { name: 'dragoman lint', rules: [...rules, collisionRule], ...program };
}
