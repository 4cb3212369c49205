/**
 * The tool generated from an operation: name, description and one input object. Only its text counts toward an agent's
 * context.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import type { Api, ApiOperation, Parameter, SchemaNode } from './api.js';

/** Maximum number of schemas expanded per tool; beyond it the tool is known to be too large. */
const mostNodes = 2_000;

/** A tool generated from an operation. */
export interface ProjectedTool {
  name?: string;
  description?: string;
  /** Length of the tool as JSON, in characters. */
  characters: number;
  /** A quarter of the characters, as an estimate of model tokens. */
  tokens: number;
  /** The part that takes most of it, in words. */
  largest?: { part: string; tokens: number };
}

/** The tools of all exposed operations by pointer. */
export function projectTools(api: Api): ReadonlyMap<string, ProjectedTool> {
  const sizes = new Map<JsonObject, number>();
  return new Map(api.exposed.map((operation) => [operation.pointer, projectTool(api, operation, sizes)]));
}

/** Builds the tool of an operation; schema sizes are cached. */
export function projectTool(
  api: Api,
  operation: ApiOperation,
  sizes: Map<JsonObject, number> = new Map(),
): ProjectedTool {
  const { id, summary, description, parameters, input } = operation;
  const text = [summary, description].filter((each) => each !== undefined).join('. ');
  const budget = { left: mostNodes, sizes };
  const sizeOfParameter = ({ name, description: said, schema }: Parameter) =>
    name.length + (said?.length ?? 0) + 20 + (schema === undefined ? 0 : sizeOf(api, schema, budget));
  const parts = [
    { part: 'the description', size: text.length },
    ...parameters.map((each) => ({ part: `the parameter ${each.name}`, size: sizeOfParameter(each) })),
    { part: 'the body', size: input === undefined ? 0 : sizeOf(api, input, budget) },
  ];
  // A tool without an operationId is named after the method and the path.
  const characters = sumOf(parts) + (id ?? operation.label).length;
  const all =
    parameters.length < 2 ? [] : [{ part: `its ${parameters.length} parameters`, size: sumOf(parts.slice(1, -1)) }];
  const largest = largestOf(parts, characters) ?? largestOf([...all, ...parts], characters) ?? largestOf(parts, 0);
  return {
    ...(id === undefined ? {} : { name: id }),
    ...(text === '' ? {} : { description: text }),
    characters,
    tokens: tokensIn(characters),
    ...(largest === undefined ? {} : { largest: { part: largest.part, tokens: tokensIn(largest.size) } }),
  };
}

interface Part {
  part: string;
  size: number;
}

function sumOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}

/** The largest part, if it is more than half of so many characters. */
function largestOf(parts: readonly Part[], characters: number): Part | undefined {
  const [first] = [...parts].sort((one, other) => other.size - one.size);
  return first !== undefined && first.size > characters / 2 ? first : undefined;
}

function tokensIn(characters: number): number {
  return Math.ceil(characters / 4);
}

/** The tokens of all tools, with each schema that several of them share counted once. */
export function countOnce(api: Api): number {
  const shared = new Set<string>();
  let characters = 0;
  for (const { id, label, summary = '', description = '', parameters, input } of api.exposed) {
    characters += (id ?? label).length + summary.length + description.length;
    for (const { name, description: said = '', schema, pointer } of parameters) {
      if (shared.has(pointer)) continue;
      shared.add(pointer);
      characters += name.length + said.length + 20 + (schema === undefined ? 0 : sizeOfNew(api, schema, shared));
    }
    if (input !== undefined) characters += sizeOfNew(api, input, shared);
  }
  return tokensIn(characters);
}

function sizeOfNew(api: Api, node: SchemaNode, shared: Set<string>): number {
  let size = 0;
  for (const { schema, name = '', pointer } of api.walk(node)) {
    size += name.length + 8 + (shared.has(pointer) ? referenceSize : ownSize(schema));
    shared.add(pointer);
  }
  return size;
}

/** Length of a schema in characters, with each reference expanded once. */
function sizeOf(api: Api, node: SchemaNode, budget: { left: number; sizes: Map<JsonObject, number> }): number {
  let size = 0;
  const expanded = new Set<JsonObject>();
  for (const { schema, name, description } of api.walk(node)) {
    budget.left -= 1;
    if (budget.left < 0) break;
    const own = budget.sizes.get(schema) ?? ownSize(schema);
    budget.sizes.set(schema, own);
    const reference = referenceSize + (description?.length ?? 0);
    size += (name?.length ?? 0) + 8 + (expanded.has(schema) ? Math.min(own, reference) : own);
    expanded.add(schema);
  }
  return size;
}

/** Length of a reference to a schema that is already in the tool. */
const referenceSize = '"$ref":"#/$defs/Name"'.length;

const inner = new Set(['properties', 'items', 'prefixItems', 'allOf', 'anyOf', 'oneOf', 'additionalProperties']);

function ownSize(schema: JsonObject): number {
  let size = 2;
  for (const [keyword, value] of Object.entries(schema)) {
    if (inner.has(keyword) || keyword.startsWith('x-') || keyword.startsWith('example')) continue;
    size += keyword.length + 4 + valueSize(value);
  }
  return size;
}

function valueSize(value: JsonValue): number {
  return typeof value === 'string' ? value.length : JSON.stringify(value).length;
}
