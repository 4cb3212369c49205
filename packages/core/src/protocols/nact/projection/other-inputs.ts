/** The input for everything that the other inputs of a tool cannot express, as JSON text of an object. */
import type { JsonObject, JsonSchema, JsonValue } from '@dragoman/model';
import { schemaProperties } from '@dragoman/model';
import type { PlannedInput } from './planned-input.js';
import { shapeText } from './shape-text.js';

/** What the other inputs leave out. */
export interface Left {
  root: JsonSchema;
  /** The operation's input. */
  schema: JsonObject;
  gaps: readonly string[];
  /** Members with inputs beyond the maximum number. */
  beyond: ReadonlySet<string>;
  /** Required members that the schema does not describe. */
  undeclared: readonly string[];
  isOpen: boolean;
}

const name = 'other_inputs';
const maxGaps = 12;
const longest = { names: 400, shape: 1000 };

/** What the input is for, in words; undefined when the other inputs express everything. */
export function describeOthers({ root, schema, gaps, beyond, undeclared, isOpen }: Left): string | undefined {
  const more = gaps.length > maxGaps ? [`${gaps.length - maxGaps} more of these`] : [];
  const needs = [...gaps.slice(0, maxGaps), ...more];
  if (isOpen) needs.push(`members that have no input here: ${shapeText(root, openPart(schema), longest.names)}`);
  if (undeclared.length > 0) needs.push(`the required ${shapeText(true, { enum: [...undeclared] }, longest.names)}`);
  if (beyond.size > 0) {
    const rest = Object.entries(schemaProperties(schema)).filter(([member]) => beyond.has(member));
    const shape = {
      type: 'object',
      properties: Object.fromEntries(rest),
      required: schema.required ?? [],
      additionalProperties: false,
    };
    needs.push(`inputs beyond the first ones: ${shapeText(root, shape, longest.shape)}`);
  }
  return needs.length === 0 ? undefined : needs.join('; ');
}

/** The input itself, under a name that no other input has. */
export function othersInput(inputs: readonly PlannedInput[], needs: string, required: boolean): PlannedInput {
  const taken = new Set(inputs.map(({ input }) => input.name));
  let id = name;
  while (taken.has(id)) id = `_${id}`;
  const description = `JSON text of an object that is merged with the other inputs, such as {"member": null}. Only needed for ${needs}`;
  return {
    input: { id, name: id, description: Array.from(description).slice(0, 2000).join(''), type: 'string', required },
    path: [],
    form: 'others',
    ruled: false,
  };
}

/** The rules for members without a name in the schema. */
function openPart({ additionalProperties, unevaluatedProperties, patternProperties }: JsonObject): JsonObject {
  const more: JsonValue = additionalProperties ?? unevaluatedProperties ?? true;
  return {
    type: 'object',
    additionalProperties: more,
    ...(patternProperties === undefined ? {} : { patternProperties }),
  };
}
