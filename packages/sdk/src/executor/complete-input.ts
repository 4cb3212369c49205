/**
 * The complete input of a tool: the schema that the model sees instead of the flat inputs of the signature, and the way
 * of a model's input onto the wire. Nothing is sent before schema and signature both accept the input.
 */
import type {
  FieldError,
  InputFault,
  InputMapping,
  JsonObject,
  JsonValue,
  ToolArgument,
  ToolSignature,
} from '@dragoman/model';
import {
  checkInputs,
  isJsonObject,
  nameParameters,
  schemaProperties,
  schemaTypes,
  suggestNames,
  writeArguments,
} from '@dragoman/model';
import { checkShape } from '../check-shape.js';
import type { CompleteSchema } from './shapes/model-shape.js';

/** The complete input of a chosen tool, from an exported toolset. */
export interface CompleteInput {
  /** Version of the tool that it belongs to. */
  version: number;
  /** JSON Schema of an object. */
  schema: JsonObject;
  /** How the input becomes the inputs of the signature. */
  mappings: readonly InputMapping[];
}

/** What a model gave: the inputs of the signature, or what is wrong. */
export interface ReadInputs {
  inputs: ToolArgument[];
  faults: InputFault[];
}

/** The schema that a model sees, and the reader of what it gives. */
export interface BoundInput {
  schema: CompleteSchema;
  read(given: Readonly<Record<string, unknown>>): ReadInputs;
}

/** Binds a complete input; undefined when it does not fit the signature, which is then shown itself. */
export function bindCompleteInput(
  { version, schema: own, mappings }: CompleteInput,
  signature: ToolSignature,
  texts: Readonly<Record<string, string>> = {},
): BoundInput | undefined {
  const known = new Set(signature.input_parameters.map(({ name }) => name));
  const fits = version === signature.version && mappings.every(({ name }) => known.has(name));
  const schema = mappings.reduce(
    (worded, { name, path }) => (Object.hasOwn(texts, name) ? describeAt(worded, path, texts[name] ?? '') : worded),
    own,
  );
  const types = schemaTypes(schema);
  if (!fits || (types.length > 0 && !types.includes('object'))) return undefined;
  const members = Object.keys(schemaProperties(schema));
  const shown = new Map(nameParameters(members).map((name, at) => [name, members[at] ?? '']));
  return {
    schema: rename(schema, shown),
    read: (given) => readInput(nameBack(given, shown, schema), { schema, mappings, signature }),
  };
}

/** The designer's text for an input, where the schema describes it in place. */
function describeAt(schema: JsonObject, [member, ...rest]: readonly string[], text: string): JsonObject {
  if (member === undefined) return { ...schema, description: text };
  const { properties } = schema;
  const part = isJsonObject(properties) && Object.hasOwn(properties, member) ? properties[member] : undefined;
  if (!isJsonObject(part)) return schema;
  return { ...schema, properties: { ...(properties as JsonObject), [member]: describeAt(part, rest, text) } };
}

/** Model APIs restrict the names of inputs; only those at the top level are concerned. */
function rename(schema: JsonObject, shown: ReadonlyMap<string, string>): CompleteSchema {
  const names = new Map([...shown].map(([name, member]) => [member, name]));
  const properties = schemaProperties(schema);
  const renamed = Object.entries(properties).map(([member, part]) => [names.get(member) ?? member, part]);
  const required = Array.isArray(schema.required) ? schema.required : [];
  return {
    ...schema,
    type: 'object',
    properties: Object.fromEntries(renamed),
    required: required.map((member) => names.get(String(member)) ?? String(member)),
  };
}

/** Models send null for an optional input that they omit (nact.md GAP-24). */
function nameBack(
  given: Readonly<Record<string, unknown>>,
  shown: ReadonlyMap<string, string>,
  { properties, required }: JsonObject,
): JsonObject {
  const members = Object.entries(given).map(
    ([name, value]) => [shown.get(name) ?? name, (value ?? null) as JsonValue] as const,
  );
  const isOmitted = (member: string, value: JsonValue) => {
    const part = isJsonObject(properties) && Object.hasOwn(properties, member) ? properties[member] : undefined;
    const types = schemaTypes(part);
    const needed = Array.isArray(required) && required.includes(member);
    return value === null && !needed && types.length > 0 && !types.includes('null');
  };
  return Object.fromEntries(members.filter(([member, value]) => !isOmitted(member, value)));
}

interface Contract extends Pick<CompleteInput, 'schema' | 'mappings'> {
  signature: ToolSignature;
}

function readInput(input: JsonObject, { schema, mappings, signature }: Contract): ReadInputs {
  const { problems } = checkShape(schema, input);
  if (problems.length > 0) return { inputs: [], faults: problems.map(toFault) };
  const { inputs, left } = writeArguments(mappings, input);
  if (left !== undefined) return { inputs: [], faults: unknownMembers(left, schema) };
  return { inputs, faults: checkInputs(signature, inputs) };
}

const problemsByCode: Readonly<Record<string, InputFault['problem']>> = {
  'input/required': 'missing_required',
  'input/additionalProperties': 'unknown_parameter',
  'input/enum': 'not_an_allowed_value',
  'input/const': 'not_an_allowed_value',
};

function toFault({ field, code, detail }: FieldError): InputFault {
  const place = field === '' ? 'The input' : `'${field}'`;
  return { parameter: field, problem: problemsByCode[code] ?? 'wrong_type', message: `${place} ${detail}.` };
}

function unknownMembers(left: JsonValue, schema: JsonObject): InputFault[] {
  const known = Object.keys(schemaProperties(schema));
  const names = isJsonObject(left) ? Object.keys(left) : [''];
  return names.slice(0, 20).map((name) => ({
    parameter: name.slice(0, 255),
    problem: 'unknown_parameter',
    message: `There is no input '${name.slice(0, 80)}' for this value. ${suggestNames(name, known)}`.trimEnd(),
  }));
}
