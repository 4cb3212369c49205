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
  varies:
    'warning when both enums share two values, or all values of the smaller one, apart from case; else info, because they may be different sets with one word in common',
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
          // An enum that lists both spellings accepts both.
          !values.includes(known.value) &&
          !known.values.includes(value) &&
          isOneSet(name, values, known.values)
        ) {
          reported.add(key);
          const severity = sharesMost(values, known.values) ? 'warning' : 'info';
          report(at, { value, name, other: known.value }, { severity, related: [known.at] });
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
        'post /a': { requestBody: body(object({ status: { type: 'string', enum: ['pending', 'failed'] } })) },
        'post /b': { requestBody: body(object({ status: { type: 'string', enum: ['PENDING', 'APPROVED'] } })) },
      },
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
  return 2 * countShared(one, other) >= Math.min(one.length, other.length);
}

/** A status of a bug and a status of a payment can both be pending. */
function sharesMost(one: readonly string[], other: readonly string[]): boolean {
  return countShared(one, other) >= Math.min(2, one.length, other.length);
}

function countShared(one: readonly string[], other: readonly string[]): number {
  const known = new Set(other.map(plainName));
  return one.filter((value) => known.has(plainName(value))).length;
}
