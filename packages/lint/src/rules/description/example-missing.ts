/** PROF-DESC-19: a realistic example is included. */
import { isJsonObject } from '@dragoman/model';
import type { Api, SchemaNode } from '../../api/api.js';
import { listContents } from '../../api/examples.js';
import { isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Requests and responses without an example. */
export const exampleMissing: Rule = {
  id: 'example-missing',
  requirement: 'PROF-DESC-19',
  severity: 'warning',
  varies: 'info for a single value, or an object with one plain field, whose schema says all',
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
      if (examples.length > 0 || (schema !== undefined && isShown(schema))) continue;
      const severity = schema !== undefined && isPlain(api, schema) ? 'info' : 'warning';
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

/** A number, a text, or an object with one of them. */
function isPlain(api: Api, node: SchemaNode): boolean {
  const isScalar = ({ schema }: SchemaNode) => scalars.some((type) => isType(schema, type));
  if (isScalar(node)) return true;
  const fields = [...api.properties(node).values()];
  return fields.length === 1 && fields.every(isScalar);
}

const scalars = ['string', 'integer', 'number', 'boolean'] as const;

/** Property examples add up to a whole one when half of the properties have them. */
function hasOwnExamples(api: Api, node: SchemaNode): boolean {
  const leaves = api.walk(node).filter(({ schema, name }) => name !== undefined && !isJsonObject(schema.properties));
  const shown = leaves.filter(({ schema }) =>
    ['example', 'examples', 'enum', 'const', 'default'].some((keyword) => schema[keyword] !== undefined),
  );
  return leaves.some(({ schema }) => schema.example !== undefined) && shown.length * 2 >= leaves.length;
}
