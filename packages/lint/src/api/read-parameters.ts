/** Parameters of an operation: those of the path item, overridden by its own with the same name and location. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Parameter } from './api.js';
import type { PathOperation } from './list-path-operations.js';
import type { SchemaWalk } from './schema-walk.js';

/** Reads the parameters; hundreds of operations share a few parameters, which are read once. */
export function readParameters(
  walk: SchemaWalk,
  { item, value, pointer }: PathOperation,
  known: Map<string, Parameter>,
): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const list of [
    { values: item.value.parameters, at: `${item.pointer}/parameters` },
    { values: value.parameters, at: `${pointer}/parameters` },
  ]) {
    for (const parameter of readList(walk, list, known)) {
      found.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  return [...found.values()];
}

function readList(
  walk: SchemaWalk,
  { values, at }: { values: JsonValue | undefined; at: string },
  known: Map<string, Parameter>,
): Parameter[] {
  if (!Array.isArray(values)) return [];
  return values.flatMap((value, index) => {
    const placed = walk.follow({ value, pointer: `${at}/${index}` });
    if (placed === undefined) return [];
    const parameter = known.get(placed.pointer) ?? readOne(walk, placed.value, placed.pointer);
    if (parameter !== undefined) known.set(placed.pointer, parameter);
    return parameter === undefined ? [] : [parameter];
  });
}

function readOne(walk: SchemaWalk, value: Parameter['value'], pointer: string): Parameter | undefined {
  const { name, description } = value;
  if (typeof name !== 'string' || typeof value.in !== 'string') return undefined;
  const [type, content] = isJsonObject(value.content) ? (Object.entries(value.content)[0] ?? []) : [];
  const inner = isJsonObject(content) ? content.schema : undefined;
  const schema =
    walk.node(value.schema, `${pointer}/schema`) ??
    walk.node(inner, `${pointer}/content/${(type ?? '').replaceAll('~', '~0').replaceAll('/', '~1')}/schema`);
  return {
    value,
    pointer,
    name,
    in: value.in,
    required: value.required === true,
    description: typeof description === 'string' && description.trim() !== '' ? description : undefined,
    schema,
  };
}
