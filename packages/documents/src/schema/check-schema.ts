/** Reports every problem of an untrusted schema with its location. */
import type { Diagnostic, JsonValue } from '@dragoman/model';
import { diagnose } from '@dragoman/model';
import { schemaDiagnostics } from './diagnostics.js';
import { inspectSchema } from './inspect-schema.js';
import type { PatternBudget } from './linear-pattern.js';

/**
 * Checks a schema against JSON Schema 2020-12 and our limits; `at` is the location of the schema in the document.
 * Schemas of one document share a budget, so that together they cost no more than one schema.
 */
export function checkSchema(schema: JsonValue, at = '', patterns?: PatternBudget): Diagnostic[] {
  return inspectSchema(schema, patterns).findings.map(({ code, pointer, parameters }) =>
    diagnose(schemaDiagnostics, code, { pointer: at + pointer }, parameters),
  );
}
