/** Validates values against schemas that take long to compile, as a function of plain data for a worker thread. */
import type { CompiledSchema, SchemaProblem } from '@dragoman/documents';
import { compileSchema } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { createBoundedCache } from '@dragoman/model';

/** A value and the schema that it must match. */
export interface ValidationInput {
  /** The schema as JSON text, which is copied to a thread much faster than objects. */
  schema: string;
  /** True: values with the format `date` or `date-time` are checked. */
  formats: boolean;
  value: JsonValue;
}

/** Number of compiled schemas that a thread keeps; one may take megabytes. */
const keptSchemas = 50;

/** Creates the function; it keeps the schemas that it compiled last. */
export function createValidateValue(): (input: ValidationInput) => SchemaProblem[] {
  const kept = createBoundedCache<string, CompiledSchema>({ entries: keptSchemas });
  return ({ schema, formats, value }) => {
    const key = `${formats} ${schema}`;
    const compiled = kept.get(key) ?? compileSchema(JSON.parse(schema) as JsonValue, { formats });
    kept.set(key, compiled);
    return compiled.validate(value);
  };
}
