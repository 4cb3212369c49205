/** PROF-DESC-01: a request body without which a call fails is required. */
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** Optional request bodies with required properties. */
export const requestBodyOptional: Rule = {
  id: 'request-body-optional',
  requirement: 'PROF-DESC-01',
  severity: 'warning',
  varies: 'info when the API marks no request body as required; else warning',
  message: 'The request body of {operation} is optional, although its schema requires {names}.',
  why: 'requestBody.required is false by default, so a client may leave out the whole body.',
  help: 'Set required: true on the request body.',
  ignoresWording: true,
  check(api, report) {
    const severity = api.exposed.some(({ body }) => body?.value.required === true) ? 'warning' : 'info';
    const seen = new Set<string>();
    for (const { body, input, label, method } of api.exposed) {
      if (body === undefined || input === undefined || body.value.required !== undefined) continue;
      const { required } = input.schema;
      if (!['post', 'put', 'patch'].includes(method) || !Array.isArray(required) || seen.has(body.pointer)) continue;
      const names = required.filter((name) => typeof name === 'string').slice(0, 3);
      if (names.length === 0) continue;
      seen.add(body.pointer);
      report(body.pointer, { operation: label, names: names.join(', ') }, { severity });
    }
  },
  cases: {
    good: [
      { 'post /t': { requestBody: { ...body(object({ a: {} }, { required: ['a'] })), required: true } } },
      { 'post /t': { requestBody: { ...body(object({ a: {} }, { required: ['a'] })), required: false } } },
      { 'post /t': { requestBody: body(object({ a: {} })) } },
    ],
    bad: [{ 'post /t': { requestBody: body(object({ a: {} }, { required: ['a'] })) } }],
  },
};
