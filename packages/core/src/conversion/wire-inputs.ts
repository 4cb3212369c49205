/** Where each input of an operation goes in the request that the gateway sends. */
import type { Binding, HttpBinding, HttpParameter, JsonSchema, Operation } from '@dragoman/model';
import { isJsonObject, schemaProperties, schemaTypes } from '@dragoman/model';

/** One input and its place on the wire. */
export interface WireInput {
  name: string;
  /** JSON types; empty when the schema does not say. */
  types: string[];
  required: boolean;
  description?: string;
  /** The part of the request. */
  in: HttpParameter['in'] | 'argument' | 'message';
  /** Name there; absent when the input is the whole of that part. */
  wireName?: string;
}

/** Maximum number of inputs. */
export const maxWireInputs = 1000;

/** The inputs at the top level of the operation's input, in their order. */
export function listWireInputs({ input, binding }: Operation): WireInput[] {
  const required = requiredOf(input);
  return Object.entries(schemaProperties(input))
    .slice(0, maxWireInputs)
    .map(([name, schema]) => {
      const description = isJsonObject(schema) ? schema.description : undefined;
      return {
        name,
        types: isJsonObject(schema) ? schemaTypes(schema) : [],
        required: required.has(name),
        ...(typeof description === 'string' ? { description } : {}),
        ...placeOf(binding, name),
      };
    });
}

function requiredOf(input: JsonSchema): ReadonlySet<unknown> {
  return new Set(isJsonObject(input) && Array.isArray(input.required) ? input.required : []);
}

function placeOf(binding: Binding, name: string): Pick<WireInput, 'in' | 'wireName'> {
  switch (binding.kind) {
    case 'http':
      return httpPlace(binding, name);
    case 'agis':
      return { in: binding.method === 'GET' ? 'query' : 'body', wireName: name };
    case 'aidip':
      return { in: 'body', wireName: name };
    case 'a2a':
      return { in: 'message', wireName: name };
    default:
      return { in: 'argument', wireName: name };
  }
}

function httpPlace({ parameters, body }: HttpBinding, name: string): Pick<WireInput, 'in' | 'wireName'> {
  if (body?.whole === name) return { in: 'body' };
  const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  return { in: parameter?.in ?? 'body', wireName: parameter?.name ?? name };
}
