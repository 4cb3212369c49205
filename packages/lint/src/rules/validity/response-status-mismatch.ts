/** PROF-DESC-16: a response is described under the status that it has. */
import type { ApiOperation, ResponseView } from '../../api/api.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Descriptions that consist of the phrase of a status, with the statuses that they fit. */
const phrases: readonly (readonly [phrase: RegExp, statuses: RegExp])[] = [
  [/^(?:ok|success|successful|successful (?:operation|response|request)|request successful)$/, /^[123]/],
  [/^created$/, /^2/],
  [/^accepted$/, /^2/],
  [/^no content$/, /^20[0-6]$/],
  [/^bad request$/, /^4(?:00|22)$/],
  [/^validation (?:error|exception|failed)$/, /^4(?:00|22)$/],
  [/^(?:unauthori[sz]ed|unauthenticated)$/, /^40[13]$/],
  [/^forbidden$/, /^40[134]$/],
  [/^not found$/, /^4(?:04|10)$/],
  [/^method not allowed$/, /^405$/],
  [/^conflict$/, /^4(?:09|12)$/],
  [/^too many requests$/, /^429$/],
  [/^(?:internal )?server error$/, /^5/],
  [/^service unavailable$/, /^5/],
];

/** What a 401 can be about. */
const credentialWords =
  /auth|log(?:ged|in|\b)|sign|credential|token|session|password|permi|access|key|user|account|denied|privilege|right|secret|certificate|otp|identity|verif/i;

/** Statuses without a body. */
const empty = new Set(['204', '205', '304']);

/** Responses whose description or content belongs to another status. */
export const responseStatusMismatch: Rule = {
  id: 'response-status-mismatch',
  requirement: 'PROF-DESC-16',
  severity: 'warning',
  message: 'The response {status} of {operation} {fault}.',
  why: 'An agent decides by the status what happened; here the status and the rest of the response disagree.',
  help: 'Correct the status, or what is said about it.',
  check(api, report) {
    const seen = new Set<string>();
    for (const operation of api.exposed) {
      for (const response of operation.responses) {
        const fault = findFault(operation, response);
        if (fault === undefined || seen.has(response.pointer)) continue;
        seen.add(response.pointer);
        report(response.pointer, { status: response.status, operation: operation.label, fault });
      }
    }
  },
  cases: {
    good: [
      { 'get /t': { responses: { '401': { description: 'Authentication failed' } } } },
      { 'delete /t': { responses: { '204': { description: 'OK' } } } },
      { 'get /t': { responses: { '404': { description: 'Not found' }, '200': { description: 'The task' } } } },
      { 'get /t': { responses: { default: { description: 'Not found' }, '403': { description: 'Unauthorized' } } } },
    ],
    bad: [
      { 'get /t': { responses: { '404': { description: 'OK' } } } },
      { 'get /t': { responses: { '401': { description: 'Enabling the extension failed' } } } },
      { 'get /t': { responses: { '400': { description: 'Not found.' } } } },
      { 'get /t': { responses: { '200': { description: 'Internal Server Error' } } } },
      { 'get /t': { responses: { '201': { description: 'The task' } } } },
      { 'delete /t': { responses: { '204': answer(object({ id: { type: 'string' } }))['200'] ?? null } } },
    ],
  },
};

function findFault(
  { method, responses, summary = '', description: prose = '' }: ApiOperation,
  response: ResponseView,
): string | undefined {
  const { status, content, description = '' } = response;
  if (empty.has(status) && content.some(({ value }) => value.schema !== undefined))
    return 'describes content, but HTTP allows none with this status';
  const text = description
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, '');
  const [, fits] = phrases.find(([phrase]) => phrase.test(text)) ?? [];
  if (fits !== undefined && /^\d{3}$/.test(status) && !fits.test(status))
    return `is described as "${description.trim()}"`;
  if (status === '401' && /\b(?:fail\w*|error)\b/i.test(text) && !credentialWords.test(text))
    return `is described as "${description.trim()}", and 401 means that credentials are missing or wrong`;
  const creates =
    status === '201' &&
    method === 'get' &&
    !/\b(?:creat|generat|add|send|submit)/i.test(`${summary} ${prose.slice(0, 200)}`) &&
    !responses.some((each) => each.status === '200');
  return creates ? 'is the only success, and a GET creates nothing' : undefined;
}
