/** PROF-VER-04: every response of a deprecated operation announces the deprecation. */
import type { Rule } from '../../rule-model/rule.js';

/** Deprecated operations without deprecation headers. */
export const deprecationHeadersMissing: Rule = {
  id: 'deprecation-headers-missing',
  requirement: 'PROF-VER-04',
  severity: 'warning',
  varies:
    'info for operations marked x-internal, and when the description states the removal date, which clients with a current copy can read; else warning',
  message: '{operation} is deprecated but documents no {missing} header.',
  why: 'A client with an old copy of the description learns about the deprecation only from responses.',
  help: 'Send Deprecation (RFC 9745) and Sunset (RFC 8594) headers, and document both.',
  check(api, report) {
    for (const { deprecated, responses, label, pointer, value, summary = '', description = '' } of api.operations) {
      // Without a success there is no response that could announce the end: the operation is gone, or nobody described it.
      if (!deprecated || !responses.some(({ status }) => /^(?:[23]|default)/i.test(status))) continue;
      if (isGone.test(`${summary}. ${description.slice(0, 1_000)}`)) continue;
      const sent = new Set(responses.flatMap(({ headers }) => headers));
      const missing = ['Deprecation', 'Sunset'].filter((name) => !sent.has(name.toLowerCase()));
      const options = statesEnd.test(description) || value['x-internal'] === true ? { severity: 'info' as const } : {};
      if (missing.length > 0) report(pointer, { operation: label, missing: missing.join(' and no ') }, options);
    }
  },
  cases: {
    good: [
      { 'get /t': { deprecated: true, responses: {} } },
      { 'get /t': { deprecated: true, summary: 'GONE', responses: { '200': { description: 'Done' } } } },
      { 'get /t': { deprecated: true, responses: { '410': { description: 'Gone' } } } },
      {
        'get /t': {
          deprecated: true,
          responses: { '200': { description: 'Done', headers: { Deprecation: {}, Sunset: {} } } },
        },
      },
    ],
    bad: [{ 'get /t': { deprecated: true, responses: { '200': { description: 'Done' } } } }],
  },
};

/** There is nothing left to announce. */
const isGone =
  /\bGONE\b|\b(?:has been|was|is now|already) (?:removed|retired|shut ?down|turned off)\b|\bno longer (?:available|works|functional|implemented|supported)\b|\b(?:never|not) implemented\b/i;

/** A date at which the operation ends. */
const statesEnd =
  /\b(?:sunset|end[- ]of[- ]life|removed|removal|retired?|shut ?down|discontinued|until)\b[^\n]{0,40}\b(?:\d{4}-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w* (?:\d{1,2},? )?\d{4})/i;
