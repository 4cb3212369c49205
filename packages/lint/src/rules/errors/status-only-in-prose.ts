/** PROF-ERR-01: the statuses that a call returns are in its responses. */
import type { ApiOperation } from '../../api/api.js';
import type { Rule } from '../../rule-model/rule.js';

/** "HTTP 404", "status code 204", "returns a 403 if …": a number after these words, or before those, is a status. */
const named =
  /\bHTTP(?:\/1\.1)?(?: status| response| error)?(?: code)?(?: of)? `?([245]\d\d)\b|\b(?:status|response|error) code(?: of| is| will be)? `?([245]\d\d)\b|\b(?:returns?|responds? with|results? in|get|raises?|throws?|rejected with|fails? with)(?: an?| the| with)?(?: error)? `?([245]\d\d)`?(?= (?:if|when|on|for|error|response|status|OK|Created|Accepted|No Content|Bad Request|Unauthorized|Forbidden|Not Found|Conflict|Gone|Too Many)\b|[.,;)]|$)/gi;
const mayName = /[245]\d\d/;

/** Statuses that only a description names. */
export const statusOnlyInProse: Rule = {
  id: 'status-only-in-prose',
  requirement: 'PROF-ERR-01',
  severity: 'warning',
  varies: 'info when a default or a range of statuses covers it; else warning',
  message: 'The description of {operation} names {statuses}, which its responses do not document.',
  why: 'A client handles the responses that are documented; any other status looks like a fault.',
  help: 'Add the responses, with their schemas.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { description, label, pointer } = operation;
      if (description === undefined || !mayName.test(description)) continue;
      const missing = listNamed(description).filter((status) => !isCovered(operation, status, false));
      if (missing.length === 0) continue;
      const isMild = missing.every((status) => isCovered(operation, status, true));
      const parameters = {
        operation: label,
        statuses: `the ${missing.length === 1 ? 'status' : 'statuses'} ${missing.join(' and ')}`,
      };
      report(`${pointer}/description`, parameters, isMild ? { severity: 'info' } : {});
    }
  },
  cases: {
    good: [
      { 'get /t': { description: 'Returns 200 tasks at most.' } },
      { 'get /t': { description: 'Returns 404 if there is none.', responses: { '404': { description: 'None' } } } },
      { 'get /t': { description: 'The port 443 is used.' } },
    ],
    bad: [
      { 'get /t': { description: 'Reads a task. Returns 404 if there is none.' } },
      { 'delete /t': { description: 'A successful delete has an HTTP status code of 204.' } },
      { 'get /t': { description: 'Returns a 403 error.', responses: { default: { description: 'Error' } } } },
    ],
  },
};

function listNamed(text: string): string[] {
  const found = [...text.slice(0, 4_000).matchAll(named)].flatMap((groups) => groups.slice(1));
  // "Must return 200" is often about a receiver of events.
  return [...new Set(found.filter((status): status is string => status !== undefined && status !== '200'))];
}

/** True when the responses have the status, or in a wide sense a range or a default that includes it. */
function isCovered({ responses }: ApiOperation, status: string, isWide: boolean): boolean {
  return responses.some(
    (each) =>
      each.status === status ||
      (isWide && (each.status === 'default' || each.status.toUpperCase() === `${status[0] ?? ''}XX`)),
  );
}
