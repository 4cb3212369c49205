/**
 * A stranger's schema made ready to check values: safe to build and safe to run. Neither a schema nor a value
 * can hang the process, grow it without bound, or make a call throw.
 */
import type { JsonValue } from '@dragoman/model';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { schemaDiagnostics } from './diagnostics.js';
import { inspectSchema } from './inspect-schema.js';
import { schemaLimits } from './limits.js';
import { normaliseSchema } from './normalise-schema.js';
import { childPointer } from './pointer.js';
import { shorten } from './shorten.js';
import type { Validator } from './validator.js';
import { createValidator } from './validator.js';

/** One way in which a value breaks its schema. */
export interface SchemaProblem {
  /** JSON pointer into the value. */
  pointer: string;
  /** The keyword that was broken; `unchecked` when the check could not be done or finished. */
  keyword: string;
  /** What is wrong, in a few words: "missing", "must be string". */
  message: string;
}

/** A schema made ready to check values. */
export interface CompiledSchema {
  /** Every problem of the value, up to a bound; empty when it fits. Never throws. */
  validate(value: JsonValue): SchemaProblem[];
}

const longestMessage = 200;

/** Compiles a schema; one that `checkSchema` finds errors in gives a validator that refuses every value. */
export function compileSchema(schema: JsonValue): CompiledSchema {
  const inspection = inspectSchema(schema);
  const faulty = inspection.findings.some(({ code }) => schemaDiagnostics[code].severity === 'error');
  if (faulty) return refuse('the schema is faulty');
  try {
    return createCompiled(createValidator(normaliseSchema(schema, inspection), inspection.patterns));
  } catch {
    return refuse('the schema is too large to be checked against');
  }
}

function refuse(message: string): CompiledSchema {
  return { validate: () => [unchecked(message)] };
}

function unchecked(message: string): SchemaProblem {
  return { pointer: '', keyword: 'unchecked', message };
}

/** Work that is too much ends in a throw: the meter ran out, or the value is nested too deep for the stack. */
function createCompiled(validator: Validator): CompiledSchema {
  return {
    validate(value) {
      try {
        const errors = validator(value, schemaLimits.work);
        return errors.length === 0 ? [] : describe(errors);
      } catch {
        return [unchecked('takes too much work to be checked')];
      }
    },
  };
}

function describe(errors: readonly ErrorObject[]): SchemaProblem[] {
  const problems = new Map<string, SchemaProblem>();
  for (const error of errors) {
    if (problems.size >= schemaLimits.problems) break;
    const problem = describeOne(error);
    problems.set(`${problem.pointer} ${problem.message}`, problem);
  }
  return [...problems.values()];
}

function describeOne({ instancePath, keyword, params, message = 'does not fit' }: ErrorObject): SchemaProblem {
  const member = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  if (typeof member === 'string') {
    const text = params.missingProperty === undefined ? 'not allowed here' : 'missing';
    return { pointer: childPointer(instancePath, member), keyword, message: text };
  }
  const allowed = keyword === 'enum' ? `must be one of ${JSON.stringify(params.allowedValues)}` : message;
  return { pointer: instancePath, keyword, message: shorten(allowed, longestMessage) };
}
