/** PROF-DESC-18: inputs reject unknown properties. */
import { isJsonObject } from '@dragoman/model';
import type { Api, SchemaNode } from '../../api/api.js';
import { isObjectSchema } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** Input objects that accept unknown properties. */
export const inputObjectOpen: Rule = {
  id: 'input-object-open',
  requirement: 'PROF-DESC-18',
  severity: 'warning',
  varies:
    'info for a schema that responses also use or that other schemas extend, because it cannot be closed alone, for an object whose properties are all required, since a misspelled one is missing, for a body with one property only, for messages of Protocol Buffers, which are open by design, for credentials alone, and for metadata, settings and other members that take any key; else warning',
  targets: ['openapi', 'tools'],
  message: '{subject} accepts unknown properties.',
  why: 'When an API ignores an invented property, the call looks successful; when it rejects it, the agent corrects the call.',
  help: 'Add additionalProperties: false (unevaluatedProperties: false next to allOf), and reject unknown properties at run time.',
  ignoresWording: true,
  check(api, report) {
    const shared = listShared(api);
    const isProtobuf = api.once(comesFromProtobuf);
    for (const node of api.inputs) {
      if (!isOpen(api, node)) continue;
      report(
        node.at,
        { subject: node.name ?? 'The input object' },
        isProtobuf || shared.has(node.pointer) || isTight(api, node) || isFree(node) ? { severity: 'info' } : {},
      );
    }
  },
  cases: {
    good: [
      { 'post /t': { requestBody: body(object({ a: { type: 'string' } }, { additionalProperties: false })) } },
      { 'post /t': { requestBody: body({ type: 'object', additionalProperties: { type: 'string' } }) } },
    ],
    bad: [{ 'post /t': { requestBody: body(object({ a: { type: 'string' } })) } }],
  },
};

function isOpen(api: Api, node: SchemaNode): boolean {
  const { schema, role } = node;
  if (role === 'part' || !isObjectSchema(schema)) return false;
  if (schema.additionalProperties === false || schema.unevaluatedProperties === false) return false;
  if (isJsonObject(schema.additionalProperties) || isJsonObject(schema.patternProperties)) return false;
  return api.properties(node).size > 0;
}

/** A misspelled name leaves a required one out, so the call is refused all the same; a token next to nothing is no input. */
function isTight(api: Api, node: SchemaNode): boolean {
  const required = new Set(Array.isArray(node.schema.required) ? node.schema.required.map(String) : []);
  const names = [...api.properties(node).keys()];
  return (
    (names.length === 1 && node.owner === undefined) ||
    names.every((name) => required.has(name)) ||
    names.every((name) => /(?:^|_|[a-z])(?:token|csrf\w*|api_?key|secret)$/i.test(name))
  );
}

/** The schemas that generators for gRPC add: old servers ignore the fields of new clients. */
function comesFromProtobuf({ root }: Api): boolean {
  const { schemas } = isJsonObject(root.components) ? root.components : {};
  const all = {
    ...(isJsonObject(schemas) ? schemas : {}),
    ...(isJsonObject(root.definitions) ? root.definitions : {}),
  };
  return Object.keys(all).some((name) => /^(?:google\.?)?(?:protobuf\.?any|rpc\.?status)$/i.test(name));
}

/** Callers add keys of their own. */
function isFree({ role, name = '' }: SchemaNode): boolean {
  return (
    role === 'property' &&
    /^(?:\w*_?meta_?(?:data)?|custom\w*|extras?|attributes|properties|params|parameters|arguments|args|context|payload|data|labels|annotations|variables|headers|env(?:ironment)?)$/i.test(
      name,
    )
  );
}

/** The schemas of responses, and those that another schema extends by allOf. */
function listShared(api: Api): ReadonlySet<string> {
  const found = new Set(api.outputs.map(({ pointer }) => pointer));
  for (const { schema, pointer } of [...api.inputs, ...api.outputs]) {
    for (const [at, value] of (Array.isArray(schema.allOf) ? schema.allOf : []).entries())
      found.add(api.follow({ value, pointer: `${pointer}/allOf/${at}` })?.pointer ?? '');
  }
  return found;
}
