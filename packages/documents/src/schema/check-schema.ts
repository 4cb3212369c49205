/** Says everything that is wrong with a stranger's schema, each problem with its place. */
import type { Diagnostic, JsonValue } from '@dragoman/model';
import { diagnose } from '@dragoman/model';
import { schemaDiagnostics } from './diagnostics.js';
import { inspectSchema } from './inspect-schema.js';
import type { PatternAllowance } from './linear-pattern.js';

/**
 * Checks a schema against JSON Schema 2020-12 and our limits; `at` is the schema's own place in the document.
 * Schemas of one document share an allowance, so that together they cannot cost more than one.
 */
export function checkSchema(schema: JsonValue, at = '', patterns?: PatternAllowance): Diagnostic[] {
  return inspectSchema(schema, patterns).findings.map(({ code, pointer, parameters }) =>
    diagnose(schemaDiagnostics, code, { pointer: at + pointer }, parameters),
  );
}
