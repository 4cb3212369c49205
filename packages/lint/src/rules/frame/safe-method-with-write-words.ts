/** PROF-FACT-05: agents explore with reads, so a read must not change anything. */
import { literalSegments } from '../../api/list-path-operations.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule.js';

const deeds = new Set(['create', 'update', 'delete', 'cancel', 'send', 'approve', 'reset', 'start', 'stop']);

/** Reads whose names say that they write. */
export const safeMethodWithWriteWords: Rule = {
  id: 'safe-method-with-write-words',
  requirement: 'PROF-FACT-05',
  severity: 'error',
  message: '{operation} is a {method} and its name says "{word}".',
  why: 'Agents try reads freely; one that changes something is called by way of exploration.',
  help: 'Make it a POST, or name it after what it shows.',
  check(api, report) {
    for (const { method, id, path, label, pointer } of api.exposed) {
      if (method !== 'get' && method !== 'head') continue;
      const word = deedOf(id, path);
      if (word !== undefined) report(pointer, { operation: label, method: method.toUpperCase(), word });
    }
  },
  cases: {
    good: [
      { 'get /jobs/{id}': { operationId: 'job_get' } },
      { 'get /events': { operationId: 'listEventsByStartTime' } },
      { 'get /updates': { operationId: 'updates_list' } },
    ],
    bad: [{ 'get /jobs/{id}/cancel': {} }, { 'get /mail': { operationId: 'sendMail' } }],
  },
};

/** A deed is the first word of a name, or a path segment of its own; elsewhere such words are nouns. */
export function deedOf(id: string | undefined, path: string): string | undefined {
  const [first, second] = tokensOf(id ?? '');
  if (first !== undefined && second !== undefined && deeds.has(first) && !/^[a-z]+s(?![a-z])/.test(id ?? ''))
    return first;
  const last = path.endsWith('}') ? '' : (literalSegments(path).at(-1) ?? '');
  const [word, ...rest] = last.split(/[-_.:]/);
  return word !== undefined && rest.length === 0 && deeds.has(word.toLowerCase()) ? word.toLowerCase() : undefined;
}
