/** PROF-CONS-06: one spelling per value. */
import { listEnums } from '../../api/list-enums.js';
import { plainName } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** Enum values that differ only in case. */
export const enumCaseMixed: Rule = {
  id: 'enum-case-mixed',
  requirement: 'PROF-CONS-06',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: 'The value {value} of {name} is written {other} elsewhere.',
  why: 'An agent reuses a value that it has seen; in another case the API rejects it.',
  help: 'Use one spelling per value, in one shared enum.',
  ignoresWording: true,
  check(api, report) {
    const first = new Map<string, { value: string; at: string; values: readonly string[] }>();
    const reported = new Set<string>();
    for (const { name, values, at } of api.once(listEnums)) {
      // A single value marks the variant of a schema.
      if (values.length === 1 && /^(?:type|kind|object)$/i.test(name)) continue;
      for (const value of values) {
        const key = `${name}\n${value.toLowerCase().replace(/(?<=[a-z])[-_](?=[a-z])/g, '')}`;
        const known = first.get(key);
        if (known === undefined) first.set(key, { value, at, values });
        else if (
          known.value !== value &&
          known.at !== at &&
          !reported.has(key) &&
          isOneSet(name, values, known.values)
        ) {
          reported.add(key);
          report(at, { value, name, other: known.value }, { related: [known.at] });
        }
      }
    }
  },
  cases: {
    good: [
      {
        'post /a': { requestBody: body(object({ type: { type: 'string', enum: ['text', 'number', 'object'] } })) },
        'post /b': { requestBody: body(object({ type: { type: 'string', enum: ['TEXT', 'LONG', 'STAMP'] } })) },
      },
      { 'post /t': { requestBody: body(object({ state: { type: 'string', enum: ['open', 'done'] } })) } },
    ],
    bad: [
      {
        'post /a': { requestBody: body(object({ state: { type: 'string', enum: ['in_progress'] } })) },
        'post /b': { requestBody: body(object({ state: { type: 'string', enum: ['IN_PROGRESS'] } })) },
      },
    ],
  },
};

/** Every thing has a `type`: two enums of that name are one set only if they share most of their values. */
function isOneSet(name: string, one: readonly string[], other: readonly string[]): boolean {
  if (!/^(?:type|kind|format|object)$/i.test(name)) return true;
  const known = new Set(other.map(plainName));
  const shared = one.filter((value) => known.has(plainName(value))).length;
  return 2 * shared >= Math.min(one.length, other.length);
}
