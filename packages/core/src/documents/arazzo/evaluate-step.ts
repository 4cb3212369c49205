/** What the response to a step means: whether it succeeded, its outputs, and the action that follows. */
import type { JsonObject } from '@dragoman/model';
import { meetsAll } from './criteria.js';
import type { Scope } from './expression.js';
import { expressionValue } from './expression.js';
import type { StepAction, WorkflowStep } from './workflow.js';

/** An evaluated step. */
export interface EvaluatedStep {
  good: boolean;
  /** The scope with the outputs of the step. */
  scope: Scope & { outputs: JsonObject };
}

/** Evaluates a step whose response is in the scope. Without criteria, a status from 200 to 299 is success. */
export function evaluateStep({ outputs, successCriteria }: WorkflowStep, answered: Scope): EvaluatedStep {
  const scope = { ...answered, outputs: evaluateOutputs(outputs, answered) };
  const status = answered.response?.status ?? 0;
  const good = successCriteria.length === 0 ? status >= 200 && status < 300 : meetsAll(successCriteria, scope);
  return { good, scope };
}

/** The values of outputs; those without a value are left out. */
export function evaluateOutputs(outputs: Readonly<Record<string, string>>, scope: Scope): JsonObject {
  return Object.fromEntries(
    Object.entries(outputs).flatMap(([name, expression]) => {
      const value = expressionValue(expression, scope);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The first action whose criteria are met; a retry only while `mayRetry` allows it. */
export function chooseAction(
  actions: readonly StepAction[],
  scope: Scope,
  mayRetry: (action: StepAction) => boolean = () => false,
): StepAction | undefined {
  return actions.find((action) => meetsAll(action.criteria, scope) && (action.type !== 'retry' || mayRetry(action)));
}
