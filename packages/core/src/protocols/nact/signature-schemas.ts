/** A signature's parameters as JSON Schemas, for the gateway's validation and for all other faces. */
import type { JsonObject, ToolInput, ToolOutput, ToolSignature } from '@dragoman/model';
import { isRequired, maximumOf, parameterType } from '@dragoman/model';

/** Inputs by name; other members are not allowed (§5.1). */
export function inputSchemaOf({ input_parameters: inputs }: ToolSignature): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(inputs.map((input) => [input.name, inputOf(input)])),
    required: inputs.filter(isRequired).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** Outputs by name; each may be null (nact.md GAP-22). */
export function outputSchemaOf({ output_parameters: outputs }: ToolSignature): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(outputs.map((output) => [output.name, outputOf(output)])),
  };
}

/** Null counts as omitted, so an optional input accepts it (nact.md GAP-24). */
function inputOf(input: ToolInput): JsonObject {
  const { description, min, maxLength } = input;
  const typed = (type: string) => (isRequired(input) ? type : [type, 'null']);
  switch (parameterType(input)) {
    case 'int':
      return {
        type: typed('integer'),
        description,
        ...(min === undefined ? {} : { minimum: min }),
        maximum: maximumOf(input),
      };
    case 'boolean':
      return { type: typed('boolean'), description };
    case 'enum': {
      const names = (input['allowed-values'] ?? []).map(({ name }) => name);
      return { type: typed('string'), description, enum: isRequired(input) ? names : [...names, null] };
    }
    default:
      return { type: typed('string'), description, ...(maxLength === undefined ? {} : { maxLength }) };
  }
}

function outputOf(output: ToolOutput): JsonObject {
  const { description } = output;
  switch (parameterType(output)) {
    case 'json':
      return { description };
    case 'int':
      return { type: ['integer', 'null'], description };
    case 'boolean':
      return { type: ['boolean', 'null'], description };
    default: {
      const names = output['allowed-values']?.map(({ name }) => name);
      return { type: ['string', 'null'], description, ...(names === undefined ? {} : { enum: [...names, null] }) };
    }
  }
}
