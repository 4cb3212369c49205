/** The part of pass 8 that checks the parameters of an input: required ones, names and types. */

import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { listInputProperties, listPathParameters } from '../input-properties.js';
import { toSnakeCase } from '../nearest-field.js';
import type { ContractReading } from './contract-reading.js';

/** Checks the parameters of one endpoint; `input` is known to be an object. */
export function checkParameters(reading: ContractReading, input: JsonObject): void {
  const pointer = `${reading.endpoint.pointer}/input`;
  const { properties, required, open } = listInputProperties(input, reading.context.document);
  if (isJsonObject(input.properties)) {
    if (Object.keys(input.properties).length > 0 && input.required === undefined) {
      reading.report('agis/required-absent', { pointer, element: 'required' });
    }
    for (const [name, schema] of Object.entries(input.properties)) {
      checkProperty(reading, { name, schema, pointer: childPointer(`${pointer}/properties`, name) });
    }
  }
  for (const name of required) {
    if (!open && !properties.has(name)) {
      reading.report('agis/required-unknown', { pointer: `${pointer}/required`, element: name, parameters: { name } });
    }
  }
  if (!open) checkPath(reading, { properties, required });
}

interface Property {
  name: string;
  schema: JsonValue;
  pointer: string;
}

function checkProperty(reading: ContractReading, { name, schema, pointer }: Property): void {
  if (!/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name)) {
    const parameters = { name, right: toSnakeCase(name) };
    reading.report('agis/parameter-case', { pointer, element: name, parameters });
  }
  if (!isJsonObject(schema)) return;
  if (typeof schema.required === 'boolean') {
    reading.report('agis/required-flag', { pointer, element: name, parameters: { name } });
  }
  const typed = typing.some((keyword) => schema[keyword] !== undefined);
  const described = typeof schema.description === 'string' || schema.$ref !== undefined;
  if (typed && described) return;
  const lack = [...(typed ? [] : ['type']), ...(described ? [] : ['description'])].join(' and no ');
  reading.report('agis/untyped-parameter', { pointer, element: name, parameters: { name, lack } });
}

/** Keywords that define the type of a value. */
const typing = ['type', '$ref', 'enum', 'const', 'anyOf', 'oneOf', 'allOf'] as const;

interface Known {
  properties: ReadonlyMap<string, JsonValue>;
  required: ReadonlySet<string>;
}

function checkPath(reading: ContractReading, { properties, required }: Known): void {
  const { path, pointer } = reading.endpoint;
  for (const name of new Set(listPathParameters(path ?? ''))) {
    const problem = !properties.has(name)
      ? 'not a property of its input'
      : required.has(name)
        ? undefined
        : 'not among the required properties of its input';
    if (problem === undefined) continue;
    reading.report('agis/path-parameter', { pointer: `${pointer}/path`, element: name, parameters: { name, problem } });
  }
}
