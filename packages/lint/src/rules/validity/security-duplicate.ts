/** PROF-DESC-01: every way to authenticate is described once. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Rule } from '../../rule-model/rule.js';

/** Security alternatives that a list contains twice. */
export const securityDuplicate: Rule = {
  id: 'security-duplicate',
  requirement: 'PROF-DESC-01',
  severity: 'warning',
  message: 'The security alternative {names} is listed twice.',
  why: 'The second one has no effect; the author may have meant another scheme, or both schemes together.',
  help: 'Remove it, or put schemes that are required together into one object.',
  ignoresWording: true,
  check(api, report) {
    const check = (security: JsonValue | undefined, pointer: string) => {
      const seen = new Set<string>();
      for (const [at, each] of (Array.isArray(security) ? security : []).entries()) {
        if (!isJsonObject(each)) continue;
        const key = keyOf(each);
        if (seen.has(key)) report(`${pointer}/security/${at}`, { names: Object.keys(each).join(' and ') || '{}' });
        seen.add(key);
      }
    };
    check(api.root.security, '');
    for (const { value, pointer } of api.operations) check(value.security, pointer);
  },
  cases: {
    good: [
      { 'get /t': { security: [{ key: [] }, { token: [] }, {}] } },
      { 'get /t': { security: [{ oauth: ['read'] }, { oauth: ['write'] }] } },
    ],
    bad: [
      { 'get /t': { security: [{ key: [] }, { token: [] }, { key: [] }] } },
      { security: [{ oauth: ['a', 'b'] }, { oauth: ['b', 'a'] }], 'get /t': {} },
    ],
  },
};

/** Schemes and scopes are sets. */
function keyOf(alternative: Readonly<Record<string, JsonValue>>): string {
  const schemes = Object.entries(alternative).map(([name, scopes]) => [
    name,
    Array.isArray(scopes) ? [...scopes].map(String).sort() : [],
  ]);
  return JSON.stringify(schemes.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)));
}
