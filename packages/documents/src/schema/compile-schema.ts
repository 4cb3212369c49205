/**
 * Compiles an untrusted schema into a validator that is safe to build and to run. Neither a schema nor a value can
 * block the process, exhaust its memory, or make a call throw.
 */
import type { JsonValue } from '@dragoman/model';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { schemaDiagnostics } from './diagnostics.js';
import { inspectSchema } from './inspect-schema.js';
import { schemaLimits } from './limits.js';
import { formatKeyword, meteredKeywords, normalizeSchema } from './normalize-schema.js';
import { childPointer, getPointer } from './pointer.js';
import { shorten } from './shorten.js';
import type { Validator } from './validator.js';
import { createValidator } from './validator.js';

/** One violation of a schema by a value. */
export interface SchemaProblem {
  /** JSON pointer into the value. */
  pointer: string;
  /** The violated keyword; `unchecked` when the validation could not be completed. */
  keyword: string;
  /** A short description: "missing", "must be string". */
  message: string;
}

/** A compiled schema. */
export interface CompiledSchema {
  /** Every problem of the value, up to a limit; empty when the value is valid. Never throws. */
  validate(value: JsonValue): SchemaProblem[];
}

const longestMessage = 200;

/** Options of a compilation. */
export interface CompileOptions {
  /** True: values with the format `date` or `date-time` are checked; by default a format is only an annotation. */
  formats?: boolean;
}

/** Compiles a schema. When `checkSchema` reports errors for it, the result rejects every value. */
export function compileSchema(schema: JsonValue, { formats = false }: CompileOptions = {}): CompiledSchema {
  const inspection = inspectSchema(schema);
  const faulty = inspection.findings.some(({ code }) => schemaDiagnostics[code].severity === 'error');
  if (faulty) return refuse('the schema is invalid');
  try {
    return createCompiled(createValidator(normalizeSchema(schema, inspection, formats), inspection.patterns));
  } catch {
    return refuse('the schema is too large to compile');
  }
}

function refuse(message: string): CompiledSchema {
  return { validate: () => [unchecked(message)] };
}

function unchecked(message: string): SchemaProblem {
  return { pointer: '', keyword: 'unchecked', message };
}

/** Excessive work throws: the work limit is reached, or the value is nested too deeply for the stack. */
function createCompiled(validator: Validator): CompiledSchema {
  return {
    validate(value) {
      try {
        const errors = validator(value, schemaLimits.work);
        return errors.length === 0 ? [] : describe(errors, value);
      } catch {
        return [unchecked('takes too much work to validate')];
      }
    },
  };
}

function describe(errors: readonly ErrorObject[], value: JsonValue): SchemaProblem[] {
  const problems = new Map<string, SchemaProblem>();
  for (const error of errors) {
    if (problems.size >= schemaLimits.problems) break;
    const problem = describeOne(error, value);
    problems.set(`${problem.pointer} ${problem.message}`, problem);
  }
  return [...problems.values()];
}

/** The keywords that the validator's own keywords stand for. */
const ownNames: ReadonlyMap<string, string> = new Map([
  [formatKeyword, 'format'],
  ...Object.entries(meteredKeywords).map(([name, own]) => [own, name] as const),
]);

function describeOne(error: ErrorObject, value: JsonValue): SchemaProblem {
  const { instancePath, keyword, params, message = 'does not match the schema' } = error;
  const member = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  if (typeof member === 'string') {
    const text = params.missingProperty === undefined ? 'not allowed here' : 'missing';
    return { pointer: childPointer(instancePath, member), keyword, message: text };
  }
  const isQuoted = keyword === 'type' && looksQuoted(getPointer(value, instancePath), params.type);
  const typed = isQuoted ? `${message}, but is text; send the value itself, without quotes` : message;
  const allowed = keyword === 'enum' ? `must be one of ${JSON.stringify(params.allowedValues)}` : typed;
  return {
    pointer: instancePath,
    keyword: ownNames.get(keyword) ?? keyword,
    message: shorten(allowed, longestMessage),
  };
}

/** How JSON text of a type begins. */
const beginnings: Readonly<Record<string, RegExp>> = {
  object: /^\s*\{/,
  array: /^\s*\[/,
  number: /^-?\d+(\.\d+)?$/,
  integer: /^-?\d+$/,
  boolean: /^(true|false)$/,
};

/** True for text that looks like JSON of the expected type; models often send values in this form. */
function looksQuoted(value: JsonValue | undefined, expected: unknown): boolean {
  if (typeof value !== 'string') return false;
  const types: unknown[] = Array.isArray(expected) ? expected : [expected];
  return types.some((type) => beginnings[String(type)]?.test(value.slice(0, 40)));
}
