/** PROF-ERR-03: errors say whether they are retryable. */
import { isJsonObject } from '@dragoman/model';
import type { Api, SchemaNode } from '../../api/api.js';
import { findKey } from '../../api/operation-facts.js';
import { isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { object } from '../../rule-model/rule-cases.js';
import { hasProblemField, listShapes, problemCase } from './problem-fields.js';

/** Errors without a retry flag. */
export const errorRetryableMissing: Rule = {
  id: 'error-retryable-missing',
  requirement: 'PROF-ERR-03',
  severity: 'warning',
  varies:
    'warning for a shape that is used with a status after which a repetition may succeed (408, 423, 425, 429, 5xx except 500 and 501), or with another 5xx, 409 or default where a text of the API is about repeating a call; info for others, for google.rpc.Status, whose codes say it, and for a shape without any text or code',
  message: 'Error responses have no boolean that says whether the call may be retried.',
  why: 'An agent that guesses from the status retries calls that cannot succeed, and gives up on those that would.',
  help: 'Add retryable; set it to true only when the same request may succeed and does no harm.',
  check(api, report) {
    const others = new Set(
      api.problems.flatMap(({ schema, response }) =>
        schema &&
        (passes.test(response.status) || (mayPass.test(response.status) && saysRepeat(api, response.description)))
          ? [schema.pointer]
          : [],
      ),
    );
    for (const schema of listShapes(api)) {
      const flag = hasProblemField(api, schema, api.settings.names.retryable);
      if (flag === undefined || !isType(flag.schema, 'boolean')) {
        report(
          schema.at,
          {},
          others.has(schema.pointer) && isError(api, schema) && !/rpc\.?status$/i.test(schema.pointer)
            ? {}
            : { severity: 'info' },
        );
      }
    }
  },
  cases: {
    good: [
      problemCase(object({ retryable: { type: 'boolean' } })),
      problemCase(object({ isRetryable: { type: 'boolean' } })),
    ],
    bad: [
      problemCase(object({ title: { type: 'string' } })),
      problemCase(object({ title: { type: 'string' } }), '409'),
      problemCase(object({ title: { type: 'string' } }), '503'),
    ],
  },
};

/** Statuses after which the same request of the same caller may succeed. */
const passes = /^(?:408|423|425|429|5(?!0[01])\d\d)$/;

/** Statuses of programs that fail and of duplicates, too: no repetition helps there. */
const mayPass = /^(?:409|5..|default)$/i;

const repeats = /\bretr(?:y|ies|ied|ying)\b|\btry(?:ing)? again\b|\btemporar(?:y|ily)\b|\bback-?off\b/i;

/** The error itself or the introduction is about repeating a call, or a call can be repeated with a key. */
function saysRepeat(api: Api, description = ''): boolean {
  return repeats.test(description) || api.once(isAboutRepeating);
}

function isAboutRepeating(api: Api): boolean {
  const intro = isJsonObject(api.root.info) ? String(api.root.info.description ?? '').slice(0, 20_000) : '';
  return repeats.test(intro) || api.exposed.some((each) => findKey(api, each) !== undefined);
}

/** A response without text and code, such as a login that is referred to by mistake, is not the shape of errors. */
function isError(api: Api, schema: SchemaNode): boolean {
  const names = api.walk(schema).flatMap(({ name }) => name ?? []);
  return (
    names.length === 0 || names.some((name) => /err|messag|msg|detail|title|code|reason|fault|problem/i.test(name))
  );
}
