/** PROF-DESC-01: a request is described in a way that every client can send. */
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** Request bodies of methods for which HTTP defines none. */
export const bodyOnRead: Rule = {
  id: 'body-on-read',
  requirement: 'PROF-DESC-01',
  severity: 'warning',
  varies: 'info for DELETE, which many servers accept with a body',
  message: '{operation} is a {method} with a request body.',
  why: 'HTTP gives the body of this method no meaning; clients and proxies drop it or reject the request.',
  help: 'Move the values into query parameters, or make it a POST.',
  ignoresWording: true,
  check(api, report) {
    for (const { method, body, label, pointer } of api.exposed) {
      if (body === undefined || !['get', 'head', 'delete'].includes(method)) continue;
      const severity = method === 'delete' ? 'info' : 'warning';
      report(`${pointer}/requestBody`, { operation: label, method: method.toUpperCase() }, { severity });
    }
  },
  cases: {
    good: [{ 'post /t': { requestBody: body(object({ a: {} })) } }],
    bad: [{ 'get /t': { requestBody: body(object({ a: {} })) } }],
  },
};
