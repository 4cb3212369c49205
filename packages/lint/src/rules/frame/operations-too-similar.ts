/** PROF-FACT-02: agents choose by similarity, so operations must read differently. */
import type { Api } from '../../api/api.js';
import type { Rule } from '../../rule-model/rule.js';
import { createSynonyms } from '../../settings/meaning.js';
import { findMeantPairs } from '../../similarity/similar-meaning.js';
import { findSimilarPairs, type SimilarPair } from '../../similarity/similarity.js';
import { areConfusable, createMeantConfusable, oneNamesMore } from './confusable-operations.js';

/** From here on, one word more does not tell two texts apart. */
const nearlySame = 0.95;

/** Pairs of operations with similar texts. */
export const operationsTooSimilar: Rule = {
  id: 'operations-too-similar',
  requirement: 'PROF-FACT-02',
  severity: 'info',
  varies: 'info, because a single word can make the difference, and agents read more than the shared words',
  targets: ['openapi', 'tools'],
  message: '{operation} reads like {other} ({percent} % similar).',
  why: 'An agent picks the operation whose text best matches the task; it confuses two that read alike.',
  help: 'Write in each description what distinguishes it: the object, the situation or the effect.',
  check(api, report) {
    for (const { one, other, score } of findConfusedPairs(api)) {
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
        'post /apps': { operationId: 'addApp', summary: 'Create a new app' },
        'post /users': { operationId: 'addAppUser', summary: 'Create a new app user' },
        'post /notes': { operationId: 'writeNote', summary: 'Write a note' },
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

/** A pair that an agent may confuse. */
export interface ConfusedPair extends SimilarPair {
  /** What shows it. */
  by: 'words' | 'meaning';
}

/** Pairs that read alike, each operation with its nearest earlier one. */
export function findConfusedPairs(api: Api): ConfusedPair[] {
  const least = api.settings.thresholds.similarity;
  const alike = findSimilarPairs(api.exposed, { least, isPair: areConfusable }).filter(
    ({ one, other, score }) => score >= nearlySame || !oneNamesMore(one, other),
  );
  const meant = findByMeaning(api, alike);
  return [
    ...alike.map((pair) => ({ ...pair, by: 'words' as const })),
    ...meant.map((pair) => ({ ...pair, by: 'meaning' as const })),
  ];
}

/** Finds pairs that words alone do not show; an operation that words already show is reported once. */
function findByMeaning({ meaning, exposed, settings }: Api, alike: readonly SimilarPair[]): SimilarPair[] {
  if (meaning === undefined) return [];
  const { meaningSimilarity: least, synonymSimilarity } = settings.thresholds;
  const isPair = createMeantConfusable(createSynonyms(meaning, synonymSimilarity));
  const reported = new Set(alike.map(({ other }) => other));
  return findMeantPairs(exposed, { meaning, least, isPair }).filter(({ other }) => !reported.has(other));
}
