/** PROF-DESC-11: alternatives that a description names exist. */
import type { Api } from '../../api/api.js';
import { describedElsewhere } from '../../api/described-elsewhere.js';
import { sentencesOf, tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

const named =
  /\b(?:use|call)\s+(?:the\s+)?[`"']?([A-Za-z][\w]*(?:[_.][\w]+|[a-z][A-Z][\w]*)+)[`"']?(?![\w`"']|\s+(?:scope|permission|token|header|parameter|field|property|role|option|flag))/g;

/** References to missing operations. */
export const seeInsteadDangling: Rule = {
  id: 'see-instead-dangling',
  requirement: 'PROF-DESC-11',
  severity: 'error',
  targets: ['openapi', 'tools'],
  message: 'The description of {operation} refers to {name}, which is not an operation of this API.',
  why: 'An agent that is pointed to a missing operation invents it.',
  help: 'Use an operationId of this document.',
  check(api, report) {
    for (const { description, label, pointer } of api.exposed) {
      for (const name of insteadNames(description ?? '')) {
        // Few descriptions refer to anything, and listing all names takes long.
        if (isAction(name) && !api.once(namesIn).has(name) && !api.once(describedElsewhere).has(name))
          report(`${pointer}/description`, { operation: label, name });
      }
    }
  },
  cases: {
    good: [
      {
        'get /a': { operationId: 'task_get', description: 'Do not use it for lists; use tasks_list instead.' },
        'get /b': { operationId: 'tasks_list', description: 'Use task_get instead for one.' },
      },
      { 'get /a': { description: 'Do not use it for machines; use client_credentials instead.' } },
      {
        'get /a': { description: 'Use page_size instead.', parameters: [{ name: 'page_size', in: 'query' }] },
      },
      {
        info: {
          title: 'Tasks',
          version: '1',
          description: 'A part of the API; tasks_list is at /openapi.json?tags=lists.',
        },
        'get /a': { operationId: 'task_get', description: 'Do not use it for lists; use tasks_list instead.' },
      },
    ],
    bad: [
      {
        info: { title: 'Tasks', version: '1', description: 'Unlike tasks_list, it is quick. More at /docs.' },
        'get /a': { operationId: 'task_get', description: 'Do not use it for lists; use tasks_list instead.' },
      },
      { 'get /a': { operationId: 'task_get', description: 'Do not use it for lists; use tasks_list instead.' } },
    ],
  },
};

function insteadNames(description: string): string[] {
  return sentencesOf(description)
    .filter((sentence) => /\binstead\b|\bfor those\b|\bdo not use\b/i.test(sentence))
    .flatMap((sentence) => [...sentence.matchAll(named)].map(([, name]) => name ?? ''));
}

/** Other names that may follow "use": parameters and properties. */
function namesIn(api: Api): Set<string> {
  const names = [
    ...api.operations.flatMap(({ id }) => id ?? []),
    ...api.operations.flatMap(({ parameters }) => parameters.map(({ name }) => name)),
    ...[...api.inputs, ...api.outputs].flatMap(({ name }) => name ?? []),
    ...Object.keys((api.root.components as { schemas?: object } | undefined)?.schemas ?? {}),
  ];
  return new Set(names);
}

const verb =
  /^(?:get|list|find|search|read|fetch|show|create|add|update|set|put|patch|delete|remove|cancel|send|post|start|stop|run|export|import|upload|download)$/;

/** `tasks_list` and `createTask` are names of operations; `client_credentials` is a value or a name of something else. */
function isAction(name: string): boolean {
  const words = tokensOf(name);
  return [words[0], words.at(-1)].some((word) => verb.test(word ?? ''));
}
