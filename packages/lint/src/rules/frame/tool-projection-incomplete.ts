/** PROF-TERM-01: a tool needs a name, a description and an input schema. */
import type { Rule } from '../../rule-model/rule.js';

/** Operations that cannot become a tool. */
export const toolProjectionIncomplete: Rule = {
  id: 'tool-projection-incomplete',
  requirement: 'PROF-TERM-01',
  severity: 'info',
  varies: 'info, because other rules report the missing operationId, summary or description with its own severity',
  message: '{operation} cannot become a tool: it has no {missing}.',
  why: 'A tool is a name, a description and an input schema; an agent cannot use an operation that lacks one.',
  help: 'Add an operationId, and a summary or description.',
  ignoresWording: true,
  check(api, report) {
    for (const { id, summary, description, label, pointer } of api.exposed) {
      const missing = [
        ...(id === undefined ? ['operationId'] : []),
        ...(summary === undefined && description === undefined ? ['summary or description'] : []),
      ];
      if (missing.length > 0) report(pointer, { operation: label, missing: missing.join(' and no ') });
    }
  },
  cases: {
    good: [
      { 'get /tasks': { operationId: 'tasks_list', summary: 'List tasks' } },
      { 'get /tasks': { 'x-internal': true } },
    ],
    bad: [{ 'get /tasks': { summary: 'List tasks' } }, { 'get /tasks': { operationId: 'tasks_list' } }],
  },
};
