/** Converts an operation's output schema to the outputs of a tool: its top-level members, structured ones as JSON. */

import { resolveSchema, soleType } from '@dragoman/documents';
import type { JsonObject, JsonSchema, JsonValue, ToolArgument, ToolOutput } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { describePart } from './schema-parts.js';

/** One output and its member of the response; without a member, the whole response. */
export interface PlannedOutput {
  output: ToolOutput;
  member?: string;
}

const maxOutputs = 256;
const whole = 'result';

/** Creates the outputs of a tool; there is always at least one. */
export function projectOutputs(root: JsonSchema): PlannedOutput[] {
  const schema = resolveSchema(root, root) ?? {};
  const properties = isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
  const named = properties.every(([member]) => member.trim() !== '');
  if (properties.length === 0 || properties.length > maxOutputs || !named) return [wholeOutput(schema)];
  return properties.map(([member, part]) => {
    const resolved = resolveSchema(root, part) ?? {};
    return { output: { id: member, name: member, ...describeOutput(resolved, member) }, member };
  });
}

/** The result of a call from the response body; missing values are null. */
export function readOutputs(plan: readonly PlannedOutput[], body: JsonValue | undefined): ToolArgument[] {
  return plan.map(({ output: { name }, member }) => ({ name, value: pickValue(body, member) }));
}

function pickValue(body: JsonValue | undefined, member: string | undefined): JsonValue {
  if (member === undefined) return body ?? null;
  return isJsonObject(body) && Object.hasOwn(body, member) ? (body[member] ?? null) : null;
}

function wholeOutput(schema: JsonObject): PlannedOutput {
  const described = describeOutput(schema, whole);
  return { output: { id: whole, name: whole, ...described } };
}

function describeOutput(schema: JsonObject, name: string): Pick<ToolOutput, 'description' | 'type'> {
  return { description: describePart(schema, name), type: typeOf(schema) };
}

function typeOf(schema: JsonObject): NonNullable<ToolOutput['type']> {
  switch (soleType(schema)) {
    case 'string':
      return 'string';
    case 'integer':
      return 'int';
    case 'boolean':
      return 'boolean';
    default:
      return 'json';
  }
}
