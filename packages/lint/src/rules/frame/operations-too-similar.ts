/** PROF-FACT-02: agents choose by similarity, so operations must read differently. */
import type { ApiOperation } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { contentWords, tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule.js';
import { findSimilarPairs } from '../../similarity.js';

/** Pairs of operations that read alike. */
export const operationsTooSimilar: Rule = {
  id: 'operations-too-similar',
  requirement: 'PROF-FACT-02',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: '{operation} reads like {other} ({percent} % alike).',
  why: 'An agent picks an operation by how well its words fit the task; two that read alike are mixed up.',
  help: 'Say in each what sets it apart: another object, another moment, another effect.',
  check(api, report) {
    const least = api.settings.thresholds.similarity;
    for (const { one, other, score } of findSimilarPairs(api.exposed, { least, isPair: areConfusable })) {
      const parameters = { operation: other.label, other: one.label, percent: Math.floor(score * 100) };
      report(other.pointer, parameters, { related: [one.pointer] });
    }
  },
  cases: {
    good: [
      {
        'patch /programs/{id}/tags': {
          operationId: 'programs_tag',
          summary: 'Change all the tags of a program at once',
        },
        'patch /places/{id}/tags': { operationId: 'places_tag', summary: 'Change all the tags of a place at once' },
      },
      {
        'get /hosts': { operationId: 'hosts_list', summary: 'List hosts of the whole cluster' },
        'get /hosts/{id}': { operationId: 'host_get', summary: 'List host of the whole cluster' },
      },
      {
        'get /tasks': { operationId: 'tasks_find', summary: 'Find tasks by title' },
        'post /tasks': { operationId: 'task_create', summary: 'Create a task in a project' },
      },
    ],
    bad: [
      {
        'get /tasks': { operationId: 'tasks_find', summary: 'Find open tasks of a person by title' },
        'get /todo': { operationId: 'tasks_find_all', summary: 'Find open tasks of a person by title, all' },
        'post /notes': { operationId: 'note_write', summary: 'Write a note for a customer' },
      },
    ],
  },
};

/** A read and a write of one thing share their words and are told apart by the verb; same summaries are told elsewhere. */
function areConfusable(one: ApiOperation, other: ApiOperation): boolean {
  const same = one.summary !== undefined && one.summary.trim() === other.summary?.trim();
  return !same && one.method === other.method && !areListAndItem(one, other) && !nameOwnThings(one, other);
}

/** A collection and one of its things share their words by nature, and nobody takes one for the other. */
function areListAndItem(one: ApiOperation, other: ApiOperation): boolean {
  const [short = '', long = ''] = [one.path, other.path]
    .map((path) => path.replace(/\/$/, ''))
    .sort((left, right) => left.length - right.length);
  if (one.kinds.list !== other.kinds.list) return true;
  return short !== '' && long.startsWith(short) && /^\/\{[^{}/]*\}$/.test(long.slice(short.length));
}

/** Each names a thing of its own that its path names too: same deed, another object. */
function nameOwnThings(one: ApiOperation, other: ApiOperation): boolean {
  const [own, others] = [titleWords(one), titleWords(other)];
  const hasOwn = (words: ReadonlySet<string>, not: ReadonlySet<string>, { path }: ApiOperation) =>
    literalSegments(path)
      .flatMap(tokensOf)
      .some((word) => words.has(word) && !not.has(word));
  return hasOwn(own, others, one) && hasOwn(others, own, other);
}

function titleWords({ id, summary }: ApiOperation): ReadonlySet<string> {
  return new Set([...tokensOf(id ?? ''), ...contentWords(summary ?? '')]);
}
