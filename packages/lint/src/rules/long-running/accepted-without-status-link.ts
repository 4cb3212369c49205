/** PROF-LRO-02: an acknowledgement says where to look. */
import type { Api, ResponseView } from '../../api/api.js';
import type { Rule } from '../../rule.js';
import { object } from '../../rule-cases.js';

/** Acknowledgements that lead nowhere. */
export const acceptedWithoutStatusLink: Rule = {
  id: 'accepted-without-status-link',
  requirement: 'PROF-LRO-02',
  severity: 'error',
  message: '{operation} answers 202 without an operation id, a link or a Location header.',
  why: 'Work that was accepted and cannot be found again is started once more.',
  help: 'Return the id of the operation and its address in Location.',
  check(api, report) {
    for (const { responses, label, pointer } of api.exposed) {
      for (const response of responses) {
        if (response.status === '202' && !leadsToStatus(api, response))
          report(`${pointer}/responses/202`, { operation: label });
      }
    }
  },
  cases: {
    good: [
      { 'post /t': { responses: { '202': { description: 'Accepted', headers: { Location: {} } } } } },
      {
        'post /t': {
          responses: {
            '202': { description: 'Ok', content: { 'application/json': { schema: object({ operation_id: {} }) } } },
          },
        },
      },
    ],
    bad: [{ 'post /t': { responses: { '202': { description: 'Accepted' } } } }],
  },
};

function leadsToStatus(api: Api, { headers, schema, value, content }: ResponseView): boolean {
  if (value.links !== undefined || headers.some((name) => /^(?:content-)?location$|^link$|operation/.test(name)))
    return true;
  // An answer of another kind, or one that names nothing, cannot be judged.
  if (schema === undefined) return content.length > 0;
  return api
    .walk(schema)
    .some(({ name }) => /id$|url$|uri$|href$|link|location|token|^name$|^self|key$/i.test(name ?? ''));
}
