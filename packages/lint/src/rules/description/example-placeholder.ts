/** PROF-DESC-19: examples are realistic. */
import type { JsonValue } from '@dragoman/model';
import { listContents } from '../../api/examples.js';
import type { Rule } from '../../rule-model/rule.js';

const hollow = /^(?:string|foo|bar|baz|foobar|test|example|lorem ipsum.*|x{3,}|abc|value|placeholder|todo)$/i;

/** Examples with placeholders. */
export const examplePlaceholder: Rule = {
  id: 'example-placeholder',
  requirement: 'PROF-DESC-19',
  severity: 'info',
  message: 'The example contains the placeholder "{value}".',
  why: 'A placeholder adds nothing to the type, and an agent copies it into calls.',
  help: 'Replace it with a realistic value.',
  ignoresWording: true,
  check(api, report) {
    for (const { examples } of api.once(listContents)) {
      for (const { value, pointer } of examples) {
        const found = findHollow(value);
        if (found !== undefined) report(pointer, { value: found });
      }
    }
  },
  cases: {
    good: [{ 'post /t': { requestBody: { content: { 'application/json': { example: { title: 'Order hubs' } } } } } }],
    bad: [{ 'post /t': { requestBody: { content: { 'application/json': { example: { title: 'string' } } } } } }],
  },
};

function findHollow(example: JsonValue): string | undefined {
  const queue: JsonValue[] = [example];
  for (let next = queue.pop(), left = 2_000; next !== undefined && left > 0; next = queue.pop(), left -= 1) {
    if (typeof next === 'string' && hollow.test(next)) return next;
    if (typeof next === 'object' && next !== null) queue.push(...Object.values(next).slice(0, 200));
  }
  return undefined;
}
