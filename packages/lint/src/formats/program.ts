/** The program that a report comes from: the linter unless specified. */
import { collisionRule } from '../linting/collisions.js';
import type { Rule } from '../rule-model/rule.js';
import { rules } from '../rules/index.js';

/** The rule metadata that a format writes. */
export type RuleText = Pick<Rule, 'id' | 'requirement' | 'severity' | 'why' | 'help'>;

/** The program that a report comes from. */
export interface Program {
  version: string;
  /** Defaults to `dragoman lint`. */
  name?: string;
  /** The rules that its findings refer to; defaults to the linter's rules. */
  rules?: readonly RuleText[];
}

/** The program with defaults applied. */
export function describeProgram(program: Program): Required<Program> {
  return { name: 'dragoman lint', rules: [...rules, collisionRule], ...program };
}
