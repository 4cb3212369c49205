/** PROF-DESC-17: a pattern can be applied. */
import { listSchemas } from '../../api/list-schemas.js';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** Patterns that are no regular expressions of JSON Schema. */
export const patternInvalid: Rule = {
  id: 'pattern-invalid',
  requirement: 'PROF-DESC-17',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: 'The pattern {pattern} {fault}.',
  why: 'Clients ignore the pattern or reject every value.',
  help: 'Write it in pattern, as an ECMA-262 regular expression, without delimiters and flags.',
  ignoresWording: true,
  check(api, report) {
    for (const { schema, pointer } of api.once(listSchemas)) {
      const { pattern } = schema;
      const fault = typeof pattern === 'string' ? faultOf(pattern.slice(0, 5_000)) : undefined;
      if (fault !== undefined) report(`${pointer}/pattern`, { pattern: String(pattern), fault });
      if (typeof schema.format === 'string' && /^\^.*\$$/.test(schema.format)) {
        report(`${pointer}/format`, { pattern: schema.format, fault: 'is written as format, where it has no effect' });
      }
    }
  },
  cases: {
    good: [{ 'post /t': { requestBody: body(object({ a: { type: 'string', pattern: '^[a-z]+$' } })) } }],
    bad: [
      { 'post /t': { requestBody: body(object({ a: { type: 'string', pattern: '^[a-z+$' } })) } },
      { 'post /t': { requestBody: body(object({ a: { type: 'string', pattern: '/^[a-z]+$/' } })) } },
      { 'post /t': { requestBody: body(object({ a: { type: 'string', format: '^[a-z]+$' } })) } },
    ],
  },
};

function faultOf(pattern: string): string | undefined {
  if (/^\/\^.*\$\/[a-z]*$/.test(pattern)) return 'is written with delimiters, which count as part of it';
  for (const flags of ['u', '']) {
    try {
      new RegExp(pattern, flags);
      return undefined;
    } catch {
      // Without the flag, more is allowed.
    }
  }
  return 'is not a regular expression';
}
