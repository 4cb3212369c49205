/** Compares the inputs that a step sets with those that its operation accepts. */
import type { Diagnostic } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { WorkflowCall } from './workflow.js';

/** Inputs that are missing or unknown; the pointer is that of the step. */
export function checkCallInputs(call: WorkflowCall, inputs: unknown, pointer: string): Diagnostic[] {
  const { operation } = call;
  const report = (code: string, message: string): Diagnostic => ({
    code,
    severity: 'error',
    message,
    help: 'Look at the inputs of the operation, and set or remove the value.',
    location: { pointer },
  });
  return [
    ...missingInputs(call, inputs).map((name) =>
      report('sculpt/missing-input', `"${operation}" needs the input "${name}", which the step does not set`),
    ),
    ...unknownInputs(call, inputs).map((name) =>
      report('sculpt/unknown-input', `"${operation}" has no input "${name.slice(0, 80)}"`),
    ),
  ];
}

function missingInputs(call: WorkflowCall, inputs: unknown): string[] {
  if (!isJsonObject(inputs) || !Array.isArray(inputs.required)) return [];
  // The value of a payload that is an expression is known only at run time.
  if (call.payload !== undefined && !isJsonObject(call.payload)) return [];
  const given = givenInputs(call);
  return inputs.required.filter((name): name is string => typeof name === 'string' && !given.has(name));
}

/** Inputs that a step sets and the operation rejects; none if the schema allows additional properties. */
function unknownInputs(call: WorkflowCall, inputs: unknown): string[] {
  if (!isJsonObject(inputs) || inputs.additionalProperties !== false || !isJsonObject(inputs.properties)) return [];
  const known = new Set(Object.keys(inputs.properties));
  return [...givenInputs(call)].filter((name) => name !== '' && !known.has(name));
}

function givenInputs({ parameters, payload, replacements }: WorkflowCall): Set<string> {
  return new Set([
    ...parameters.map(({ name }) => name),
    ...(isJsonObject(payload) ? Object.keys(payload) : []),
    ...replacements.map(({ target }) => target.split('/')[1] ?? ''),
  ]);
}
