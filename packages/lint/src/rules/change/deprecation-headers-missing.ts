/** PROF-VER-04: every response of a deprecated operation announces the deprecation. */
import type { Rule } from '../../rule-model/rule.js';

/** Deprecated operations without deprecation headers. */
export const deprecationHeadersMissing: Rule = {
  id: 'deprecation-headers-missing',
  requirement: 'PROF-VER-04',
  severity: 'warning',
  message: '{operation} is deprecated but documents no {missing} header.',
  why: 'A client with an old copy of the description learns about the deprecation only from responses.',
  help: 'Send Deprecation (RFC 9745) and Sunset (RFC 8594) headers, and document both.',
  ignoresWording: true,
  check(api, report) {
    for (const { deprecated, responses, label, pointer } of api.operations) {
      // Without any response there is nothing yet that a header could be part of.
      if (!deprecated || responses.length === 0) continue;
      const sent = new Set(responses.flatMap(({ headers }) => headers));
      const missing = ['Deprecation', 'Sunset'].filter((name) => !sent.has(name.toLowerCase()));
      if (missing.length > 0) report(pointer, { operation: label, missing: missing.join(' and no ') });
    }
  },
  cases: {
    good: [
      { 'get /t': { deprecated: true, responses: {} } },
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
