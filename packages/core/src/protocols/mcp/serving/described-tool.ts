/** A tool as `describe_tool` returns it: its inputs whole, its outputs in outline unless they are requested whole. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject, outlineSchema, schemaPart } from '@dragoman/model';
import { containsInstructions } from '../../../gateway/contains-instructions.js';
import type { McpTool } from './root.js';

/** Which outputs are described, and how. */
export interface OutputRequest {
  outputs: 'outline' | 'whole';
  /** Member names that lead to a part of the output; items of lists are entered without a name. */
  path: readonly string[];
}

/** The usual description. */
export const usualOutputs: OutputRequest = Object.freeze({ outputs: 'outline', path: [] });

/** The definition with the requested outputs. */
export function describeDefinition({ whole, listed }: McpTool, request: OutputRequest = usualOutputs): JsonObject {
  const { outputSchema, ...definition } = whole ?? listed;
  if (!isJsonObject(outputSchema)) return definition;
  const part = partAt(outputSchema, request.path);
  return { ...definition, ...(request.outputs === 'whole' ? { outputSchema: part } : outlined(part)) };
}

function outlined(part: JsonValue): JsonObject {
  const output = outlineSchema(part);
  // An outline is text that models read, unlike the names inside a schema.
  return containsInstructions(output)
    ? { output_withheld: 'A name in the outline looks like an instruction.' }
    : { output };
}

function partAt(schema: JsonObject, path: readonly string[]): JsonValue {
  const part = schemaPart(schema, path);
  if (part !== undefined) return part;
  const detail = `must be names of members, such as data.owner; the output is ${outlineSchema(schema, 300)}`;
  throw new Failure('INVALID_INPUT', {
    message: `'output_part' ${detail}.`,
    fieldErrors: [{ field: 'output_part', pointer: '/output_part', code: 'request/argument', detail }],
  });
}
