/** Builds the Ajv validator of a rewritten schema, with a work limit. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import type {
  Ajv2020,
  CodeKeywordDefinition,
  ErrorObject,
  FuncKeywordDefinition,
  ValidateFunction,
} from 'ajv/dist/2020.js';
import { loadAjv } from '#libraries';
import { canonicalJson } from './canonical-json.js';
import { isMultiple } from './decimal-multiples.js';
import { schemaLimits } from './limits.js';
import type { PatternBudget } from './linear-pattern.js';
import { costKeyword, formatKeyword, meteredKeywords } from './normalize-schema.js';
import { formatMessage, hasFormat } from './time-formats.js';

/** Thrown when validating a value exceeds its work limit. */
export class WorkExceeded extends Error {}

/**
 * Validates a value with at most this much work and returns the errors found, or an empty list. Throws `WorkExceeded`.
 */
export type Validator = (value: JsonValue, work: number) => readonly ErrorObject[];

/** Compiles a schema; throws when its chain of references is too long to compile. */
export function createValidator(schema: JsonObject, patterns: PatternBudget): Validator {
  let left = 0;
  const spend = (work: number) => {
    left -= work;
    if (left < 0) throw new WorkExceeded();
    return true;
  };
  const validate = createAjv(patterns, spend).compile(schema) as ValidateFunction;
  return (value, work) => {
    left = work;
    const errors = validate(value) ? [] : (validate.errors ?? []);
    // Otherwise the function would retain the errors, and through them the value, until the next call.
    validate.errors = null;
    return errors;
  };
}

type Spend = (work: number) => boolean;

/** One instance per schema, so that untrusted schemas cannot affect each other. */
function createAjv(patterns: PatternBudget, spend: Spend): Ajv2020 {
  const ajv = new (loadAjv().Ajv2020)({
    // Stopping at the first error nests the generated code as deeply as the schema is long.
    allErrors: true,
    strict: false,
    logger: false,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    validateFormats: false,
    // Inlined references would multiply the code. Inherited members are never members of a document.
    inlineRefs: false,
    ownProperties: true,
    code: { regExp: createEngine(patterns, spend) },
  });
  ajv.addKeyword(createCost(spend));
  for (const definition of createMetered(spend)) ajv.addKeyword(definition);
  return ajv;
}

/** Charges for the following work, and stops when too many errors, which take memory, have been found. */
function createCost(spend: Spend): CodeKeywordDefinition {
  const { _, Name } = loadAjv();
  const charge = (work: number, errors: number) => {
    spend(errors > schemaLimits.errors ? Number.POSITIVE_INFINITY : work);
  };
  return {
    keyword: costKeyword,
    schemaType: 'number',
    code({ gen, schema }) {
      // `errors` is the running count in every function that Ajv generates.
      gen.code(_`${gen.scopeValue('func', { ref: charge })}(${Number(schema)}, ${new Name('errors')})`);
    },
  };
}

function createEngine({ known }: PatternBudget, spend: Spend) {
  const engine = (source: string) => {
    const judged = known.get(source);
    if (judged?.verdict !== 'linear') throw new Error('only patterns of the inspected schema may run');
    const { test, steps } = judged.pattern;
    const cost = Math.ceil(steps / 10);
    return {
      // Starting the engine costs as much as a few characters.
      test: (text: string) => spend((text.length + 20) * cost) && test(text),
      // Ajv distinguishes patterns by their text.
      toString: () => `/${source}/`,
    };
  };
  return Object.assign(engine, { code: 'linear' });
}

function createMetered(spend: Spend): FuncKeywordDefinition[] {
  const { uniqueItems, minLength, maxLength, multipleOf } = meteredKeywords;
  return [
    {
      keyword: formatKeyword,
      type: 'string',
      validate: (format: string, text: string) => hasFormat(format, text),
      error: { message: ({ schema }) => formatMessage(String(schema)) },
    },
    {
      keyword: uniqueItems,
      type: 'array',
      validate: (wanted: boolean, items: JsonValue[]) => !wanted || isUnique(items, spend),
      error: { message: 'must not have duplicate items' },
    },
    {
      keyword: minLength,
      type: 'string',
      validate: (limit: number, text: string) => text.length >= 2 * limit || countCharacters(text, spend) >= limit,
      error: { message: ({ schema }) => `must have at least ${schema} characters` },
    },
    {
      keyword: maxLength,
      type: 'string',
      validate: (limit: number, text: string) =>
        text.length <= limit || (text.length <= 2 * limit && countCharacters(text, spend) <= limit),
      error: { message: ({ schema }) => `must have at most ${schema} characters` },
    },
    {
      keyword: multipleOf,
      type: 'number',
      validate: (step: number, value: number) => isMultiple(value, step),
      error: { message: ({ schema }) => `must be multiple of ${schema}` },
    },
  ];
}

/** Characters are code points, so the text is iterated only when its code units do not decide. */
function countCharacters(text: string, spend: Spend): number {
  spend(text.length / 10);
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function isUnique(items: readonly JsonValue[], spend: Spend): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const text = canonicalJson(item);
    spend(1 + text.length / 10);
    if (seen.has(text)) return false;
    seen.add(text);
  }
  return true;
}
