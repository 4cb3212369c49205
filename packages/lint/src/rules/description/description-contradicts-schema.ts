/** PROF-DESC-15: text and schema of an input say the same. */
import type { JsonObject } from '@dragoman/model';
import type { Api } from '../../api/api.js';
import { listParameters } from '../../api/operation-facts.js';
import { readStatedValues, type StatedValue } from '../../api/stated-values.js';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** Inputs whose description states another default, another limit or another obligation than their schema. */
export const descriptionContradictsSchema: Rule = {
  id: 'description-contradicts-schema',
  requirement: 'PROF-DESC-15',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: 'The description of {name} says {said}, but {stated}.',
  why: 'An agent that follows one of the two sends what the API rejects, or gets something else than it expects.',
  help: 'Correct the one that is wrong.',
  check(api, report) {
    for (const input of api.once(listInputs)) {
      const { name, pointer } = input;
      const difference = findDifference(input);
      if (difference !== undefined) report(pointer, { name, ...difference });
    }
  },
  cases: {
    good: [
      { 'get /t': { parameters: [query({ type: 'integer', default: 10, maximum: 50 }, 'Default: 10, maximum: 50.')] } },
      { 'get /t': { parameters: [query({ type: 'integer', default: 3600 }, 'How long. Defaults to 1 hour.')] } },
      { 'get /t': { parameters: [query({ type: 'integer', default: 5 }, 'Default is 10 if q is given.')] } },
      { 'get /t': { parameters: [{ ...query({ type: 'string' }, 'Optional prefix of the name'), required: false }] } },
      { 'post /t': { requestBody: body(object({ a: { description: 'Required. The name.' } }, { required: ['a'] })) } },
      { 'post /t': { requestBody: body(object({ a: { description: '**Required** when b is given.' } })) } },
      { 'post /t': { requestBody: body(object({ a: { description: 'REQUIRED: One of a or b must be given.' } })) } },
      { 'get /t': { parameters: [query({ type: 'integer', default: 10_000 }, 'The default is 10,000.')] } },
    ],
    bad: [
      { 'get /t': { parameters: [query({ type: 'integer', default: 5 }, 'Number of items (default: 10)')] } },
      { 'get /t': { parameters: [query({ type: 'boolean', default: false }, 'With links. Default is true')] } },
      { 'get /t': { parameters: [query({ type: 'integer', maximum: 50 }, 'Page size, up to 1,000.')] } },
      { 'get /t': { parameters: [{ ...query({ type: 'string' }, '(optional) Part of the name'), required: true }] } },
      { 'get /t': { parameters: [query({ type: 'string' }, 'Required. Part of the name.')] } },
      { 'post /t': { requestBody: body(object({ a: { description: 'The name (required)' } })) } },
      { 'post /t': { requestBody: body(object({ a: { description: 'Read-only. When it was created.' } })) } },
    ],
  },
};

function query(schema: JsonObject, description: string): JsonObject {
  return { name: 'n', in: 'query', schema, description };
}

/** A described parameter or property of a request. */
export interface DescribedInput {
  name: string;
  description: string;
  schema: JsonObject;
  pointer: string;
  /** What the description states about the value. */
  stated: readonly StatedValue[];
  /** A property of a body; parameters are never read-only. */
  isProperty: boolean;
  /** Undefined where a call cannot leave it out or the schema does not decide it. */
  required: boolean | undefined;
}

/** The described inputs, each once; use it with `api.once`. */
export function listInputs(api: Api): DescribedInput[] {
  const found = new Map<string, DescribedInput>();
  for (const { name, description, schema, pointer, required, in: place } of api.once(listParameters)) {
    const text = description ?? schema?.description;
    if (text === undefined || schema === undefined) continue;
    const isFixed = place === 'path';
    const stated = readStatedValues(schema.schema, text);
    found.set(pointer, {
      stated,
      name,
      description: text,
      schema: schema.schema,
      pointer,
      required: isFixed ? undefined : required,
      isProperty: false,
    });
  }
  for (const { name, description, schema, at, owner, role } of api.inputs) {
    if (name === undefined || description === undefined || role !== 'property') continue;
    // A part of `allOf` can leave what is required to another part.
    const list = owner?.schema.required;
    const stated = readStatedValues(schema, description);
    const required = owner?.role === 'part' ? undefined : Array.isArray(list) && list.includes(name);
    found.set(at, { name, description, schema, pointer: at, required, isProperty: true, stated });
  }
  return [...found.values()];
}

const keywordWords = {
  default: 'the default is',
  maximum: 'the maximum is',
  minimum: 'the minimum is',
  maxLength: 'the maximum length is',
} as const;

/** "**Required** when …" is about some cases only. */
const always = '(?!(?:when|if|for|unless|in|only|on|with|by|to|and|or|at|one|either|any|exactly|unless|depend\\w*)\\b)';
/** "Read only. When it was created." */
const saysReadOnly =
  /^\W*read[- ]?only\b(?! (?:mode|access|user|replica|flag|copy|if|when|for|permission|token|property|field|except|unless|after|once))|[([]read[- ]?only[)\]]/i;
const saysRequired = new RegExp(
  `^\\W*(?:required|mandatory)(?:\\W*$|\\s*[.:)\\]*-]+\\s+${always})|[([](?:required|mandatory)[)\\]]\\W*$`,
  'i',
);
const saysOptional = new RegExp(`^\\W*optional(?:\\W*$|\\s*[.:)\\]*,-]+\\s+${always})|[([]optional[)\\]]\\W*$`, 'i');

function findDifference({
  description,
  schema,
  required,
  isProperty,
  stated: values,
}: DescribedInput): { said: string; stated: string } | undefined {
  if (required === true && saysOptional.test(description))
    return { said: 'that it is optional', stated: 'it is required' };
  if (required === false && saysRequired.test(description))
    return { said: 'that it is required', stated: 'it is not listed as required' };
  if (isProperty && schema.readOnly !== true && saysReadOnly.test(description))
    return { said: 'that it is read-only', stated: 'a request accepts it: readOnly is not set' };
  for (const { keyword, value } of values) {
    const own = schema[keyword];
    if (typeof own !== typeof value || String(own).toLowerCase() === String(value).toLowerCase()) continue;
    return { said: `that ${keywordWords[keyword]} ${String(value)}`, stated: `the schema says ${String(own)}` };
  }
  return undefined;
}
