/** PROF-DESC-01: every input is described once. */
import type { Rule } from '../../rule-model/rule.js';

/** Parameters that an operation lists twice. */
export const parameterDuplicate: Rule = {
  id: 'parameter-duplicate',
  requirement: 'PROF-DESC-01',
  severity: 'error',
  message: '{operation} has two parameters {name} in {place}.',
  why: 'Clients use one of the two descriptions, and the specification does not say which.',
  help: 'Remove one of them.',
  ignoresWording: true,
  check(api, report) {
    for (const { value, pointer, label } of api.operations) {
      const listed = Array.isArray(value.parameters) ? value.parameters : [];
      const seen = new Set<string>();
      for (const [at, given] of listed.entries()) {
        const parameter = api.follow({ value: given, pointer: `${pointer}/parameters/${at}` })?.value;
        const { name, in: place } = parameter ?? {};
        if (typeof name !== 'string' || typeof place !== 'string') continue;
        const key = `${place} ${place === 'header' ? name.toLowerCase() : name}`;
        if (seen.has(key)) report(`${pointer}/parameters/${at}`, { operation: label, name, place });
        seen.add(key);
      }
    }
  },
  cases: {
    good: [
      {
        'get /t': {
          parameters: [
            { name: 'a', in: 'query' },
            { name: 'a', in: 'header' },
          ],
        },
      },
    ],
    bad: [
      {
        'get /t': {
          parameters: [
            { name: 'a', in: 'query' },
            { name: 'a', in: 'query' },
          ],
        },
      },
    ],
  },
};
