/**
 * Whole schemas of operations, with their definitions and the validator's word on them. Many operations of a document
 * answer with the same thing; such a schema is made once and shared.
 */

import type { PatternBudget } from '@dragoman/documents';
import type { Diagnostic, JsonSchema } from '@dragoman/model';
import { assembleSchema } from './assemble-schema.js';
import { createSchemaJudge } from './judge-schemas.js';
import type { Direction, SchemaTranslator, Translated } from './translate-schema.js';

/** A schema that stands alone. */
export interface MadeSchema {
  schema: JsonSchema;
  /** True when something was left open for its size. */
  abridged: boolean;
  /** Why the validator would refuse it; empty when it does not. */
  found: readonly Diagnostic[];
}

/** Makes the schemas of one document. */
export type MakeSchema = (translated: Translated, direction: Direction) => MadeSchema;

/** What making needs. */
export interface SchemaMakerPorts {
  translator: Pick<SchemaTranslator, 'definition'>;
  patterns: () => PatternBudget;
  /** Characters of JSON for one input and one output schema. */
  budgets: Readonly<Record<Direction, number>>;
}

/** Longest schema, in characters, that is looked for among those made before. */
const mostCompared = 400;

/** Prepares making the schemas of one document. */
export function createSchemaMaker({ translator, patterns, budgets }: SchemaMakerPorts): MakeSchema {
  const judge = createSchemaJudge({ translator, patterns });
  const made = new Map<string, MadeSchema>();
  const make: MakeSchema = (translated, direction) => {
    const { schema, abridged } = assembleSchema(translated, { translator, direction, budget: budgets[direction] });
    return { schema, abridged, found: judge.faultsOf(schema, translated, direction) };
  };
  return (translated, direction) => {
    if (translated.size > mostCompared) return make(translated, direction);
    const key = `${direction} ${JSON.stringify(translated.schema)}`;
    const known = made.get(key) ?? make(translated, direction);
    made.set(key, known);
    return known;
  };
}
