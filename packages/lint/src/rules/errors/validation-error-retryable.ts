/** PROF-ERR-08: retrying an invalid request does not help. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { isNamed } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';

/** Validation error examples that are marked as retryable. */
export const validationErrorRetryable: Rule = {
  id: 'validation-error-retryable',
  requirement: 'PROF-ERR-08',
  severity: 'error',
  message: 'The example of the error response {status} says that it is retryable.',
  why: 'The same invalid request always fails again.',
  help: 'Set retryable: false, and list the invalid fields with the allowed values.',
  ignoresWording: true,
  check(api, report) {
    for (const { response } of api.problems) {
      if (response.status !== '400' && response.status !== '422') continue;
      for (const { value, pointer } of response.content) {
        const named = isJsonObject(value.examples) ? Object.values(value.examples) : [];
        const examples = [value.example, ...named.map((each) => (isJsonObject(each) ? each.value : undefined))];
        const wrong = examples.some((each) => invites(each, api.settings.names.retryable));
        if (wrong) report(pointer, { status: response.status });
      }
    }
  },
  cases: {
    good: [
      {
        'get /t': {
          responses: {
            '422': { description: 'No', content: { 'application/json': { example: { retryable: false } } } },
          },
        },
      },
    ],
    bad: [
      {
        'get /t': {
          responses: {
            '422': { description: 'No', content: { 'application/json': { example: { retryable: true } } } },
          },
        },
      },
    ],
  },
};

function invites(example: JsonValue | undefined, names: readonly string[]): boolean {
  return (
    isJsonObject(example) && Object.entries(example).some(([name, value]) => value === true && isNamed(name, names))
  );
}
