/**
 * Creates the complete schemas of operations, with their definitions and the result of the validator. Operations of a
 * document often share an output; such a schema is created once and shared.
 */

import type { PatternBudget } from '@dragoman/documents';
import type { Diagnostic, JsonSchema } from '@dragoman/model';
import { assembleSchema } from './assemble-schema.js';
import { createSchemaChecker } from './schema-checker.js';
import type { Direction, SchemaTranslator, Translated } from './translate-schema.js';

/** A self-contained schema. */
export interface MadeSchema {
  schema: JsonSchema;
  /** True when a part was left open because of its size. */
  abridged: boolean;
  /** Why the validator would reject it; empty when it does not. */
  found: readonly Diagnostic[];
}

/** Creates the schemas of one document. */
export type MakeSchema = (translated: Translated, direction: Direction) => MadeSchema;

/** Dependencies. */
export interface SchemaMakerPorts {
  translator: Pick<SchemaTranslator, 'definition'>;
  patterns: () => PatternBudget;
  /** Characters of JSON for one input and one output schema. */
  budgets: Readonly<Record<Direction, number>>;
}

/** Maximum length, in characters, of a schema that is looked up among the existing ones. */
const maxCompared = 400;

/** Creates the schema factory for one document. */
export function createSchemaMaker({ translator, patterns, budgets }: SchemaMakerPorts): MakeSchema {
  const schemaChecker = createSchemaChecker({ translator, patterns });
  const made = new Map<string, MadeSchema>();
  const make: MakeSchema = (translated, direction) => {
    const { schema, abridged } = assembleSchema(translated, { translator, direction, budget: budgets[direction] });
    return { schema, abridged, found: schemaChecker.faultsOf(schema, translated, direction) };
  };
  return (translated, direction) => {
    if (translated.size > maxCompared) return make(translated, direction);
    const key = `${direction} ${JSON.stringify(translated.schema)}`;
    const known = made.get(key) ?? make(translated, direction);
    made.set(key, known);
    return known;
  };
}
