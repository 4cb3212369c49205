/** PROF-DESC-18: closed allOf branches reject each other's properties. */
import { isJsonObject } from '@dragoman/model';
import type { Api, SchemaNode } from '../../api/api.js';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** Compositions that no value satisfies. */
export const closedAllofTrap: Rule = {
  id: 'closed-allof-trap',
  requirement: 'PROF-DESC-18',
  severity: 'error',
  targets: ['openapi', 'tools'],
  message: 'A closed allOf branch rejects the property {property} of another branch.',
  why: 'additionalProperties: false sees only its own branch; together such branches reject every input.',
  help: 'Put unevaluatedProperties: false next to allOf (3.1), or merge the branches into one object.',
  ignoresWording: true,
  check(api, report) {
    for (const node of api.inputs) {
      const property = trappedProperty(api, node);
      if (property !== undefined) report(node.at, { property });
    }
  },
  cases: {
    good: [
      {
        'post /t': {
          requestBody: body({ allOf: [object({ a: {} }), object({ b: {} })], unevaluatedProperties: false }),
        },
      },
    ],
    bad: [
      {
        'post /t': {
          requestBody: body({ allOf: [object({ a: {} }, { additionalProperties: false }), object({ b: {} })] }),
        },
      },
    ],
  },
};

function trappedProperty(api: Api, node: SchemaNode): string | undefined {
  const { allOf } = node.schema;
  if (!Array.isArray(allOf) || allOf.length < 2) return undefined;
  const all = allOf.flatMap((value) => {
    const branch = isJsonObject(value) ? api.follow({ value, pointer: node.pointer }) : undefined;
    return branch === undefined ? [] : [branch.value];
  });
  const closed = all.find((branch) => branch.additionalProperties === false && isJsonObject(branch.properties));
  if (closed === undefined || !isJsonObject(closed.properties)) return undefined;
  const own = closed.properties;
  return all
    .flatMap((branch) => (isJsonObject(branch.properties) ? Object.keys(branch.properties) : []))
    .find((name) => !Object.hasOwn(own, name));
}
