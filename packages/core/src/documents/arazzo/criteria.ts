/** Evaluates criteria on the result of a step. Patterns run on the linear engine, like all untrusted patterns. */

import { createPatternBudget, evaluatePattern, schemaLimits } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { isMet, parseCondition } from './condition.js';
import type { Scope } from './expression.js';
import { expressionValue } from './expression.js';
import { finds, parseJsonPath } from './json-path.js';
import type { Criterion } from './workflow.js';

/** True when the criterion is met; a criterion that cannot be evaluated is not met. */
export function meets({ type, condition, context }: Criterion, scope: Scope): boolean {
  if (type === 'simple') return isMet(parseCondition(condition), { scope });
  const value = context === undefined ? undefined : expressionValue(context, scope);
  if (value === undefined) return false;
  return type === 'jsonpath' ? finds(parseJsonPath(condition), value, scope) : matches(condition, value);
}

function matches(pattern: string, value: JsonValue): boolean {
  const result = evaluatePattern(pattern, createPatternBudget(schemaLimits.patternSteps));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return result?.verdict === 'linear' && result.pattern.test(text);
}

/** True when every criterion is met. */
export function meetsAll(criteria: readonly Criterion[], scope: Scope): boolean {
  return criteria.every((criterion) => meets(criterion, scope));
}
