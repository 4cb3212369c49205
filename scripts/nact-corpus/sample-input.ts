/** Sample inputs of a schema: every declared member given, only the required ones, or null wherever it is allowed. */
import { resolveSchema } from '@dragoman/documents';
import type { JsonObject, JsonSchema, JsonValue } from '@dragoman/model';
import { isJsonObject, schemaTypes } from '@dragoman/model';

/** Which members a sample has. */
export type SampleKind = 'all' | 'required' | 'null';

const deepest = 8;

/** A sample input; undefined where the schema allows nothing. */
export function sampleInput(root: JsonSchema, kind: SampleKind): JsonValue | undefined {
  return sample(root, root, { kind, depth: 0 });
}

interface Sampling {
  kind: SampleKind;
  depth: number;
}

function sample(root: JsonSchema, schema: JsonValue, { kind, depth }: Sampling): JsonValue | undefined {
  if (schema === false) return undefined;
  const resolved = schema === true ? {} : (resolveSchema(root, schema) ?? {});
  if (Object.hasOwn(resolved, 'const')) return resolved.const;
  const types = schemaTypes(resolved);
  if (kind === 'null' && depth > 0 && types.includes('null') && listed(resolved)?.includes(null) !== false) return null;
  const values = listed(resolved)?.filter((value) => value !== null && fits(value, types));
  if (values !== undefined) return values.at(-1) ?? null;
  const part = [resolved.oneOf, resolved.anyOf].find((each) => Array.isArray(each) && each.length > 0);
  if (Array.isArray(part) && !isJsonObject(resolved.properties))
    return sample(root, part[0] ?? true, { kind, depth: depth + 1 });
  const type =
    types.find((each) => each !== 'null') ??
    (isJsonObject(resolved.properties) ? 'object' : depth === 0 ? 'object' : 'string');
  if (type === 'object') return sampleObject(root, resolved, { kind, depth });
  if (type === 'array') return depth > deepest ? [] : sampleItems(root, resolved, { kind, depth });
  return sampleScalar(resolved, type);
}

function listed(schema: JsonObject): JsonValue[] | undefined {
  return Array.isArray(schema.enum) && schema.enum.length > 0 ? schema.enum : undefined;
}

function fits(value: JsonValue, types: readonly string[]): boolean {
  return (
    types.length === 0 ||
    types.includes(typeof value) ||
    (types.includes('integer') && Number.isInteger(value)) ||
    (typeof value === 'object' && types.some((type) => type === 'object' || type === 'array'))
  );
}

function sampleObject(root: JsonSchema, schema: JsonObject, { kind, depth }: Sampling): JsonObject {
  if (depth > deepest) return {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const members = Object.entries(isJsonObject(schema.properties) ? schema.properties : {});
  const made = members.flatMap(([member, part]): [string, JsonValue][] => {
    if (kind === 'required' && !required.includes(member)) return [];
    const value = sample(root, part, { kind, depth: depth + 1 });
    return value === undefined || member === '__proto__' ? [] : [[member, value]];
  });
  const more = schema.additionalProperties;
  if (kind === 'all' && (more === true || isJsonObject(more)))
    made.push(['another member', sample(root, more, { kind, depth: depth + 1 }) ?? '']);
  return Object.fromEntries(made);
}

function sampleItems(root: JsonSchema, { items }: JsonObject, { kind, depth }: Sampling): JsonValue[] {
  const item = items === undefined || Array.isArray(items) ? 'x' : sample(root, items, { kind, depth: depth + 1 });
  return item === undefined ? [] : [item];
}

function sampleScalar({ minimum, maximum, maxLength }: JsonObject, type: string): JsonValue {
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  const low = typeof minimum === 'number' ? Math.ceil(minimum) : undefined;
  const high = typeof maximum === 'number' ? Math.floor(maximum) : undefined;
  if (type === 'integer') return Math.max(low ?? 1, Math.min(high ?? 1, low ?? 1), Number.MIN_SAFE_INTEGER);
  if (type === 'number') return low ?? 1.5;
  return typeof maxLength === 'number' ? 'text'.slice(0, Math.max(0, maxLength)) : 'text';
}
