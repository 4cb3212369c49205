/** Whether what a step brought meets a criterion. Patterns run on the linear engine, like all patterns of strangers. */

import { createPatternBudget, evaluatePattern, schemaLimits } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { holds, parseCondition } from './condition.js';
import type { Scope } from './expression.js';
import { expressionValue } from './expression.js';
import { finds, parseJsonPath } from './json-path.js';
import type { Criterion } from './workflow.js';

/** True when the criterion is met; one that cannot be evaluated is not. */
export function meets({ type, condition, context }: Criterion, scope: Scope): boolean {
  if (type === 'simple') return holds(parseCondition(condition), { scope });
  const value = context === undefined ? undefined : expressionValue(context, scope);
  if (value === undefined) return false;
  return type === 'jsonpath' ? finds(parseJsonPath(condition), value, scope) : matches(condition, value);
}

function matches(pattern: string, value: JsonValue): boolean {
  const judged = evaluatePattern(pattern, createPatternBudget(schemaLimits.patternSteps));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return judged?.verdict === 'linear' && judged.pattern.test(text);
}

/** True when every criterion is met. */
export function meetsAll(criteria: readonly Criterion[], scope: Scope): boolean {
  return criteria.every((criterion) => meets(criterion, scope));
}
