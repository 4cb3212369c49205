/** Renames inputs in a path to its parameter names, which are in snake_case; the mapping back is kept. */
import type { JsonObject } from '@dragoman/model';
import { schemaProperties } from '@dragoman/model';

/** Keywords that refer to property names; a schema with one of them keeps its names. */
const bound = ['dependentRequired', 'dependentSchemas', 'dependencies', 'allOf', 'anyOf', 'oneOf', 'not', 'if', '$ref'];

/** A schema whose inputs have the parameter names of a path, and their original names. */
export interface RenamedInputs {
  input: JsonObject;
  /** Original input names by name in the document. */
  renames: ReadonlyMap<string, string>;
  /** Parameter names without an input. */
  missing: string[];
}

/** Renames the inputs of path parameters as far as that is unambiguous. */
export function renameInputs(input: JsonObject, inputs: ReadonlyMap<string, string>): RenamedInputs {
  const properties = schemaProperties(input);
  const wanted = [...inputs].filter(([name, own]) => name !== own && Object.hasOwn(properties, own));
  const missing = [...inputs].filter(([, own]) => !Object.hasOwn(properties, own)).map(([name]) => name);
  const isFree = wanted.every(([name]) => !Object.hasOwn(properties, name));
  if (wanted.length === 0) return { input, renames: new Map(), missing };
  if (!isFree || bound.some((keyword) => Object.hasOwn(input, keyword))) {
    return { input, renames: new Map(), missing: [...missing, ...wanted.map(([name]) => name)] };
  }
  const renames = new Map(wanted);
  const newNames = new Map(wanted.map(([name, own]) => [own, name]));
  const called = (name: string) => newNames.get(name) ?? name;
  return {
    input: {
      ...input,
      properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [called(name), schema])),
      ...(Array.isArray(input.required)
        ? { required: input.required.map((name) => (typeof name === 'string' ? called(name) : name)) }
        : {}),
    },
    renames,
    missing,
  };
}
