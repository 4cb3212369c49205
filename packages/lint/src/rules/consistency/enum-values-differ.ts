/** PROF-CONS-06: one set of values per concept. */
import { listEnums } from '../../api/list-enums.js';
import type { Rule } from '../../rule-model/rule.js';
import { object } from '../../rule-model/rule-cases.js';

/** Names of what an operation offers for its own result: each list sorts by its own fields. */
const selections = /^(?:sort|order|format|fields?|include|expand|select|group)/i;

/** Enums that overlap but differ. */
export const enumValuesDiffer: Rule = {
  id: 'enum-values-differ',
  requirement: 'PROF-CONS-06',
  severity: 'info',
  targets: ['openapi', 'tools'],
  message: '{name} of {entity} has other values elsewhere; only one of the two lists {missing}.',
  why: 'An agent discovers only by failing that a filter lacks a state, or that only one operation knows it.',
  help: 'Share one enum between all uses.',
  ignoresWording: true,
  check(api, report) {
    const first = new Map<string, { values: readonly string[]; at: string }>();
    const reported = new Set<string>();
    for (const { name, entity, values, at } of api.once(listEnums)) {
      if (entity === undefined || selections.test(name)) continue;
      const key = `${entity} ${name}`;
      const known = first.get(key);
      if (known === undefined) {
        first.set(key, { values, at });
        continue;
      }
      const missing = [
        ...known.values.filter((each) => !values.includes(each)),
        ...values.filter((each) => !known.values.includes(each)),
      ];
      const overlaps = values.some((each) => known.values.includes(each));
      if (missing.length === 0 || !overlaps || reported.has(key)) continue;
      reported.add(key);
      report(
        at,
        {
          name,
          entity,
          missing: missing
            .slice(0, 6)
            .map((each) => `"${each}"`)
            .join(', '),
        },
        { related: [known.at] },
      );
    }
  },
  cases: {
    good: [
      {
        'get /tasks': { parameters: [{ name: 'sort_by', in: 'query', schema: { enum: ['id', 'due'] } }] },
        'get /tasks/done': { parameters: [{ name: 'sort_by', in: 'query', schema: { enum: ['id', 'end'] } }] },
      },
      { 'get /tasks': { parameters: [{ name: 'state', in: 'query', schema: { enum: ['open', 'done'] } }] } },
    ],
    bad: [
      {
        'get /tasks': {
          parameters: [{ name: 'state', in: 'query', schema: { enum: ['open', 'done'] } }],
          responses: {
            '200': {
              description: 'Done',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Task' } } },
            },
          },
        },
        components: { schemas: { Task: object({ state: { enum: ['open', 'done', 'cancelled'] } }) } },
      },
    ],
  },
};
