/** Reads one workflow: its inputs, its steps in order and its outputs. */

import { buildPointer, checkSchema } from '@dragoman/documents';
import type { JsonSchema, JsonValue } from '@dragoman/model';
import { hasErrors, isJsonObject } from '@dragoman/model';
import type { Place } from './place.js';
import { below, memberOf, readName, readObjects, readText, refuseMember } from './place.js';
import { looksProgrammatic } from './programmatic-name.js';
import { readParameters } from './read-call.js';
import type { DocumentContext, WorkflowContext } from './read-context.js';
import { resolveReusable } from './read-context.js';
import { readActions, readOutputs, readStep } from './read-step.js';
import { hasSeveralPurposes, switchesJobs } from './tool-focus.js';
import type { DescribedWorkflow, WorkflowStep } from './workflow.js';
import { arazzoLimits } from './workflow.js';

/** The workflow with that id; its problems are reported. */
export function readWorkflow(place: Place, workflowId: string, document: DocumentContext): DescribedWorkflow {
  const summary = readText(place, 'summary');
  const description = readText(place, 'description');
  if ((summary ?? description ?? '').trim() === '') place.findings.report('arazzo/undescribed', place.pointer);
  if (summary !== undefined && hasSeveralPurposes(summary))
    place.findings.report('arazzo/wide-purpose', below(place, 'summary'));
  refuseMember(place, 'dependsOn', 'Call the other workflow as a step.');
  const input = readInputs(place, document);
  const context = { ...document, inputs: namesOf(input), steps: listSteps(place) };
  const steps = readSteps(place, context);
  const outputs = readOutputs(place, context);
  if (Object.keys(outputs).length === 0) place.findings.report('arazzo/no-outputs', below(place, 'outputs'));
  noteProgrammatic(place, ['outputs'], Object.keys(outputs), 'arazzo/programmatic-output');
  return {
    workflow: { workflowId, steps, outputs },
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    input,
    output: readOutputSchema(place, Object.keys(outputs)),
  };
}

function noteProgrammatic(
  place: Place,
  members: readonly string[],
  names: readonly string[],
  code: 'arazzo/programmatic-input' | 'arazzo/programmatic-output',
): void {
  for (const name of names) {
    if (looksProgrammatic(name)) place.findings.report(code, `${place.pointer}${buildPointer([...members, name])}`);
  }
}

/** Without a schema, a workflow has no inputs. */
function readInputs(place: Place, document: DocumentContext): JsonSchema {
  const given = memberOf(place.object, 'inputs');
  if (given === undefined) return { type: 'object', properties: {}, additionalProperties: false };
  const holder = isJsonObject(given) ? resolveReusable({ ...place, object: given }, 'inputs', document) : undefined;
  const schema = readSchema(place, 'inputs', holder?.object ?? given) ?? true;
  const names = namesOf(schema);
  if (names !== undefined) noteProgrammatic(place, ['inputs', 'properties'], [...names], 'arazzo/programmatic-input');
  for (const name of switchesJobs(schema)) {
    place.findings.report('arazzo/several-jobs', `${place.pointer}${buildPointer(['inputs', 'properties', name])}`);
  }
  return schema;
}

function readSchema(place: Place, name: string, value: JsonValue): JsonSchema | undefined {
  const found = checkSchema(value, below(place, name), place.findings.patterns);
  place.findings.add(found);
  if (hasErrors(found) || (typeof value !== 'boolean' && !isJsonObject(value))) return undefined;
  return value;
}

function namesOf(schema: JsonSchema): ReadonlySet<string> | undefined {
  if (typeof schema === 'boolean') return undefined;
  const { properties } = schema;
  return isJsonObject(properties) ? new Set(Object.keys(properties)) : undefined;
}

/** Arazzo does not type outputs; the extension `x-output-schema` does. */
function readOutputSchema(place: Place, names: readonly string[]): JsonSchema {
  const given = memberOf(place.object, 'x-output-schema');
  const schema = given === undefined ? undefined : readSchema(place, 'x-output-schema', given);
  return schema ?? { type: 'object', properties: Object.fromEntries(names.map((name) => [name, true])) };
}

/** Steps and the names of their outputs, collected first because an expression may refer to any of them. */
function listSteps(place: Place): Map<string, ReadonlySet<string>> {
  const steps = memberOf(place.object, 'steps');
  const known = new Map<string, ReadonlySet<string>>();
  for (const step of Array.isArray(steps) ? steps.slice(0, arazzoLimits.steps) : []) {
    if (!isJsonObject(step) || typeof step.stepId !== 'string') continue;
    const outputs = memberOf(step, 'outputs');
    known.set(step.stepId, new Set(isJsonObject(outputs) ? Object.keys(outputs) : []));
  }
  return known;
}

function readSteps(place: Place, context: WorkflowContext): WorkflowStep[] {
  const parameters = readParameters(place, context);
  const onSuccess = readActions(place, 'successActions', context);
  const onFailure = readActions(place, 'failureActions', context);
  const seen = new Set<string>();
  return readObjects(place, 'steps', { required: true, limit: arazzoLimits.steps }).flatMap((item, index) => {
    const stepId = readName(item, 'stepId');
    if (stepId !== undefined && seen.has(stepId)) {
      item.findings.report('arazzo/duplicate', below(item, 'stepId'), { name: stepId });
    }
    seen.add(stepId ?? '');
    const step = readStep(item, stepId ?? '', { ...context, step: index }, { parameters, onSuccess, onFailure });
    return step ?? [];
  });
}
