/** PROF-RESP-01: answers are small by default. */
import { findVerbosity, itemsOf } from '../../api/operation-facts.js';
import type { Rule } from '../../rule.js';
import { answer, object } from '../../rule-cases.js';

const wide = object(Object.fromEntries(Array.from({ length: 26 }, (_, at) => [`f${at}`, { type: 'string' }])));

/** Items with many fields and no way to ask for fewer. */
export const responseTooWide: Rule = {
  id: 'response-too-wide',
  requirement: 'PROF-RESP-01',
  severity: 'warning',
  message: 'An answer of {operation} has {count} fields, and a caller cannot ask for fewer.',
  why: 'Everything that comes back is read; fields that nobody asked for push out the task.',
  help: 'Return the fields that carry signal by default, and take fields or response_format for the rest.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { kinds, output, label, pointer } = operation;
      if (!kinds.read || output === undefined || findVerbosity(api, operation) !== undefined) continue;
      const count = api.leaves(itemsOf(api, operation) ?? output);
      if (count > api.settings.thresholds.wideFields) report(pointer, { operation: label, count });
    }
  },
  cases: {
    good: [
      { 'get /t': { responses: answer(wide), parameters: [{ name: 'fields', in: 'query' }] } },
      {
        'get /t': {
          responses: answer(wide),
          parameters: [{ name: 'filters', in: 'query', description: 'A list of keys to retrieve' }],
        },
      },
      { 'get /t': { responses: answer(object({ a: {} })) } },
    ],
    bad: [{ 'get /t': { responses: answer(wide) } }],
  },
};
