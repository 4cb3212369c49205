/**
 * Entry → Arazzo document, for an editor or a file. References, and defaults of a workflow for its steps, are written out at each step;
 * comments and the names of sources are not stored, so sources are named after their services.
 */
import type { Entry, JsonObject, JsonSchema, JsonValue, Operation } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { nameSources } from '../../documents/arazzo/scaffold.js';
import type { Criterion, StepAction, Workflow, WorkflowCall, WorkflowStep } from '../../documents/arazzo/workflow.js';

/** The document; undefined when the entry has no workflows. */
export function writeArazzo(entry: Entry): JsonObject | undefined {
  const workflows = entry.operations.flatMap((operation) => {
    const { binding } = operation;
    return binding.kind === 'workflow' ? [{ operation, workflow: binding.workflow as unknown as Workflow }] : [];
  });
  if (workflows.length === 0) return undefined;
  const calls = workflows.flatMap(({ workflow }) =>
    workflow.steps.flatMap(({ call, compensate }) => [call, compensate]),
  );
  const sources = nameSources([...new Set(calls.flatMap((call) => call?.agent ?? []))]);
  const { id, name, description, version, capabilities, tags, visibility, grants } = entry;
  return {
    arazzo: '1.0.1',
    info: { title: name, ...(description === name ? {} : { description }), version: version ?? '1.0.0' },
    'x-agent': { id, capabilities, tags, visibility, ...(grants === undefined ? {} : { grants }) },
    sourceDescriptions: [...sources].map(([agent, source]) => ({
      name: source,
      url: `/agents/${encodeURIComponent(agent)}`,
      type: 'openapi',
    })),
    workflows: workflows.map(({ operation, workflow }) => writeWorkflow(operation, workflow, sources)),
  };
}

type Sources = ReadonlyMap<string, string>;

function writeWorkflow(
  { summary, description, input, output }: Operation,
  workflow: Workflow,
  sources: Sources,
): JsonObject {
  const { workflowId, steps, outputs } = workflow;
  return {
    workflowId,
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    inputs: input as JsonValue,
    steps: steps.map((step) => writeStep(step, sources)),
    ...member('outputs', outputs),
    ...(isDefault(output) ? {} : { 'x-output-schema': output as JsonValue }),
  };
}

/** True for the schema that the reader makes of the names of outputs alone. */
function isDefault(schema: JsonSchema): boolean {
  if (typeof schema === 'boolean') return true;
  const { type, properties, ...rest } = schema;
  const isBare = isJsonObject(properties) && Object.values(properties).every((each) => each === true);
  return type === 'object' && isBare && Object.keys(rest).length === 0;
}

function writeStep(step: WorkflowStep, sources: Sources): JsonObject {
  const { stepId, description, call, successCriteria, onSuccess, onFailure, outputs, compensate } = step;
  return {
    stepId,
    ...(description === undefined ? {} : { description }),
    ...writeCall(call, sources),
    ...member('successCriteria', successCriteria.map(writeCriterion)),
    ...member('onSuccess', onSuccess.map(writeAction)),
    ...member('onFailure', onFailure.map(writeAction)),
    ...member('outputs', outputs),
    ...(compensate === undefined ? {} : { 'x-compensate': writeCall(compensate, sources) }),
  };
}

function writeCall(
  { agent, operation, parameters, payload, replacements }: WorkflowCall,
  sources: Sources,
): JsonObject {
  const target =
    agent === undefined
      ? { workflowId: operation }
      : { operationId: `$sourceDescriptions.${sources.get(agent) ?? ''}.${operation}` };
  const body = { ...(payload === undefined ? {} : { payload }), ...member('replacements', replacements) };
  return {
    ...target,
    ...member(
      'parameters',
      parameters.map(({ name, value }) => ({ name, value })),
    ),
    ...(Object.keys(body).length === 0 ? {} : { requestBody: { contentType: 'application/json', ...body } }),
  };
}

function writeCriterion({ type, condition, context }: Criterion): JsonObject {
  return {
    ...(type === 'simple' ? {} : { type }),
    ...(context === undefined ? {} : { context }),
    condition,
  };
}

function writeAction({ criteria, ...action }: StepAction): JsonObject {
  return { ...action, ...member('criteria', criteria.map(writeCriterion)) };
}

/** The member, unless it is empty. */
function member(name: string, value: JsonValue): JsonObject {
  return Object.keys(value as object).length === 0 ? {} : { [name]: value };
}
