/**
 * A location in an Arazzo document during reading: typed access to members; every problem is reported with its
 * location.
 */

import type { PatternBudget } from '@dragoman/documents';
import { childPointer, createPatternBudget, schemaLimits } from '@dragoman/documents';
import type { Diagnostic, JsonObject, JsonValue } from '@dragoman/model';
import { diagnose, hasErrors, isJsonObject } from '@dragoman/model';
import type { ArazzoCode } from './diagnostics.js';
import { arazzoDiagnostics } from './diagnostics.js';
import { arazzoLimits } from './workflow.js';

/** A bounded list of findings. */
export interface ArazzoFindings {
  report(code: ArazzoCode, pointer: string, parameters?: Readonly<Record<string, string | number>>): void;
  add(diagnostics: readonly Diagnostic[]): void;
  /** Budget for the patterns of the whole document. */
  patterns: PatternBudget;
  list(): Diagnostic[];
}

/** Creates an empty list. It always has room for the first error, so that no invalid document is accepted. */
export function createArazzoFindings(uri?: string): ArazzoFindings {
  const found: Diagnostic[] = [];
  const add = (diagnostics: readonly Diagnostic[]) => {
    for (const diagnostic of diagnostics) {
      if (found.length >= arazzoLimits.findings && (diagnostic.severity !== 'error' || hasErrors(found))) continue;
      found.push(uri === undefined ? diagnostic : { ...diagnostic, location: { uri, ...diagnostic.location } });
    }
  };
  return {
    report: (code, pointer, parameters) => add([diagnose(arazzoDiagnostics, code, { pointer }, parameters)]),
    add,
    patterns: createPatternBudget(schemaLimits.patternSteps),
    list: () => [...found],
  };
}

/** An object of the document with its location. */
export interface Place {
  object: JsonObject;
  pointer: string;
  findings: ArazzoFindings;
}

/** The own member with this name; undefined when absent. */
export function memberOf(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Pointer of a member. */
export function below(place: Place, name: string | number): string {
  return childPointer(place.pointer, name);
}

/** A string member; undefined when it is absent or invalid (reported). */
export function readText(
  place: Place,
  name: string,
  { required = false, limit = arazzoLimits.text }: { required?: boolean; limit?: number } = {},
): string | undefined {
  const value = memberOf(place.object, name);
  if (value === undefined) {
    if (required) place.findings.report('arazzo/missing', below(place, name));
    return undefined;
  }
  if (typeof value !== 'string' || (required && value.trim() === '')) {
    place.findings.report('arazzo/wrong-type', below(place, name), { expected: 'a non-empty string' });
    return undefined;
  }
  if (value.length <= limit) return value;
  place.findings.report('arazzo/too-long', below(place, name), { limit });
  return undefined;
}

/** A name that expressions can refer to. */
export function readName(place: Place, name: string): string | undefined {
  const text = readText(place, name, { required: true, limit: arazzoLimits.name });
  if (text === undefined || /^[A-Za-z0-9_-]+$/.test(text)) return text;
  place.findings.report('arazzo/name-form', below(place, name));
  return undefined;
}

/** The objects of a list member, each with its location; other items are reported and left out. */
export function readObjects(
  place: Place,
  name: string,
  { required = false, limit = arazzoLimits.list }: { required?: boolean; limit?: number } = {},
): Place[] {
  const value = memberOf(place.object, name);
  const at = below(place, name);
  if (value === undefined || (required && Array.isArray(value) && value.length === 0)) {
    if (required) place.findings.report('arazzo/missing', at);
    return [];
  }
  if (!Array.isArray(value)) {
    place.findings.report('arazzo/wrong-type', at, { expected: 'an array of objects' });
    return [];
  }
  if (value.length > limit) {
    place.findings.report('arazzo/too-many', at, { limit });
    return [];
  }
  return value.flatMap((item, index) => asPlace(item, childPointer(at, index), place.findings));
}

/** An object member with its location; undefined when it is absent or invalid (reported). */
export function readObject(place: Place, name: string, required = false): Place | undefined {
  const value = memberOf(place.object, name);
  if (value === undefined) {
    if (required) place.findings.report('arazzo/missing', below(place, name));
    return undefined;
  }
  return asPlace(value, below(place, name), place.findings)[0];
}

function asPlace(value: JsonValue, pointer: string, findings: ArazzoFindings): Place[] {
  if (isJsonObject(value)) return [{ object: value, pointer, findings }];
  findings.report('arazzo/wrong-type', pointer, { expected: 'an object' });
  return [];
}

/** A number member from 0 to a limit; undefined when it is absent or invalid (reported). */
export function readNumber(place: Place, name: string, limit: number): number | undefined {
  const value = memberOf(place.object, name);
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= 0 && value <= limit) return value;
  place.findings.report('arazzo/out-of-range', below(place, name), { limit });
  return undefined;
}

/** Reports a member that cannot be run as written. */
export function refuseMember(place: Place, name: string, instead: string): void {
  if (memberOf(place.object, name) === undefined) return;
  place.findings.report('arazzo/unsupported', below(place, name), { what: `"${name}"`, instead });
}
