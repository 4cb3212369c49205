/**
 * A chosen tool prepared for one session: what the model sees, its complete input or the inputs of its signature, and
 * the reader that validates a call and maps it to the wire.
 */
import type { JsonValue, ToolInput, ToolSignature } from '@dragoman/model';
import {
  checkInputs,
  isLegalName,
  isRequired,
  maximumOf,
  nameParameters,
  nameTools,
  parameterType,
} from '@dragoman/model';
import { clientError } from '../dragoman-error.js';
import type { ReadInputs } from './complete-input.js';
import { bindCompleteInput } from './complete-input.js';
import type { ToolIdentity } from './executor-event.js';
import type { ChosenTool } from './executor-options.js';
import type { ShownProperty, ShownSchema, ShownTool } from './shapes/model-shape.js';
import type { ToolRoot } from './tool-root.js';

/** A chosen tool with its signature. */
export interface ResolvedTool {
  chosen: ChosenTool;
  root: ToolRoot;
  signature: ToolSignature;
}

/** A tool that is ready to be shown and called. */
export interface BoundTool extends ResolvedTool {
  identity: ToolIdentity;
  shown: ShownTool;
  /** The inputs to send for those that the model gave; with faults, nothing may be sent. */
  read(given: Readonly<Record<string, unknown>>): ReadInputs;
}

/** Assigns names to all tools; `reserved` names are already in use. */
export function bindTools(tools: readonly ResolvedTool[], reserved: readonly string[]): BoundTool[] {
  refuseAliases([...reserved, ...tools.flatMap(({ chosen }) => chosen.alias ?? [])]);
  const names = nameTools(
    tools.map(({ chosen, root, signature }) => ({
      name: signature.name,
      label: root.label,
      identity: `${root.address} ${signature.toolId}`,
      ...(chosen.alias === undefined ? {} : { alias: chosen.alias }),
    })),
    reserved,
  );
  return tools.map((tool, at) => bind(tool, names[at] ?? ''));
}

/** Given names must be valid and unique, or calls would reach the wrong tool. */
function refuseAliases(names: readonly string[]): void {
  const folded = names.map((name) => name.toLowerCase());
  const bad = names.find((name, at) => !isLegalName(name) || folded.indexOf(name.toLowerCase()) < at);
  if (bad === undefined) return;
  throw clientError('INVALID_ARGUMENT', {
    message: `The name ${bad.slice(0, 255)} is a duplicate, is longer than 64 characters, or contains characters other than A-Z a-z 0-9 _ -.`,
  });
}

function bind(tool: ResolvedTool, alias: string): BoundTool {
  const { chosen, root, signature } = tool;
  const description = chosen.description ?? signature.description;
  const complete =
    chosen.input === undefined ? undefined : bindCompleteInput(chosen.input, signature, chosen.inputDescriptions);
  const { schema, read } = complete ?? bindSignature(chosen, signature, alias);
  return {
    ...tool,
    identity: {
      alias,
      name: signature.name,
      source: root.label,
      toolId: signature.toolId,
      version: signature.version,
    },
    shown: { name: alias, description, schema },
    read,
  };
}

/** Corrections use the names that the model sees. */
function bindSignature(chosen: ChosenTool, signature: ToolSignature, alias: string) {
  const inputs = signature.input_parameters;
  const names = nameParameters(inputs.map(({ name }) => name));
  const renamed = inputs.map((input, at) => ({ ...input, name: names[at] ?? '', ...ownWords(chosen, input) }));
  const checked = { ...signature, name: alias, input_parameters: renamed };
  const wireNames = new Map(inputs.map(({ name }, at) => [names[at] ?? '', name]));
  return {
    schema: schemaOf(renamed),
    read(values: Readonly<Record<string, unknown>>): ReadInputs {
      const given = Object.entries(values).map(([name, value]) => ({ name, value: (value ?? null) as JsonValue }));
      const faults = checkInputs(checked, given);
      // Models send null for an optional input that they omit (nact.md GAP-24).
      const sent = given.filter(({ value }) => value !== null);
      return { inputs: sent.map(({ name, value }) => ({ name: wireNames.get(name) ?? name, value })), faults };
    },
  };
}

function ownWords({ inputDescriptions = {} }: ChosenTool, { name }: ToolInput): { description?: string } {
  const description = Object.hasOwn(inputDescriptions, name) ? inputDescriptions[name] : undefined;
  return description === undefined ? {} : { description };
}

function schemaOf(inputs: readonly ToolInput[]): ShownSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(inputs.map((input) => [input.name, propertyOf(input)])),
    required: inputs.filter(isRequired).map(({ name }) => name),
    additionalProperties: false,
  };
}

function propertyOf(input: ToolInput): ShownProperty {
  const { description } = input;
  switch (parameterType(input)) {
    case 'int':
      return {
        type: 'integer',
        description,
        maximum: maximumOf(input),
        ...(input.min === undefined ? {} : { minimum: input.min }),
      };
    case 'boolean':
      return { type: 'boolean', description };
    case 'enum': {
      const values = input['allowed-values'] ?? [];
      const meanings = values.map((value) => `${value.name}: ${value.description}`).join('\n');
      return { type: 'string', description: `${description}\n${meanings}`, enum: values.map(({ name }) => name) };
    }
    case 'string':
      return {
        type: 'string',
        description,
        ...(input.maxLength === undefined ? {} : { maxLength: input.maxLength }),
      };
  }
}
