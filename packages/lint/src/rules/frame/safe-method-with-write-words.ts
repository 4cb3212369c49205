/** PROF-FACT-05: agents explore with reads, so a read must not change anything. */
import { literalSegments } from '../../api/list-path-operations.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

const actionVerbs = new Set(['create', 'update', 'delete', 'cancel', 'send', 'approve', 'reset', 'start', 'stop']);

/** Verbs that are rarely nouns at the end of a name, unlike update, start or reset. */
const closing = new Set(['create', 'delete', 'cancel', 'send', 'approve']);

/** First words of names that are about an action but do not perform it. */
const reading =
  /^(?:get|list|read|find|fetch|show|search|query|count|check|can|is|has|preview|view|describe|before|after|on|pre|post)$/;

/** Reads with write verbs in their names. */
export const safeMethodWithWriteWords: Rule = {
  id: 'safe-method-with-write-words',
  requirement: 'PROF-FACT-05',
  severity: 'error',
  message: '{operation} is a {method}, but its name contains "{word}".',
  why: 'Agents explore with reads, so they may call this operation without intending a change.',
  help: 'Make it a POST, or name it after what it returns.',
  check(api, report) {
    for (const { method, id, path, label, pointer } of api.exposed) {
      if (method !== 'get' && method !== 'head') continue;
      const word = verbOf(id, path);
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

/**
 * A verb counts as the first word of a name, as the last word of a name such as `task_delete`, or as a whole path
 * segment; elsewhere such words are nouns.
 */
export function verbOf(id: string | undefined, path: string): string | undefined {
  const [first, second] = tokensOf(id ?? '');
  const [, end = ''] = /[a-z0-9][_.-]([a-z]+)$/i.exec(id ?? '') ?? [];
  if (closing.has(end.toLowerCase()) && !reading.test(first ?? '')) return end.toLowerCase();
  if (first !== undefined && second !== undefined && actionVerbs.has(first) && !/^[a-z]+s(?![a-z])/.test(id ?? ''))
    return first;
  const last = path.endsWith('}') ? '' : (literalSegments(path).at(-1) ?? '');
  const [word, ...rest] = last.split(/[-_.:]/);
  return word !== undefined && rest.length === 0 && actionVerbs.has(word.toLowerCase())
    ? word.toLowerCase()
    : undefined;
}
