/** Collects the diagnostics of a reader, so that all problems are reported at once and their number is limited. */

import type { PatternBudget } from '@dragoman/documents';
import { createPatternBudget, schemaLimits } from '@dragoman/documents';
import type { Diagnostic, JsonObject, JsonValue } from '@dragoman/model';
import { diagnose, hasErrors } from '@dragoman/model';
import type { AidipCode } from './diagnostics.js';
import { aidipDiagnostics } from './diagnostics.js';
import { documentLimits } from './wire.js';

/** A bounded list of diagnostics. */
export interface Findings {
  report(code: AidipCode, pointer: string, parameters?: Readonly<Record<string, string | number>>): void;
  add(diagnostics: readonly Diagnostic[]): void;
  /** Budget for the patterns in all schemas of the document. */
  patterns: PatternBudget;
  hasErrors(): boolean;
  list(): Diagnostic[];
}

/** An empty list; `uri` is the URL of the document. Errors are always added, so that none lets a document pass. */
export function createFindings(uri: string | undefined): Findings {
  const found: Diagnostic[] = [];
  const add = (diagnostics: readonly Diagnostic[]) => {
    for (const diagnostic of diagnostics) {
      if (found.length >= documentLimits.findings && (diagnostic.severity !== 'error' || hasErrors(found))) continue;
      found.push(uri === undefined ? diagnostic : { ...diagnostic, location: { uri, ...diagnostic.location } });
    }
  };
  return {
    report: (code, pointer, parameters) => add([diagnose(aidipDiagnostics, code, { pointer }, parameters)]),
    add,
    patterns: createPatternBudget(schemaLimits.patternSteps),
    hasErrors: () => hasErrors(found),
    list: () => [...found],
  };
}

/** An object of the document, with its location and the list of diagnostics. */
export interface Place {
  object: JsonObject;
  pointer: string;
  findings: Findings;
}

/** The member's value; undefined when the object has no own member of this name. */
export function member(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The object without these members; any name is a plain member. */
export function without(object: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name)));
}
