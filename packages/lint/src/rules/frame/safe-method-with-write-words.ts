/** PROF-FACT-05: agents explore with reads, so a read must not change anything. */
import { literalSegments } from '../../api/list-path-operations.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule.js';

const deeds = new Set(['create', 'update', 'delete', 'cancel', 'send', 'approve', 'reset', 'start', 'stop']);

/** Deeds that are hardly ever nouns at the end of a name, as an update, a start or a reset is. */
const closing = new Set(['create', 'delete', 'cancel', 'send', 'approve']);

/** First words of names that are about a deed and do not do it. */
const reading =
  /^(?:get|list|read|find|fetch|show|search|query|count|check|can|is|has|preview|view|describe|before|after|on|pre|post)$/;

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
      { 'get /updates/last': { operationId: 'last_update' } },
      { 'get /jobs/{id}/cancellable': { operationId: 'can_job_cancel' } },
    ],
    bad: [
      { 'get /jobs/{id}/cancel': {} },
      { 'get /mail': { operationId: 'sendMail' } },
      { 'get /tasks': { operationId: 'tasks_delete' } },
      { 'get /chat': { operationId: 'chat.send' } },
    ],
  },
};

/** A deed is the first word of a name, the last one of a name such as `task_delete`, or a path segment of its own; elsewhere such words are nouns. */
export function deedOf(id: string | undefined, path: string): string | undefined {
  const [first, second] = tokensOf(id ?? '');
  const [, end = ''] = /[a-z0-9][_.-]([a-z]+)$/i.exec(id ?? '') ?? [];
  if (closing.has(end.toLowerCase()) && !reading.test(first ?? '')) return end.toLowerCase();
  if (first !== undefined && second !== undefined && deeds.has(first) && !/^[a-z]+s(?![a-z])/.test(id ?? ''))
    return first;
  const last = path.endsWith('}') ? '' : (literalSegments(path).at(-1) ?? '');
  const [word, ...rest] = last.split(/[-_.:]/);
  return word !== undefined && rest.length === 0 && deeds.has(word.toLowerCase()) ? word.toLowerCase() : undefined;
}
