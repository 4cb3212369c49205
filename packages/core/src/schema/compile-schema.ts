/** A schema made ready to check values. */
import type { JsonValue } from '@dragoman/model';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** One way in which a value breaks its schema. */
export interface SchemaProblem {
  /** JSON pointer into the value. */
  pointer: string;
  message: string;
}

/** A schema made ready to check values. */
export interface CompiledSchema {
  /** Every problem of the value, up to a bound; empty when it fits. */
  validate(value: JsonValue): SchemaProblem[];
}

/** Compiles a schema. */
export function compileSchema(schema: JsonValue): CompiledSchema {
  const validate = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(schema as object);
  return {
    validate: (value) =>
      validate(value)
        ? []
        : (validate.errors ?? []).map((error) => ({ pointer: error.instancePath, message: error.message ?? '' })),
  };
}
