/** PROF-DESC-19: a realistic example is included. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, SchemaNode } from '../../api/api.js';
import { listContents } from '../../api/examples.js';
import { isScalar, isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Requests and responses without an example. */
export const exampleMissing: Rule = {
  id: 'example-missing',
  requirement: 'PROF-DESC-19',
  severity: 'warning',
  varies:
    'info for a single value or a list of them, for an object with at most one field that is plain or says nothing more, or with two that are described, and for an object whose own fields all have an example or nearly all have an example, an enum, a pattern or a format; else warning',
  message: '{subject} of {operation} has no example.',
  why: 'One realistic example answers more questions about the format than a page of description.',
  help: 'Add an example from a real call.',
  ignoresWording: true,
  check(api, report) {
    const known = new Map<string, boolean>();
    const isShown = (node: SchemaNode) => {
      const kept = known.get(node.pointer) ?? hasOwnExamples(api, node);
      known.set(node.pointer, kept);
      return kept;
    };
    for (const { examples, media, subject, operation, schema } of api.once(listContents)) {
      // An example next to a $ref is ignored by tools, which is reported as such, but it can be read.
      const given = media.value.schema;
      if (schema?.schema.format === 'binary' || (isJsonObject(given) && given.example !== undefined)) continue;
      // A standard shows what these documents look like.
      if (operation.path.startsWith('/.well-known/')) continue;
      if (examples.length > 0 || (schema !== undefined && isShown(schema))) continue;
      const severity = schema !== undefined && (isPlain(api, schema) || isTold(api, schema)) ? 'info' : 'warning';
      report(media.pointer, { subject, operation: operation.label }, { severity });
    }
  },
  cases: {
    good: [
      { 'get /t': { responses: answer(object({ id: { type: 'string', example: 't_8a1' } })) } },
      { 'delete /t': { responses: { '204': { description: 'Gone' } } } },
    ],
    bad: [{ 'get /t': { responses: answer(object({ id: { type: 'string' } })) } }],
  },
};

/** A number or a text, a list of them, or an object with one of them or with one object that says nothing more. */
function isPlain(api: Api, node: SchemaNode): boolean {
  if (Object.keys(node.schema).length === 0 || isEmptyObject(api, node) || isScalar(node.schema)) return true;
  const { items } = node.schema;
  if (items !== undefined) {
    const item = api.follow({ value: items, pointer: `${node.pointer}/items` });
    return item !== undefined && isScalar(item.value);
  }
  const fields = [...api.properties(node).values()];
  // `success` and `message`, both explained.
  if (fields.length === 2 && fields.every(({ schema, description }) => isScalar(schema) && description !== undefined))
    return true;
  return fields.length === 1 && fields.every((field) => isScalar(field.schema) || isEmptyObject(api, field));
}

/** Property examples add up to a whole one when half of the properties have them. */
function hasOwnExamples(api: Api, node: SchemaNode): boolean {
  const leaves = leavesOf(api, node);
  const isPartOfExample = ({ owner }: SchemaNode) => owner !== undefined && owner.schema.example !== undefined;
  if (!leaves.some((each) => has(api, each, ['example', 'examples']) || isPartOfExample(each))) return false;
  const keywords = ['example', 'examples', 'enum', 'const', 'default'];
  const shown = leaves.filter((each) => has(api, each, keywords) || isPartOfExample(each));
  return shown.length * 2 >= leaves.length;
}

function leavesOf(api: Api, node: SchemaNode): SchemaNode[] {
  return api.walk(node).filter(({ schema, name }) => name !== undefined && !isJsonObject(schema.properties));
}

/** True when the schema, its items or a part of it has one of the keywords. */
function has(api: Api, { schema, pointer }: SchemaNode, keywords: readonly string[]): boolean {
  const hasOwn = (own: JsonObject) => keywords.some((keyword) => own[keyword] !== undefined);
  const isIn = (part: JsonValue) => {
    const placed = isJsonObject(part) ? api.follow({ value: part, pointer }) : undefined;
    return placed !== undefined && hasOwn(placed.value);
  };
  if (hasOwn(schema) || (schema.items !== undefined && isIn(schema.items))) return true;
  return Array.isArray(schema.allOf) && schema.allOf.some(isIn);
}

/** All fields of the object itself have an example, or four of five of all fields show or restrict their values. */
function isTold(api: Api, node: SchemaNode): boolean {
  const own = [...api.properties(node).values()].filter((each) => api.properties(each).size === 0);
  if (own.length > 0 && own.every((each) => has(api, each, ['example', 'examples']))) return true;
  const leaves = leavesOf(api, node);
  const keywords = ['example', 'examples', 'enum', 'const', 'default', 'pattern', 'format'];
  return leaves.length > 0 && leaves.filter((each) => has(api, each, keywords)).length >= 0.8 * leaves.length;
}

function isEmptyObject(api: Api, node: SchemaNode): boolean {
  const { schema } = node;
  const says = ['additionalProperties', 'patternProperties', 'allOf', 'anyOf', 'oneOf', 'items'];
  if (says.some((keyword) => isJsonObject(schema[keyword]) || Array.isArray(schema[keyword]))) return false;
  return isType(schema, 'object') && api.properties(node).size === 0;
}
