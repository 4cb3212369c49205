/** Inputs that stand in a path get the names of its parameters, which are in snake_case; the way back is kept. */
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Keywords that name properties elsewhere; a schema with one of them keeps its names. */
const bound = ['dependentRequired', 'dependentSchemas', 'dependencies', 'allOf', 'anyOf', 'oneOf', 'not', 'if', '$ref'];

/** A schema whose inputs have the names of a path, and what they were called. */
export interface RenamedInputs {
  input: JsonObject;
  /** Name in the document → name of the operation's input. */
  renames: ReadonlyMap<string, string>;
  /** Names of parameters that no input has. */
  missing: string[];
}

/** Renames the inputs that path parameters stand for, as far as that can be done without a doubt. */
export function renameInputs(input: JsonObject, inputs: ReadonlyMap<string, string>): RenamedInputs {
  const properties = isJsonObject(input.properties) ? input.properties : {};
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
