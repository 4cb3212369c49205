/** Reads criteria: conditions on the result of a step, checked as far as possible before anything runs. */

import { evaluatePattern, schemaLimits } from '@dragoman/documents';
import { isJsonObject } from '@dragoman/model';
import { ConditionError, expressionsIn, parseCondition } from './condition.js';
import { parseJsonPath } from './json-path.js';
import type { Place } from './place.js';
import { below, memberOf, readObjects, readText } from './place.js';
import type { WorkflowContext } from './read-context.js';
import { checkExpression, checkExpressions } from './read-context.js';
import type { Criterion } from './workflow.js';
import { arazzoLimits } from './workflow.js';

/** The criteria of a list member. */
export function readCriteria(place: Place, name: string, context: WorkflowContext): Criterion[] {
  return readObjects(place, name).flatMap((criterion) => readCriterion(criterion, context) ?? []);
}

function readCriterion(place: Place, context: WorkflowContext): Criterion | undefined {
  const type = readType(place);
  const condition = readText(place, 'condition', { required: true, limit: arazzoLimits.condition });
  const about = readText(place, 'context', { required: type !== 'simple', limit: arazzoLimits.condition });
  if (about !== undefined) checkContext(about, place, context);
  if (type === undefined || condition === undefined) return undefined;
  const problem = findProblem(type, condition, place, context);
  if (problem !== undefined) place.findings.report('arazzo/condition', below(place, 'condition'), { problem });
  return { type, condition, ...(about === undefined ? {} : { context: about }) };
}

function checkContext(about: string, place: Place, context: WorkflowContext): void {
  if (about.startsWith('$')) checkExpressions(about, place, 'context', context);
  else place.findings.report('arazzo/expression', below(place, 'context'), { text: about.slice(0, 80) });
}

function readType(place: Place): Criterion['type'] | undefined {
  const given = memberOf(place.object, 'type') ?? 'simple';
  const type = isJsonObject(given) ? memberOf(given, 'type') : given;
  if (type === 'simple' || type === 'regex' || type === 'jsonpath') return type;
  const what = `a criterion of type "${String(type).slice(0, 40)}"`;
  place.findings.report('arazzo/unsupported', below(place, 'type'), {
    what,
    instead: 'Use "simple", "regex" or "jsonpath".',
  });
  return undefined;
}

function findProblem(
  type: Criterion['type'],
  condition: string,
  place: Place,
  context: WorkflowContext,
): string | undefined {
  if (type === 'regex') return checkRegex(condition, place);
  try {
    if (type === 'jsonpath') parseJsonPath(condition);
    else {
      const pointer = below(place, 'condition');
      for (const each of expressionsIn(parseCondition(condition))) checkExpression(each, pointer, place, context);
    }
    return undefined;
  } catch (error) {
    if (error instanceof ConditionError) return error.message;
    throw error;
  }
}

function checkRegex(pattern: string, { findings }: Place): string | undefined {
  if (pattern.length > schemaLimits.pattern) return 'the pattern is too long';
  const result = evaluatePattern(pattern, findings.patterns);
  return result?.verdict === 'linear' ? undefined : 'not a pattern that runs in linear time';
}
