/** PROF-FACT-02: agents choose by similarity, so operations must read differently. */
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
    const told = new Set<string>();
    for (const { one, other, score } of findSimilarPairs(api.exposed, api.settings.thresholds.similarity)) {
      const same = one.summary !== undefined && one.summary.trim() === other.summary?.trim();
      // A read and a write of one thing share their words and are told apart by the verb.
      if (same || told.has(other.pointer) || one.method !== other.method) continue;
      told.add(other.pointer);
      const parameters = { operation: other.label, other: one.label, percent: Math.floor(score * 100) };
      report(other.pointer, parameters, { related: [one.pointer] });
    }
  },
  cases: {
    good: [
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
