/** PROF-ERR-08: what is wrong stays wrong when it is sent again. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { isNamed } from '../../api/operation-facts.js';
import type { Rule } from '../../rule.js';

/** Examples of validation failures that invite a retry. */
export const validationErrorRetryable: Rule = {
  id: 'validation-error-retryable',
  requirement: 'PROF-ERR-08',
  severity: 'error',
  message: 'The example of the failure {status} says that it can be retried.',
  why: 'The same wrong request fails again, for ever.',
  help: 'Say retryable: false, and list the wrong fields with the allowed values.',
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
