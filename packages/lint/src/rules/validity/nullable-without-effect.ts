/** PROF-DESC-01: a description says one thing; a keyword without effect says something that does not hold. */
import type { JsonObject } from '@dragoman/model';
import type { Api } from '../../api/api.js';
import { listSchemas } from '../../api/list-schemas.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** `nullable` where the version of OpenAPI gives it no meaning. */
export const nullableWithoutEffect: Rule = {
  id: 'nullable-without-effect',
  requirement: 'PROF-DESC-01',
  severity: 'warning',
  varies:
    'info for a property or item that restricts nothing, so that it accepts null anyway; warning for others, such as an alternative that was to be null',
  message: 'nullable has no effect here: {reason}.',
  why: 'Clients that follow the specification reject null, although the description intends to allow it.',
  help: 'OpenAPI 3.0: put type next to nullable. OpenAPI 3.1: add "null" to type.',
  ignoresWording: true,
  check(api, report) {
    const reason = reasonFor(api);
    for (const { schema, pointer } of api.once(listSchemas)) {
      if (schema.nullable !== true || reason === undefined) continue;
      if (reason === withoutType && (schema.type !== undefined || schema.enum !== undefined)) continue;
      if (Array.isArray(schema.type) && schema.type.includes('null')) continue;
      report(
        `${pointer}/nullable`,
        { reason },
        (schema.default === null || !/\/(?:oneOf|anyOf|allOf)\/\d+$/.test(pointer)) && !restricts(schema)
          ? { severity: 'info' }
          : {},
      );
    }
  },
  cases: {
    good: [
      { openapi: '3.0.3', 'get /t': { responses: answer(object({ a: { type: 'string', nullable: true } })) } },
      { 'get /t': { responses: answer(object({ a: { type: ['string', 'null'] } })) } },
    ],
    bad: [
      { openapi: '3.0.3', 'get /t': { responses: answer(object({ a: { nullable: true, allOf: [{}] } })) } },
      { 'get /t': { responses: answer(object({ a: { type: 'string', nullable: true } })) } },
    ],
  },
};

/** Without any of these, null is a value like every other. In an alternative it makes every value valid. */
function restricts(schema: JsonObject): boolean {
  return ['type', '$ref', 'allOf', 'anyOf', 'oneOf', 'enum', 'const'].some((keyword) => schema[keyword] !== undefined);
}

const withoutType = 'OpenAPI 3.0 applies it only to a schema that has a type of its own';

function reasonFor({ root, sourceOf }: Api): string | undefined {
  if (sourceOf !== undefined) return undefined;
  return String(root.openapi).startsWith('3.0') ? withoutType : 'OpenAPI 3.1 and later do not have this keyword';
}
