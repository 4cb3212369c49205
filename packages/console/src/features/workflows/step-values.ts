/** The inputs that a step sets: its parameters, the leaves of its payload, and its replacements, each with its place in the document. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { objectOf, objectsOf, wordOf } from './raw-document.js';

/** One input of a step. */
export interface StepValue {
  /** Name, or dotted path in the payload. */
  name: string;
  /** Absent when the step does not set it. */
  value?: JsonValue;
  /** Where the value is, from the step. */
  path?: readonly (string | number)[];
  required: boolean;
}

/** Leaves of a payload that are listed. */
const mostLeaves = 100;

/** What the step sets, then what its operation takes besides. */
export function stepValues(step: JsonObject, schema: JsonValue | undefined): StepValue[] {
  const inputs = isJsonObject(schema) ? schema : {};
  const required = new Set(Array.isArray(inputs.required) ? inputs.required : []);
  const parameters = objectsOf(step, 'parameters').map(
    ({ name, value }, at): StepValue => ({
      name: wordOf(name),
      value: value ?? '',
      path: ['parameters', at, 'value'],
      required: required.has(wordOf(name)),
    }),
  );
  const body = objectOf(step, 'requestBody');
  const leaves = isJsonObject(body.payload) ? leavesOf(body.payload, ['requestBody', 'payload'], '') : [];
  const replacements = objectsOf(body, 'replacements').map(
    ({ target, value }, at): StepValue => ({
      name: wordOf(target).split('/').slice(1).join('.'),
      value: value ?? '',
      path: ['requestBody', 'replacements', at, 'value'],
      required: false,
    }),
  );
  const given = [...parameters, ...leaves, ...replacements];
  const set = new Set(given.map(({ name }) => name.split('.')[0]));
  const free = Object.keys(objectOf(inputs, 'properties')).filter((name) => !set.has(name));
  return [
    ...given.map((each) => ({ ...each, required: each.required || required.has(each.name) })),
    ...free.map((name) => ({ name, required: required.has(name) })),
  ];
}

function leavesOf(value: JsonObject, path: readonly (string | number)[], prefix: string): StepValue[] {
  return Object.entries(value)
    .flatMap(([key, child]): StepValue[] => {
      const name = prefix === '' ? key : `${prefix}.${key}`;
      if (isJsonObject(child) && Object.keys(child).length > 0) return leavesOf(child, [...path, key], name);
      return [{ name, value: child, path: [...path, key], required: false }];
    })
    .slice(0, mostLeaves);
}
