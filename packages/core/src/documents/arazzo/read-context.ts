/** The context of each part of an Arazzo document: sources, workflows, components, and the other steps. */

import { buildPointer } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Expression } from './expression.js';
import { listExpressions, parseExpression } from './expression.js';
import type { Place } from './place.js';
import { memberOf } from './place.js';

/** The context of the workflows. */
export interface DocumentContext {
  /** Service by source name. */
  sources: ReadonlyMap<string, string>;
  /** Ids of the workflows. */
  workflows: ReadonlySet<string>;
  /** The `components` member, unread. */
  components: Place | undefined;
}

/** The context inside one workflow. */
export interface WorkflowContext extends DocumentContext {
  /** Names of the inputs; undefined when the schema allows others. */
  inputs: ReadonlySet<string> | undefined;
  /** Output names by step, in the order of the steps. */
  steps: ReadonlyMap<string, ReadonlySet<string>>;
  /** Index of the current step; absent outside steps. */
  step?: number;
}

const referenceForm = /^\$components\.(parameters|successActions|failureActions|inputs)\.([A-Za-z0-9_.-]+)$/;

/** The object that a reusable object references, or the object itself; undefined when the reference is dangling. */
export function resolveReusable(place: Place, kind: string, { components }: DocumentContext): Place | undefined {
  const reference = memberOf(place.object, 'reference');
  if (reference === undefined) return place;
  const [, of, name = ''] = (typeof reference === 'string' ? referenceForm.exec(reference) : null) ?? [];
  const list = of === kind && components !== undefined ? memberOf(components.object, kind) : undefined;
  const found = isJsonObject(list) ? memberOf(list, name) : undefined;
  if (!isJsonObject(found)) {
    const parameters = { what: 'the component', name: String(reference).slice(0, 80) };
    place.findings.report('arazzo/unknown-reference', `${place.pointer}/reference`, parameters);
    return undefined;
  }
  const value = memberOf(place.object, 'value');
  return { ...place, object: value === undefined ? found : { ...found, value } };
}

/** Reports every expression in a value that cannot have a value. */
export function checkExpressions(value: JsonValue, place: Place, name: string, context: WorkflowContext): void {
  for (const { text, at } of listExpressions(value)) {
    const pointer = `${place.pointer}${buildPointer([name, ...at])}`;
    const expression = parseExpression(text);
    if (expression === undefined) place.findings.report('arazzo/expression', pointer, { text: text.slice(0, 80) });
    else checkExpression(expression, pointer, place, context);
  }
}

/** Reports an expression that refers to something that the workflow does not have. */
export function checkExpression(expression: Expression, pointer: string, place: Place, context: WorkflowContext): void {
  if (expression.from === 'inputs') {
    const [name] = expression.path;
    if (name === undefined || context.inputs === undefined || context.inputs.has(name)) return;
    place.findings.report('arazzo/unknown-input', pointer, { name });
  }
  if (expression.from !== 'steps') return;
  const { step, name } = expression;
  const outputs = context.steps.get(step);
  if (outputs === undefined) {
    place.findings.report('arazzo/unknown-reference', pointer, { what: 'step', name: step });
  } else if (!outputs.has(name)) {
    place.findings.report('arazzo/unknown-output', pointer, { step, name });
  } else if (context.step !== undefined && [...context.steps.keys()].indexOf(step) >= context.step) {
    place.findings.report('arazzo/later-step', pointer, { step });
  }
}
