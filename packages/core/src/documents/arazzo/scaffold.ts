/** Creates a first draft of a workflow over chosen operations: outputs are passed to later steps with equal names. */
import { stringifyYaml } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { toSlug, toSnakeCase } from '../identifier.js';
import { arazzoLimits } from './workflow.js';

/** An operation for the workflow. */
export interface ScaffoldOperation {
  agent: string;
  operation: string;
  description?: string;
  /** Declared statuses of a success, when they are not 200 alone; empty: any 2xx. */
  successStatuses?: readonly number[];
  input: unknown;
  output: unknown;
}

/** Names of the document. */
export interface ScaffoldOptions {
  title: string;
  workflowId: string;
}

interface Draft {
  /** Inputs of the workflow with their schemas. */
  inputs: Map<string, JsonValue>;
  required: Set<string>;
  /** Expression for each output of an earlier step, by name; the latest wins. */
  known: Map<string, string>;
  steps: JsonObject[];
}

/** Creates the document; it passes the check, and its author should reduce it to what a person would say. */
export function scaffoldArazzo(operations: readonly ScaffoldOperation[], options: ScaffoldOptions): JsonObject {
  const agents = [...new Set(operations.map(({ agent }) => agent))];
  const sources = nameSources(agents);
  const draft: Draft = { inputs: new Map(), required: new Set(), known: new Map(), steps: [] };
  let last: string[] = [];
  for (const operation of operations) last = addStep(draft, operation, sources.get(operation.agent) ?? '');
  const named = last.length === 0 ? [...draft.known.keys()] : last;
  return {
    arazzo: '1.0.1',
    info: { title: options.title, summary: options.title, version: '1.0.0' },
    'x-agent': { id: toSlug(options.title, 'tool'), capabilities: [] },
    sourceDescriptions: agents.map((agent) => ({
      name: sources.get(agent) ?? '',
      url: `/agents/${encodeURIComponent(agent)}`,
      type: 'openapi',
    })),
    workflows: [
      {
        workflowId: options.workflowId,
        summary: options.title,
        description: describe(operations),
        inputs: {
          type: 'object',
          properties: Object.fromEntries(draft.inputs),
          required: [...draft.required],
          additionalProperties: false,
        },
        steps: draft.steps,
        outputs: Object.fromEntries(named.flatMap((name) => expressionFor(draft, name))),
      },
    ],
  };
}

/** The document as YAML, for further editing. */
export function writeYaml(document: JsonObject): string {
  return stringifyYaml(document, { lineWidth: 120 });
}

function expressionFor({ known }: Draft, name: string): [string, string][] {
  const expression = known.get(name);
  return expression === undefined ? [] : [[name, expression]];
}

/** A name for each service that expressions can refer to. */
export function nameSources(agents: readonly string[]): Map<string, string> {
  return new Map(agents.map((agent, at) => [agent, sourceName(agents, agent, at)]));
}

function sourceName(agents: readonly string[], agent: string, at: number): string {
  const name = toSnakeCase(agent, 'source');
  const twin = agents.findIndex((other) => toSnakeCase(other, 'source') === name);
  return twin === at ? name : `${name}_${at + 1}`;
}

function describe(operations: readonly ScaffoldOperation[]): string {
  const texts = operations.map(({ description, operation }) => description ?? operation);
  return texts.join(' Then: ').slice(0, 1_000);
}

/** Adds a step; returns the names of its outputs. */
function addStep(
  draft: Draft,
  { operation, description, successStatuses, input, output }: ScaffoldOperation,
  source: string,
) {
  const stepId = freeName(toSnakeCase(operation, 'step'), draft.steps);
  const parameters = listProperties(input).flatMap(({ name, schema, required }) => {
    const earlier = draft.known.get(name);
    if (earlier !== undefined) return [{ name, value: earlier }];
    if (!required || !isAddressable(name)) return [];
    draft.inputs.set(name, schema);
    draft.required.add(name);
    return [{ name, value: `$inputs.${name}` }];
  });
  const names = listProperties(output)
    .map(({ name }) => name)
    .filter(isAddressable)
    .slice(0, arazzoLimits.list);
  draft.steps.push({
    stepId,
    ...(description === undefined ? {} : { description }),
    operationId: `$sourceDescriptions.${source}.${operation}`,
    ...(parameters.length === 0 ? {} : { parameters }),
    successCriteria: [{ condition: successCondition(successStatuses) }],
    ...(names.length === 0
      ? {}
      : { outputs: Object.fromEntries(names.map((name) => [name, `$response.body#/${name}`])) }),
  });
  for (const name of names) draft.known.set(name, `$steps.${stepId}.outputs.${name}`);
  return names;
}

/** The declared statuses of a success; any 2xx when none is declared. */
function successCondition(statuses: readonly number[] = [200]): string {
  if (statuses.length === 0) return '$statusCode >= 200 && $statusCode < 300';
  return statuses.map((status) => `$statusCode == ${status}`).join(' || ');
}

function freeName(wanted: string, steps: readonly JsonObject[]): string {
  let name = wanted;
  for (let count = 2; steps.some(({ stepId }) => stepId === name); count += 1) name = `${wanted}_${count}`;
  return name;
}

function isAddressable(name: string): boolean {
  return /^[A-Za-z0-9_-]{1,100}$/.test(name);
}

function listProperties(schema: unknown): { name: string; schema: JsonValue; required: boolean }[] {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return [];
  const { required } = schema;
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    schema: property,
    required: Array.isArray(required) && required.includes(name),
  }));
}
