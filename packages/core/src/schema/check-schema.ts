/** Says everything that is wrong with a stranger's schema, each problem with its place. */
import type { Diagnostic, JsonValue } from '@dragoman/model';
import { diagnose } from '@dragoman/model';
import { schemaDiagnostics } from './diagnostics.js';
import { inspectSchema } from './inspect-schema.js';

/** Checks a schema against JSON Schema 2020-12 and our limits; `at` is the schema's own place in the document. */
export function checkSchema(schema: JsonValue, at = ''): Diagnostic[] {
  return inspectSchema(schema).findings.map(({ code, pointer, parameters }) =>
    diagnose(schemaDiagnostics, code, { pointer: at + pointer }, parameters),
  );
}
