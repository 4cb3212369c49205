/** One parameter of the shorthand, `party_size (integer, minimum: 1)`, with its name and its schema. */
import type { JsonObject } from '@dragoman/model';
import type { ExpandedType } from './expand-type.js';
import { expandAnnotation, expandType } from './expand-type.js';

/** A parameter written in shorthand. */
export interface ExpandedParameter extends ExpandedType {
  name: string;
}

/** Expands one parameter or output field; a text without parentheses is a name without a type. */
export function expandParameter(text: string): ExpandedParameter {
  const trimmed = text.trim();
  const open = trimmed.indexOf('(');
  if (open > 0 && trimmed.endsWith(')')) {
    return { name: trimmed.slice(0, open).trim(), ...expandAnnotation(trimmed.slice(open + 1, -1)) };
  }
  const [, name, words] = /^([^\s:]+)\s*:\s*\[([^\]]*)\]$/.exec(trimmed) ?? [];
  if (name !== undefined && words !== undefined) return { name, ...expandWords(words) };
  return { name: trimmed, schema: {} };
}

function expandWords(words: string): ExpandedType {
  const known = expandType(words);
  return known === undefined ? { schema: { description: words.trim() }, unknown: words.trim() } : { schema: known };
}

/** The object schema of parameters; `required` is omitted for outputs, which the shorthand does not divide. */
export function joinParameters(parameters: readonly ExpandedParameter[], required?: readonly string[]): JsonObject {
  const properties: JsonObject = {};
  for (const { name, schema } of parameters) {
    Object.defineProperty(properties, name, { value: schema, enumerable: true, writable: true, configurable: true });
  }
  return { type: 'object', properties, ...(required === undefined ? {} : { required: [...required] }) };
}
