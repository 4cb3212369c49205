/** The part of pass 8 that validates schemas against JSON Schema, including references to the document's `schemas`. */

import type { PatternBudget } from '@dragoman/documents';
import { getPointer, inspectSchema, schemaDiagnostics } from '@dragoman/documents';
import type { Diagnostic, JsonObject, JsonValue } from '@dragoman/model';
import { diagnose, isJsonObject } from '@dragoman/model';
import type { Findings } from '../finding.js';
import type { SchemaCompletenessCode } from './schema-completeness-rules.js';

/** State shared by the schema checks of one document. */
export interface SchemaChecks {
  document: JsonObject;
  /** Budget for the patterns of all schemas together. */
  patterns: PatternBudget;
  findings: Findings<SchemaCompletenessCode>;
}

/** A schema with its location and its label in messages. */
export interface PlacedSchema {
  schema: JsonValue;
  pointer: string;
  what: string;
}

/** Reports the problems of one schema. */
export function checkContractSchema(checks: SchemaChecks, { schema, pointer, what }: PlacedSchema): void {
  for (const { code, pointer: below, parameters } of inspectSchema(schema, checks.patterns).findings) {
    const at = pointer + below;
    const reference = getPointer(schema, below);
    if (code === 'schema/dangling-reference' || code === 'schema/remote-reference') {
      checkReference(checks, { reference, at });
    } else if (!isRequiredFlag(schema, below)) {
      const diagnostic = diagnose(schemaDiagnostics, code, { pointer: at }, parameters);
      report(checks, diagnostic, what);
    }
  }
}

/** Prefix of references to the schemas that endpoints share. */
const sharedSchemas = '#/schemas/';

/**
 * References within the contract's own schema are already resolved; this one is resolved among the document's schemas.
 */
function checkReference(
  { document, findings }: SchemaChecks,
  { reference, at }: { reference?: JsonValue | undefined; at: string },
): void {
  const written = typeof reference === 'string' ? reference : '';
  const element = written;
  const parameters = { reference: written };
  if (!written.startsWith('#')) findings.report('agis/remote-reference', { pointer: at, element, parameters });
  else if (!written.startsWith(sharedSchemas) || !isSchema(getPointer(document, decode(written.slice(1))))) {
    findings.report('agis/dangling-reference', { pointer: at, element, parameters });
  }
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function isSchema(value: JsonValue | undefined): boolean {
  return isJsonObject(value) || typeof value === 'boolean';
}

/** `required: true` on a property is a separate finding. */
function isRequiredFlag(schema: JsonValue, pointer: string): boolean {
  return pointer.endsWith('/required') && typeof getPointer(schema, pointer) === 'boolean';
}

function report({ findings }: SchemaChecks, { severity, message, help, location }: Diagnostic, what: string): void {
  const code =
    severity === 'error' ? 'agis/invalid-schema' : severity === 'warning' ? 'agis/schema-advice' : 'agis/dialect';
  const parameters = { what, problem: message, advice: help };
  findings.report(code, { pointer: location.pointer, element: what, parameters });
}

/** Reports cycles that run through several of the document's schemas and never consume a part of the value. */
export function checkCircles({ document, patterns, findings }: SchemaChecks): void {
  const { schemas } = document;
  if (!isJsonObject(schemas)) return;
  const joined = { $defs: keepOuterReferences(schemas, 0) };
  for (const { code, pointer, parameters } of inspectSchema(joined, patterns).findings) {
    if (code !== 'schema/endless-reference') continue;
    const place = pointer.replace(/^\/\$defs/, '/schemas');
    const [, name = ''] = /^\/schemas\/([^/]*)/.exec(place) ?? [];
    const diagnostic = diagnose(schemaDiagnostics, code, { pointer: place }, parameters);
    report({ document, patterns, findings }, diagnostic, `schemas.${name}`);
  }
}

/** A copy that keeps only references between schemas; references inside one schema are checked with it. */
function keepOuterReferences(value: JsonValue, depth: number): JsonValue {
  if (typeof value !== 'object' || value === null || depth > 64) return value;
  if (Array.isArray(value)) return value.map((item) => keepOuterReferences(item, depth + 1));
  const members = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
    if (name !== '$ref' || typeof member !== 'string') return [[name, keepOuterReferences(member, depth + 1)]];
    return member.startsWith(sharedSchemas) ? [[name, member.replace(sharedSchemas, '#/$defs/')]] : [];
  });
  return Object.fromEntries(members);
}
