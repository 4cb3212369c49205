/** PROF-ERR-05: each validation error names its field. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Problem } from '../../api/api.js';
import { contentExamples } from '../../api/examples.js';
import { isNamed } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { object } from '../../rule-model/rule-cases.js';
import { problemCase } from './problem-fields.js';

const about = /valid|field|unprocessable|parameter|attribute|property|missing|malformed|violation/i;

/** What an entry says about the error itself. */
const plain =
  /^(?:(?:error|user|dev\w*|short|long)?_?(?:messages?|msg|text|descriptions?|details?|titles?|reasons?)|(?:error_?)?(?:code|type|kind)|errors?|severity|level|status|id|help|links?|url|timestamp|extensions|meta\w*)$/i;

const naming = /field|location|pointer|param|property|path$/i;

const wrongValues = /^(?:400|422|4XX)$/i;

/** Validation error lists without field names. */
export const fieldErrorsUnnamed: Rule = {
  id: 'field-errors-unnamed',
  requirement: 'PROF-ERR-05',
  severity: 'warning',
  varies:
    'info when neither a name nor a text mentions invalid values and the error is a 422 or shared with other statuses, and when entries have more than texts and codes; else warning',
  message: 'The entries of {name} do not name their field.',
  why: 'An agent fixes the field that the error names; without a name it has to guess.',
  help: 'Add field (or pointer) to each entry.',
  check(api, report) {
    const shared = new Set(
      api.problems.flatMap(({ schema, response }) =>
        schema && !wrongValues.test(response.status) ? [schema.pointer] : [],
      ),
    );
    const shown = api.problems.flatMap(listShown);
    for (const { schema, response, operation } of api.problems) {
      if (schema === undefined || !wrongValues.test(response.status)) continue;
      // In the schema of the success, `errors` are about the work, not about the request.
      if (schema.pointer === operation.output?.pointer) continue;
      for (const node of api.walk(schema)) {
        if (node.role !== 'item' || !/errors?|details|violations|issues|invalid/i.test(node.owner?.name ?? ''))
          continue;
        const names = [...api.properties(node).keys()];
        // A parser names the place in a text.
        if (names.some((name) => /^(?:line|row|column|offset|position)(?:_?(?:no|number|index))?$/i.test(name)))
          continue;
        if (
          names.length > 0 &&
          ![...names, ...keysIn(shown, node.owner?.name)].some(
            (name) => isNamed(name, api.settings.names.fieldName) || naming.test(name),
          )
        ) {
          const isOther =
            (response.status === '422' || shared.has(schema.pointer)) &&
            !about.test(`${node.owner?.name} ${response.description}`);
          // Another member, such as a digest, can name what is wrong.
          const isCertain = !isOther && names.every((name) => plain.test(name));
          report(node.at, { name: node.owner?.name ?? '' }, isCertain ? {} : { severity: 'info' });
        }
      }
    }
  },
  cases: {
    good: [
      problemCase(object({ errors: { type: 'array', items: object({ message: {}, line: {}, column: {} }) } })),
      problemCase({
        ...object({ errors: { type: 'array', items: object({ message: {} }) } }),
        example: { errors: [{ message: 'Too long', invalid_property: 'name' }] },
      }),
      problemCase(object({ field_errors: { type: 'array', items: object({ field: {}, code: {} }) } })),
    ],
    bad: [problemCase(object({ errors: { type: 'array', items: object({ message: {} }) } }))],
  },
};

/** The examples of an error; what they show counts, because entries often accept more fields than the schema lists. */
function listShown({ response, schema }: Problem): JsonValue[] {
  return response.content.flatMap((media) => contentExamples(media, schema)).map(({ value }) => value);
}

function keysIn(shown: readonly JsonValue[], list = ''): string[] {
  const entries = shown.flatMap((value) => (isJsonObject(value) && Array.isArray(value[list]) ? value[list] : []));
  return entries.flatMap((entry) => (isJsonObject(entry) ? Object.keys(entry) : []));
}
