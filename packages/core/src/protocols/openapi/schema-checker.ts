/**
 * Checks whether the validator accepts a schema assembled from shared definitions. Each definition is checked once for
 * the whole document and not once for each operation that uses it; only if one of them is invalid or recursive is the
 * whole schema checked as the validator does.
 */

import type { PatternBudget } from '@dragoman/documents';
import { checkSchema, schemaLimits } from '@dragoman/documents';
import type { Diagnostic, JsonSchema, JsonValue } from '@dragoman/model';
import { hasErrors, isJsonObject } from '@dragoman/model';
import type { Direction, SchemaTranslator, Translated } from './translate-schema.js';

/** Checks the schemas of one document. */
export interface SchemaChecker {
  /** Errors of an assembled schema; empty when the validator accepts it. */
  faultsOf(schema: JsonSchema, translated: Translated, direction: Direction): Diagnostic[];
}

/** Dependencies of the check. */
export interface SchemaCheckerPorts {
  translator: Pick<SchemaTranslator, 'definition'>;
  /** Creates the compile budget of one schema; results are cached for the whole document. */
  patterns: () => PatternBudget;
}

interface Verdict {
  isSound: boolean;
  /** Definitions applied to the same value as this one; a cycle of them would never end. */
  leadsTo: readonly string[];
  /** JSON values, at most as many as a whole schema may have. */
  values: number;
}

/** Creates the checker for one document. */
export function createSchemaChecker({ translator, patterns }: SchemaCheckerPorts): SchemaChecker {
  const verdicts = { input: new Map<string, Verdict>(), output: new Map<string, Verdict>() };
  const evaluate = (name: string, direction: Direction): Verdict => {
    const known = verdicts[direction].get(name);
    if (known !== undefined) return known;
    const { schema, references } = translator.definition(name, direction);
    const isSound = !hasErrors(checkSchema(withStubs(schema, references), '', patterns()));
    const made = { isSound, leadsTo: [...sameValue(schema)], values: countValues(schema) };
    verdicts[direction].set(name, made);
    return made;
  };
  return {
    faultsOf(schema, translated, direction) {
      const definitions = isJsonObject(schema) && isJsonObject(schema.$defs) ? schema.$defs : {};
      const evaluated = new Map(Object.keys(definitions).map((name) => [name, evaluate(name, direction)]));
      const isSound = [...evaluated.values()].every((each) => each.isSound) && isWithinLimits(schema, evaluated);
      if (!isSound || isRecursive(evaluated)) return checkSchema(schema, '', patterns());
      return checkSchema(withStubs(schema, translated.references), '', patterns());
    },
  };
}

/** The schema alone, with its definitions replaced by ones that accept anything. */
function withStubs(schema: JsonSchema, references: ReadonlySet<string>): JsonValue {
  if (!isJsonObject(schema) || (references.size === 0 && schema.$defs === undefined)) return schema;
  const { $defs: _, ...own } = schema;
  return { ...own, $defs: Object.fromEntries([...references].map((name) => [name, true])) };
}

const sameLists = ['allOf', 'anyOf', 'oneOf'];
const sameSchemas = ['not', 'if', 'then', 'else'];

/** Names of the definitions that are applied to the same value, through any keywords. */
function sameValue(schema: JsonValue, found: Set<string> = new Set()): Set<string> {
  if (!isJsonObject(schema)) return found;
  const { $ref } = schema;
  if (typeof $ref === 'string') found.add($ref.slice('#/$defs/'.length));
  for (const name of sameSchemas) if (schema[name] !== undefined) sameValue(schema[name], found);
  for (const name of sameLists) {
    const list = schema[name];
    for (const each of Array.isArray(list) ? list : []) sameValue(each, found);
  }
  const dependent = schema.dependentSchemas;
  for (const each of isJsonObject(dependent) ? Object.values(dependent) : []) sameValue(each, found);
  return found;
}

function isRecursive(evaluated: ReadonlyMap<string, Verdict>): boolean {
  const done = new Set<string>();
  const open = new Set<string>();
  const closes = (name: string): boolean => {
    if (open.has(name)) return true;
    if (done.has(name)) return false;
    open.add(name);
    const isCyclic = evaluated.get(name)?.leadsTo.some(closes) ?? false;
    open.delete(name);
    done.add(name);
    return isCyclic;
  };
  return [...evaluated.keys()].some(closes);
}

/** Depth is limited for each definition, so it need not be checked for the whole. */
function isWithinLimits(schema: JsonSchema, evaluated: ReadonlyMap<string, Verdict>): boolean {
  if (evaluated.size > schemaLimits.members) return false;
  const { $defs: _, ...own } = isJsonObject(schema) ? schema : {};
  const all = [...evaluated.values()].reduce((sum, { values }) => sum + values, countValues(own));
  return all <= schemaLimits.values;
}

function countValues(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 1;
  const parts: JsonValue[] = Array.isArray(value) ? value : Object.values(value);
  return parts.reduce<number>((sum, each) => sum + countValues(each), 1);
}
