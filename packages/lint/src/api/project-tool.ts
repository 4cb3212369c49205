/** The tool that an operation becomes: name, description, one object of inputs. Only its text costs an agent anything. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import type { Api, ApiOperation, SchemaNode } from './api.js';

/** Most schemas that are written out for one tool; beyond it the size is known to be too large. */
const mostNodes = 2_000;

/** A tool made from an operation. */
export interface ProjectedTool {
  name?: string;
  description?: string;
  /** Characters of the tool as JSON. */
  characters: number;
  /** A quarter of them, as a stand-in for what a model counts. */
  tokens: number;
}

/** The tools of all exposed operations by their pointers. */
export function projectTools(api: Api): ReadonlyMap<string, ProjectedTool> {
  const sizes = new Map<JsonObject, number>();
  return new Map(api.exposed.map((operation) => [operation.pointer, projectTool(api, operation, sizes)]));
}

/** Projects an operation; sizes of schemas that were measured before are taken from there. */
export function projectTool(
  api: Api,
  operation: ApiOperation,
  sizes: Map<JsonObject, number> = new Map(),
): ProjectedTool {
  const { id, summary, description, parameters, input } = operation;
  const text = [summary, description].filter((each) => each !== undefined).join('. ');
  const budget = { left: mostNodes, sizes };
  const parts = [
    (id ?? '').length,
    text.length,
    ...parameters.map((parameter) => parameter.name.length + (parameter.description?.length ?? 0) + 20),
    ...parameters.map(({ schema }) => (schema === undefined ? 0 : sizeOf(api, schema, budget))),
    input === undefined ? 0 : sizeOf(api, input, budget),
  ];
  const characters = parts.reduce((sum, size) => sum + size, 0);
  return {
    ...(id === undefined ? {} : { name: id }),
    ...(text === '' ? {} : { description: text }),
    characters,
    tokens: Math.ceil(characters / 4),
  };
}

/** Characters of a schema with each reference written out once. */
function sizeOf(api: Api, node: SchemaNode, budget: { left: number; sizes: Map<JsonObject, number> }): number {
  let size = 0;
  for (const { schema, name } of api.walk(node)) {
    budget.left -= 1;
    if (budget.left < 0) break;
    const own = budget.sizes.get(schema) ?? ownSize(schema);
    budget.sizes.set(schema, own);
    size += (name?.length ?? 0) + 8 + own;
  }
  return size;
}

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
