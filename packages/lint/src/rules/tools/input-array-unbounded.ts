/** PROF-TOOL-01: inputs are bounded. */
import { isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** Input arrays without a limit. */
export const inputArrayUnbounded: Rule = {
  id: 'input-array-unbounded',
  requirement: 'PROF-TOOL-01',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: '{subject} accepts any number of items.',
  why: 'An agent in a loop can send thousands of items; a limit in the schema stops it before the call.',
  help: 'Add maxItems, such as 50, and enforce it.',
  ignoresWording: true,
  check(api, report) {
    for (const { schema, name, at, role, pointer } of api.inputs) {
      if (!isType(schema, 'array') || schema.maxItems !== undefined || role === 'part') continue;
      // There are not more values to send than the enum has.
      const items = api.follow({ value: schema.items ?? null, pointer: `${pointer}/items` });
      if (Array.isArray(items?.value.enum)) continue;
      report(at, { subject: name ?? 'The array' });
    }
  },
  cases: {
    good: [{ 'post /t': { requestBody: body(object({ ids: { type: 'array', maxItems: 50 } })) } }],
    bad: [{ 'post /t': { requestBody: body(object({ ids: { type: 'array' } })) } }],
  },
};
