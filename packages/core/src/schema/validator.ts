/** Builds the validator of a rewritten schema on Ajv, with a meter that stops it before it costs too much. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { canonicalJson } from './canonical-json.js';
import { createLinearPattern } from './linear-pattern.js';
import { costKeyword, uniqueKeyword } from './normalise-schema.js';

/** Thrown when a value takes more work than it may. */
export class WorkExceeded extends Error {}

/** Checks a value with at most this much work; the errors found, none when it fits. Throws `WorkExceeded`. */
export type Validator = (value: JsonValue, work: number) => readonly ErrorObject[];

/** Compiles; throws when the schema's chain of references is too long to compile. */
export function createValidator(schema: JsonObject, allErrors: boolean): Validator {
  let left = 0;
  const spend = (work: number) => {
    left -= work;
    if (left < 0) throw new WorkExceeded();
    return true;
  };
  const validate = createAjv(allErrors, spend).compile(schema) as ValidateFunction;
  return (value, work) => {
    left = work;
    return validate(value) ? [] : (validate.errors ?? []);
  };
}

type Spend = (work: number) => boolean;

/** One instance per schema: nothing of one stranger's schema can reach another's. */
function createAjv(allErrors: boolean, spend: Spend): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors,
    strict: false,
    logger: false,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    validateFormats: false,
    // Inlined references would multiply the code; inherited members are never a document's own.
    inlineRefs: false,
    ownProperties: true,
    code: { regExp: createEngine(spend) },
  });
  ajv.addKeyword({ keyword: costKeyword, schemaType: 'number', validate: spend, errors: false });
  ajv.addKeyword({
    keyword: uniqueKeyword,
    type: 'array',
    schemaType: 'boolean',
    validate: (wanted: boolean, items: JsonValue[]) => !wanted || isUnique(items, spend),
    error: { message: 'must not have duplicate items' },
  });
  return ajv;
}

function createEngine(spend: Spend) {
  const engine = (source: string) => {
    const pattern = createLinearPattern(source);
    return {
      test: (text: string) => pattern === undefined || (spend(text.length * pattern.cost) && pattern.test(text)),
      // Ajv tells patterns apart by their text.
      toString: () => `/${source}/`,
    };
  };
  return Object.assign(engine, { code: 'linear' });
}

function isUnique(items: readonly JsonValue[], spend: Spend): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const text = canonicalJson(item);
    spend(1 + text.length / 100);
    if (seen.has(text)) return false;
    seen.add(text);
  }
  return true;
}
