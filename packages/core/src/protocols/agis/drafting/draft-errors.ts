/**
 * Drafts the errors of an operation whose description names none, from what it shows: an address that names one thing,
 * required or limited inputs, credentials. Without such evidence nothing is drafted.
 */
import { ownMembers } from '@dragoman/agis';
import type { HttpBinding, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { isJsonObject, schemaProperties } from '@dragoman/model';
import { toSnakeCase } from '../../../documents/identifier.js';
import { nounOf } from './draft-text.js';

/** Keywords that a value can violate. */
const limits = ['enum', 'pattern', 'format', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'];

/** The drafted conditions; empty when there is no evidence for one. */
export function draftErrors({ input, binding }: Operation, path: string): JsonObject[] {
  if (binding.kind !== 'http') return [];
  const entity = singular(nounOf(path));
  const parameters = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? '');
  const last = parameters.at(-1);
  const required = isJsonObject(input) && Array.isArray(input.required) ? input.required : [];
  const bad = Object.entries(schemaProperties(input))
    .filter(([name, schema]) => !isInPath(binding, name) && (required.includes(name) || isLimited(schema)))
    .map(([name]) => name)
    .slice(0, 3);
  const needsCredential = binding.security?.some((alternative) => alternative.length > 0) === true;
  return [
    ...(last === undefined
      ? []
      : [
          named(
            `${singular(nounOf(path.slice(0, path.lastIndexOf('{'))))}_not_found`,
            `Nothing exists for the given ${last}`,
            404,
          ),
        ]),
    ...(bad.length === 0
      ? []
      : [named(`${entity}_request_invalid`, `An input is missing or invalid: ${bad.join(', ')}`, 400)]),
    ...(needsCredential ? [named('credential_missing', 'The service requires a valid credential', 401)] : []),
  ];
}

function isInPath({ parameters }: HttpBinding, input: string): boolean {
  return Object.hasOwn(parameters, input) && parameters[input]?.in === 'path';
}

/** `Label items` → `label_item`. */
function singular(noun: string): string {
  return toSnakeCase(noun, 'request')
    .replace(/ies$/, 'y')
    .replace(/([^sui])s$/, '$1');
}

function isLimited(schema: JsonValue): boolean {
  return isJsonObject(schema) && limits.some((limit) => Object.hasOwn(schema, limit));
}

function named(name: string, description: string, status: number): JsonObject {
  return { name, description, [ownMembers.status]: status };
}
