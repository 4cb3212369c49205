/** PROF-ERR-05: each validation error names its field. */
import { isNamed } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { object } from '../../rule-model/rule-cases.js';
import { problemCase } from './problem-fields.js';

const about = /valid|field|unprocessable|parameter|attribute|property|missing|malformed|violation/i;

/** Validation error lists without field names. */
export const fieldErrorsUnnamed: Rule = {
  id: 'field-errors-unnamed',
  requirement: 'PROF-ERR-05',
  severity: 'warning',
  varies: 'info for a 422 whose description is not about wrong values, else warning',
  message: 'The entries of {name} do not name their field.',
  why: 'An agent fixes the field that the error names; without a name it has to guess.',
  help: 'Add field (or pointer) to each entry.',
  check(api, report) {
    for (const { schema, response } of api.problems) {
      if (schema === undefined || !/^(?:400|422|4XX)$/i.test(response.status)) continue;
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
          const isOther = response.status === '422' && !about.test(`${node.owner?.name} ${response.description}`);
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
