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
  const { findings, nodes } = inspectSchema(schema);
  if (findings.some(({ code }) => schemaDiagnostics[code].severity === 'error')) return refuse('the schema is faulty');
  try {
    const normal = normaliseSchema(schema, nodes);
    return createCompiled(createValidator(normal, false), () => createValidator(normal, true));
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

/**
 * The quick validator stops at the first problem and so decides cheaply; only a value that is known to be
 * faulty is looked over by the thorough one, with less work, since each problem takes memory.
 */
function createCompiled(quick: Validator, createThorough: () => Validator): CompiledSchema {
  let thorough: Validator | undefined;
  const findAll = (value: JsonValue) => {
    thorough ??= createThorough();
    return thorough(value, schemaLimits.thoroughWork);
  };
  return {
    validate(value) {
      const first = attempt(() => quick(value, schemaLimits.work));
      if (first === undefined) return [unchecked('takes too much work to be checked')];
      if (first.length === 0) return [];
      return describe(attempt(() => findAll(value)) ?? first);
    },
  };
}

/** Undefined when the work was too much: the meter ran out, or the value is nested too deep for the stack. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
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
  return { pointer: instancePath, keyword, message: shorten(allowed) };
}

function shorten(text: string): string {
  return text.length <= longestMessage ? text : `${text.slice(0, longestMessage).replace(/[\ud800-\udbff]$/, '')}…`;
}
