/**
 * How the complete input of a tool becomes the scalar inputs of its N-ACT signature. Values that the four input types
 * cannot express are sent as JSON text; the server reverses the mapping and validates the result.
 */
import { isJsonObject, type JsonValue } from '../json.js';
import type { ToolArgument } from './signature.js';

/**
 * How a value is written: `plain` as it is; `number` as the text of a decimal number; `json` as JSON text; `others` as
 * JSON text of an object with everything that no other input carries.
 */
export type InputForm = 'plain' | 'number' | 'json' | 'others';

/** Where one N-ACT input belongs in the complete input, and how its value is written. */
export interface InputMapping {
  /** Name of the N-ACT input. */
  name: string;
  /** Member names from the root of the input; empty for the whole input. */
  path: readonly string[];
  form: InputForm;
  /** Values of the complete input by value of the N-ACT input, for an enum. */
  values?: Readonly<Record<string, JsonValue>>;
}

/** The N-ACT inputs of a complete input, and the part of it that no input carries; undefined when there is none. */
export interface WrittenArguments {
  inputs: ToolArgument[];
  left?: JsonValue;
}

/** Writes a complete input as N-ACT inputs. */
export function writeArguments(mappings: readonly InputMapping[], input: JsonValue): WrittenArguments {
  const others = mappings.find(({ form }) => form === 'others');
  const carried: InputMapping[] = [];
  const inputs: ToolArgument[] = [];
  for (const mapping of mappings) {
    const value = mapping === others ? undefined : valueAt(input, mapping.path);
    const written = value === undefined ? undefined : writeValue(mapping, value);
    if (written === undefined) continue;
    carried.push(mapping);
    inputs.push({ name: mapping.name, value: written });
  }
  const left = restOf(input, [], { mappings, carried, keepsEmpty: others !== undefined });
  if (left === undefined) return { inputs };
  return others === undefined
    ? { inputs, left }
    : { inputs: [...inputs, { name: others.name, value: JSON.stringify(left) }] };
}

/** Undefined for a value that only `others` can carry. */
function writeValue({ form, values }: InputMapping, value: JsonValue): JsonValue | undefined {
  if (form === 'json') return JSON.stringify(value);
  if (form === 'number') return typeof value === 'number' || value === null ? JSON.stringify(value) : undefined;
  if (values !== undefined) return Object.entries(values).find(([, each]) => each === value)?.[0];
  return value === null || typeof value === 'object' ? undefined : value;
}

interface Rest {
  mappings: readonly InputMapping[];
  carried: readonly InputMapping[];
  /** True: an empty object is part of the rest; otherwise the server adds it. */
  keepsEmpty: boolean;
}

/** The part of a value that no input carries. */
function restOf(value: JsonValue, path: readonly string[], rest: Rest): JsonValue | undefined {
  if (rest.carried.some((mapping) => mapping.path.length === path.length && isBelow(mapping, path))) return undefined;
  const isFlattened = path.length === 0 || rest.mappings.some((mapping) => isBelow(mapping, path));
  if (!isFlattened || !isJsonObject(value)) return value;
  const members = Object.entries(value);
  const left = members.flatMap(([member, each]): [string, JsonValue][] => {
    const part = restOf(each, [...path, member], rest);
    return part === undefined ? [] : [[member, part]];
  });
  if (left.length > 0) return Object.fromEntries(left);
  return members.length === 0 && path.length > 0 && rest.keepsEmpty ? {} : undefined;
}

function isBelow({ path: inner }: InputMapping, outer: readonly string[]): boolean {
  return outer.every((member, at) => inner[at] === member);
}

function valueAt(input: JsonValue, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = input;
  for (const member of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, member)) return undefined;
    value = value[member];
  }
  return value;
}
