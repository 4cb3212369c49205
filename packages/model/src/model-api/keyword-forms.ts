/** The keywords of JSON Schema 2020-12 and the values that they may have; others are not passed on. */
import type { JsonValue } from '../json.js';
import { isJsonObject } from '../json.js';

type Form = (value: JsonValue) => boolean;

const isSchema: Form = (value) => typeof value === 'boolean' || isJsonObject(value);
const isCount: Form = (value) => Number.isInteger(value) && Number(value) >= 0;
const isNumber: Form = (value) => typeof value === 'number';
const isText: Form = (value) => typeof value === 'string';
const isFlag: Form = (value) => typeof value === 'boolean';
const isAny: Form = () => true;
const isSchemas: Form = (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema);
const isSchemaMap: Form = (value) => isJsonObject(value) && Object.values(value).every(isSchema);
const isNames: Form = (value) => Array.isArray(value) && value.every(isText) && new Set(value).size === value.length;

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

function isType(value: JsonValue): boolean {
  if (typeof value === 'string') return types.includes(value);
  return isNames(value) && Array.isArray(value) && value.length > 0 && value.every((type) => types.includes(`${type}`));
}

function isPattern(value: JsonValue): boolean {
  try {
    return typeof value === 'string' && new RegExp(value, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

const forms: Readonly<Record<string, Form>> = {
  type: isType,
  title: isText,
  description: isText,
  default: isAny,
  examples: (value) => Array.isArray(value),
  deprecated: isFlag,
  readOnly: isFlag,
  writeOnly: isFlag,
  enum: (value) => Array.isArray(value) && value.length > 0,
  const: isAny,
  format: isText,
  pattern: isPattern,
  minLength: isCount,
  maxLength: isCount,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && Number(value) > 0,
  items: isSchema,
  prefixItems: isSchemas,
  contains: isSchema,
  minContains: isCount,
  maxContains: isCount,
  minItems: isCount,
  maxItems: isCount,
  uniqueItems: isFlag,
  properties: isSchemaMap,
  patternProperties: isSchemaMap,
  additionalProperties: isSchema,
  propertyNames: isSchema,
  required: isNames,
  minProperties: isCount,
  maxProperties: isCount,
  dependentRequired: (value) => isJsonObject(value) && Object.values(value).every(isNames),
  dependentSchemas: isSchemaMap,
  unevaluatedProperties: isSchema,
  unevaluatedItems: isSchema,
  anyOf: isSchemas,
  oneOf: isSchemas,
  not: isSchema,
  if: isSchema,
  // biome-ignore lint/suspicious/noThenProperty: the keyword has this name
  then: isSchema,
  else: isSchema,
  contentMediaType: isText,
  contentEncoding: isText,
};

/** Whether the keyword is known and has a value that the dialect allows. */
export function isWellFormed(keyword: string, value: JsonValue): boolean {
  return Object.hasOwn(forms, keyword) && (forms[keyword]?.(value) ?? false);
}

/** Whether the keyword is known to the dialect. */
export function isKeyword(keyword: string): boolean {
  return Object.hasOwn(forms, keyword);
}

/** Which subschemas a keyword holds. */
export function subschemasOf(keyword: string): 'one' | 'list' | 'members' | undefined {
  const form = Object.hasOwn(forms, keyword) ? forms[keyword] : undefined;
  if (form === isSchema) return 'one';
  if (form === isSchemas) return 'list';
  return form === isSchemaMap ? 'members' : undefined;
}
