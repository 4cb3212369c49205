/** PROF-RATE-01: rate-limited responses say when to retry. */

import { isNamed, reportsState } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { object } from '../../rule-model/rule-cases.js';

const tooMuch =
  /\btoo (?:large|many (?:items|results|rows)|complex|broad|wide)\b|\b(?:more selective|narrower|smaller|fewer)\b/i;

const planned = /\b(?:quota|subscription|plan|licen[cs]e)\b/i;
const timed = /\b(?:later|retry|try again|rate|requests|per (?:second|minute|hour|day)|recent\w*|reset\w*)\b/i;

const turnedOff = /\bnot (?:\w+ )?(?:configured|enabled|supported|installed|set up)\b|\bdisabled\b|\bturned off\b/i;

const passing =
  /\b(?:later|retry|try again|temporar\w*|overload\w*|busy|throttl\w*|maintenance|too many|rate|capacity|moment|shortly)\b/i;

const simultaneous = /\b(?:concurren\w+|simultaneous\w*|parallel|at once|at the same time)\b/i;

/** When a device is connected or a session is closed, no server can say. */
function isUnknown(status: string, description = ''): boolean {
  return status === '503'
    ? !passing.test(description) || /\bno\b[^.]*\b(?:moment|yet)\b|\bnot (?:yet|mounted|connected)\b/i.test(description)
    : simultaneous.test(description) && !timed.test(description);
}

/** 429 and 503 responses without a delay. */
export const retryAfterMissing: Rule = {
  id: 'retry-after-missing',
  requirement: 'PROF-RATE-01',
  severity: 'warning',
  varies:
    'warning for 429, and for a 503 whose text speaks of load, of a while or of another try; info for another 503, since nobody knows when the service is back, for a limit of what is open at the same time, when only the body or only the header lacks the delay, and when another header says when the limit is reset',
  message: 'The response {status} has no {missing}.',
  why: 'Without a delay an agent retries at once, or never.',
  help: 'Send Retry-After in seconds, and the same number as retry_after in the body.',
  check(api, report) {
    for (const problem of api.problems) {
      const { schema, response } = problem;
      const { status, headers, pointer } = response;
      if ((status !== '429' && status !== '503') || reportsState(problem)) continue;
      // "Payment in unknown status": a delay would invite a second one.
      if (status === '503' && /\bunknown (?:\w+ )?(?:status|state|outcome|result)\b/i.test(response.description ?? ''))
        continue;
      // "Timed out, use a narrower filter": another request helps, and a later one does not.
      if (status === '503' && tooMuch.test(response.description ?? '')) continue;
      // "Not configured": only an administrator can change that.
      if (
        status === '503' &&
        turnedOff.test(response.description ?? '') &&
        !/temporar/i.test(response.description ?? '')
      )
        continue;
      // The quota of a plan is the same later on.
      if (status === '429' && planned.test(response.description ?? '') && !timed.test(response.description ?? ''))
        continue;
      const hasDelay =
        schema !== undefined &&
        [...api.properties(schema).keys()].some(
          (name) => isNamed(name, api.settings.names.retryAfter) || /retry_?after/i.test(name),
        );
      if (!headers.includes('retry-after')) {
        const isTimed =
          hasDelay ||
          headers.some((name) => /^(?:x-)?(?:rate-?limit-)?reset(?:-after)?$|^(?:x-)?rate-?limit-reset/.test(name));
        const isOpen = isUnknown(status, response.description);
        report(
          pointer,
          { status, missing: 'Retry-After header' },
          { severity: isTimed || isOpen ? 'info' : 'warning' },
        );
      } else if (schema !== undefined && !hasDelay) {
        report(pointer, { status, missing: 'retry_after in its body' }, { severity: 'info' });
      }
    }
  },
  cases: {
    good: [
      { 'get /t': { responses: { '503': { description: 'Timed out; try a more selective filter' } } } },
      { 'get /t': { responses: { '429': { description: 'Slow down', headers: { 'Retry-After': {} } } } } },
      { 'post /t': { responses: { '429': { description: 'The limits of this subscription are exceeded' } } } },
      {
        'post /orders': {
          responses: { '503': { description: 'Order in unknown status, the carrier did not answer' } },
        },
      },
    ],
    bad: [
      { 'post /t': { responses: { '503': { description: 'Overloaded' } } } },
      { 'get /t': { responses: { '429': { description: 'Slow down' } } } },
      {
        'get /t': {
          responses: {
            '429': {
              description: 'No',
              headers: { 'Retry-After': {} },
              content: { 'application/json': { schema: object({ code: {} }) } },
            },
          },
        },
      },
    ],
  },
};
