/**
 * The output schema of a served tool. Clients reject a result that does not match it and report an error to their
 * model, also after a successful write. So it allows, besides the output, the results that this server writes instead
 * of one: a preview, an output that violates its own schema, and a part of a large output.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Member that marks such a result. */
export const kindMember = 'result_kind';

/** Kinds of results that are not plain outputs. */
export type ResultKind = 'preview' | 'unchecked' | 'partial';

const kinds: readonly ResultKind[] = ['preview', 'unchecked', 'partial'];

/** Keywords whose values are data, not schemas. */
const data: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'example']);

/** The schema of all results, given the schema of the output. */
export function servedOutput(schema: JsonObject): JsonObject {
  // An output of any form needs no alternative.
  if (Object.keys(schema).every((keyword) => keyword === 'type')) return schema;
  const other = { properties: { [kindMember]: { enum: [...kinds] } }, required: [kindMember] };
  return { type: 'object', anyOf: [moveReferences(schema), other] };
}

/** Local references lead to the new place of the schema. */
function moveReferences(schema: JsonObject): JsonObject {
  const move = (value: JsonValue, isSchema: boolean): JsonValue => {
    if (Array.isArray(value)) return value.map((each) => move(each, isSchema));
    if (!isJsonObject(value)) return value;
    const members = Object.entries(value).map(([name, member]): [string, JsonValue] => {
      if (name === '$ref' && typeof member === 'string') return [name, member.replace(/^#/, '#/anyOf/0')];
      return [name, data.has(name) && isSchema ? member : move(member, !(isSchema && name === 'properties'))];
    });
    return Object.fromEntries(members);
  };
  return move(schema, true) as JsonObject;
}

/** A result that is not a plain output. */
export function specialResult(kind: ResultKind, value: JsonObject): JsonObject {
  return { [kindMember]: kind, ...value };
}
