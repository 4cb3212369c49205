/** What the comparisons of the parts of an operation share: the two versions, the direction of values, changes of a schema. */
import { ignoresReferenceSiblings } from '@dragoman/documents';
import type { Direction, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, Placed, SchemaNode } from '../api/api.js';
import type { ApiChange } from './change.js';
import { compareSchemas } from './compare-schemas.js';
import type { SchemaEngines } from './schema-engines.js';

/** Two versions of an API. */
export interface ApiPair {
  before: Api;
  after: Api;
  engines: SchemaEngines;
  /** True for operations that the service calls: what is a request elsewhere is received there. */
  isReversed?: boolean;
}

/** A change without the name of its operation. */
export type PartChange = Omit<ApiChange, 'operation'>;

/** The schema of a part in both versions. */
export interface SchemaPair {
  before: SchemaNode | undefined;
  after: SchemaNode | undefined;
}

/** A part of an operation that has a schema. */
export interface SchemaPlace {
  where: string;
  tool: boolean;
  direction: Direction;
  /** Where a change is reported that is not inside a schema. */
  at: Pick<PartChange, 'pointer' | 'side'>;
}

/** What callers send to operations is received by those who are called. */
export function directionOf({ isReversed }: ApiPair, direction: Direction): Direction {
  if (isReversed !== true) return direction;
  return direction === 'input' ? 'output' : 'input';
}

/** The differences of a schema in a part of the operation. */
export function schemaChanges(pair: SchemaPair, place: SchemaPlace, apis: ApiPair): PartChange[] {
  const { where, tool } = place;
  const direction = directionOf(apis, place.direction);
  const { before, after } = pair;
  if (before === undefined || after === undefined) return descriptionChange(pair, place, direction);
  const context = {
    before: apis.before,
    after: apis.after,
    direction,
    engine: apis.engines[direction],
    exchanged: apis.engines.exchanged[direction],
    decisions: apis.engines.decisions,
  };
  return compareSchemas({ before, after, name: `the ${where}` }, context).map(({ fixed: _, ...change }) => ({
    ...change,
    where,
    tool,
    ...(change.rule === undefined ? {} : { severity: 'error' as const }),
  }));
}

/** A part without a schema may be anything, so a schema that appears or disappears is a change. */
function descriptionChange({ before, after }: SchemaPair, place: SchemaPlace, direction: Direction): PartChange[] {
  if (before === after) return [];
  const { where, tool, at } = place;
  if (after === undefined) {
    const effect = direction === 'input' ? 'compatible' : 'breaking';
    return [{ ...at, where, tool, effect, message: `The ${where} no longer has a schema.` }];
  }
  const effect = direction === 'input' ? 'undecided' : 'compatible';
  const doubt = direction === 'input' ? '; values that were accepted before may be rejected' : '';
  return [{ ...at, where, tool, effect, message: `The ${where} now has a schema${doubt}.` }];
}

/** The schema of a media type or a header. */
export function nodeOf(api: Api, { value, pointer }: Placed): SchemaNode | undefined {
  if (value.schema === undefined) return undefined;
  const at = `${pointer}/schema`;
  if (typeof value.schema === 'boolean')
    return { schema: value.schema ? {} : { not: {} }, pointer: at, at, role: 'root' };
  const found = api.follow({ value: value.schema, pointer: at });
  if (found === undefined) return undefined;
  const { schema, pointer: place } = hasOwnRules(api, value.schema)
    ? { schema: value.schema, pointer: at }
    : { schema: found.value, pointer: found.pointer };
  return { schema, pointer: place, at, role: 'root' };
}

/** Rules next to a reference of the root schema. */
function hasOwnRules({ root }: Api, schema: JsonValue): schema is JsonObject {
  if (!isJsonObject(schema) || schema.$ref === undefined || ignoresReferenceSiblings(root)) return false;
  return Object.keys(schema).some((keyword) => !['$ref', 'description', 'summary'].includes(keyword));
}
