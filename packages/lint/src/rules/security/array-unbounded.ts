/** PROF-SEC-05: responses are bounded. */
import { isType } from '../../api/schema-facts.js';
import { plainName } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

const free = new Set('comment body message note content bio review subject description text title summary'.split(' '));

/** Response arrays and strings without a limit. */
export const arrayUnbounded: Rule = {
  id: 'array-unbounded',
  requirement: 'PROF-SEC-05',
  severity: 'info',
  message: '{subject} in the response has no {keyword}.',
  why: 'An unlimited value can fill the agent’s context window, by accident or on purpose.',
  help: 'Declare the limit that the server enforces.',
  ignoresWording: true,
  check(api, report) {
    for (const { schema, name, at, role } of api.outputs) {
      if (isType(schema, 'array') && schema.maxItems === undefined && role !== 'part') {
        report(at, { subject: name === undefined ? 'An array' : `The array "${name}"`, keyword: 'maxItems' });
      }
      const text = name !== undefined && isType(schema, 'string') && free.has(plainName(name));
      if (
        text &&
        ['maxLength', 'enum', 'format', 'pattern', 'const'].every((keyword) => schema[keyword] === undefined)
      ) {
        report(at, { subject: `The text "${name}"`, keyword: 'maxLength' });
      }
    }
  },
  cases: {
    good: [{ 'get /t': { responses: answer(object({ tags: { type: 'array', maxItems: 10 } })) } }],
    bad: [
      { 'get /t': { responses: answer(object({ tags: { type: 'array' } })) } },
      { 'get /t': { responses: answer(object({ comment: { type: 'string' } })) } },
    ],
  },
};
