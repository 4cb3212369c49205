/** PROF-ERR-05: each validation error names its field. */
import { isNamed } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { object } from '../../rule-model/rule-cases.js';
import { problemCase } from './problem-fields.js';

const about = /valid|field|unprocessable|parameter|attribute|property|missing|malformed|violation/i;

const wrongValues = /^(?:400|422|4XX)$/i;

/** Validation error lists without field names. */
export const fieldErrorsUnnamed: Rule = {
  id: 'field-errors-unnamed',
  requirement: 'PROF-ERR-05',
  severity: 'warning',
  varies:
    'info where neither a name nor a text is about wrong values, and the error is a 422 or shared with other statuses, else warning',
  message: 'The entries of {name} do not name their field.',
  why: 'An agent fixes the field that the error names; without a name it has to guess.',
  help: 'Add field (or pointer) to each entry.',
  check(api, report) {
    const shared = new Set(
      api.problems.flatMap(({ schema, response }) =>
        schema && !wrongValues.test(response.status) ? [schema.pointer] : [],
      ),
    );
    for (const { schema, response } of api.problems) {
      if (schema === undefined || !wrongValues.test(response.status)) continue;
      for (const node of api.walk(schema)) {
        if (node.role !== 'item' || !/errors?|details|violations|issues|invalid/i.test(node.owner?.name ?? ''))
          continue;
        const names = [...api.properties(node).keys()];
        if (
          names.length > 0 &&
          !names.some(
            (name) =>
              isNamed(name, api.settings.names.fieldName) || /field|location|pointer|param|property|path$/i.test(name),
          )
        ) {
          const isOther =
            (response.status === '422' || shared.has(schema.pointer)) &&
            !about.test(`${node.owner?.name} ${response.description}`);
          report(node.at, { name: node.owner?.name ?? '' }, isOther ? { severity: 'info' } : {});
        }
      }
    }
  },
  cases: {
    good: [problemCase(object({ field_errors: { type: 'array', items: object({ field: {}, code: {} }) } }))],
    bad: [problemCase(object({ errors: { type: 'array', items: object({ message: {} }) } }))],
  },
};
