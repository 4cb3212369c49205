/** PROF-ERR-04: all invalid fields are reported together. */
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation, SchemaNode } from '../../api/api.js';
import { isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { object } from '../../rule-model/rule-cases.js';
import { problemCase } from './problem-fields.js';

/** Validation errors without a list. */
export const fieldErrorsMissing: Rule = {
  id: 'field-errors-missing',
  requirement: 'PROF-ERR-04',
  severity: 'info',
  varies: 'info, because the status may mean another error, and a text may name the fields',
  message: 'The error response {status} has no list of invalid fields.',
  why: 'With one error per response, an agent needs one call per error.',
  help: 'Add field_errors: [{field, code, detail}] with all errors.',
  ignoresWording: true,
  check(api, report) {
    // One of several responses, such as the 422, lists the fields.
    const listing = new Set(
      api.problems.flatMap(({ schema, response, operation }) =>
        schema !== undefined && /^(?:400|422)$/.test(response.status) && isListed(api, schema) ? operation : [],
      ),
    );
    for (const { schema, response, operation } of api.problems) {
      if (schema === undefined || !/^(?:400|422)$/.test(response.status) || !takesFields(operation)) continue;
      if (api.leaves(schema) === 0) continue;
      if (!isListed(api, schema) && !isOauth(api, schema) && !listing.has(operation))
        report(response.pointer, { status: response.status });
    }
  },
  cases: {
    good: [
      problemCase(object({ field_errors: { type: 'array', items: object({ field: {} }) } })),
      problemCase(object({ fields: { type: 'object', additionalProperties: { type: 'string' } } })),
      problemCase(object({ parameters: { type: 'object' } })),
      problemCase(object({ title: { type: 'string' } }), '422', 'delete /t/{id}'),
    ],
    bad: [
      problemCase(object({ title: { type: 'string' } })),
      problemCase(object({ title: { type: 'string' } }), '422'),
    ],
  },
};

/** An operation without inputs beyond its path can have at most one invalid value. */
function takesFields({ input, bodyTypes, parameters }: ApiOperation): boolean {
  return input !== undefined || bodyTypes.length > 0 || parameters.some((each) => each.in === 'query');
}

function isListed(api: Api, schema: SchemaNode): boolean {
  return api.walk(schema).some((node) => isType(node.schema, 'array') || isFieldMap(node));
}

/** RFC 6749 defines the errors of OAuth, which have no list. */
function isOauth(api: Api, schema: SchemaNode): boolean {
  return api.properties(schema).has('error_description');
}

/** A map from names of fields to their errors. */
function isFieldMap({ name = '', schema }: SchemaNode): boolean {
  if (!/error|field|invalid|violation|param/i.test(name)) return false;
  return isJsonObject(schema.additionalProperties) || (isType(schema, 'object') && schema.properties === undefined);
}
