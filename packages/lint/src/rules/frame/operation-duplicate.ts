/** PROF-FACT-02: every operation has its own purpose. */
import type { ApiOperation } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { groupBy } from '../../rule-model/group-by.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Operations that the document describes twice in the same words, under two paths. */
export const operationDuplicate: Rule = {
  id: 'operation-duplicate',
  requirement: 'PROF-FACT-02',
  severity: 'warning',
  varies: 'info when their paths name different things, else warning',
  message: '{operation} is described exactly like {other}: description, inputs and responses are the same.',
  why: 'An agent cannot know which of the two to call, or whether they differ.',
  help: 'Remove one, mark it as deprecated, or say in the description how they differ.',
  check(api, report) {
    const first = new Map<string, ApiOperation>();
    const alike = [...groupBy(api.exposed, textOf).values()].filter((group) => group.length > 1);
    const repeated = new Set(alike.flat());
    for (const operation of api.exposed.filter((each) => repeated.has(each))) {
      const key = keyOf(operation);
      const other = first.get(key);
      if (other === undefined) first.set(key, operation);
      else if (!hasSummaries(operation, other)) {
        const isSame = isAlias(operation.path, other.path);
        // The same action on two kinds of things, such as `/disks/{id}/policy` and `/images/{id}/policy`.
        if (!isSame && lastName(operation) === lastName(other)) continue;
        const severity = isSame ? 'warning' : 'info';
        const options = { related: [other.pointer], severity } as const;
        report(operation.pointer, { operation: operation.label, other: other.label }, options);
      }
    }
  },
  cases: {
    good: [
      {
        'get /a': { description: 'Lists the tasks of the calling user.', responses: answer(object({})) },
        'get /b': { description: 'Lists the tasks of the whole team.', responses: answer(object({})) },
      },
      { 'get /a': { responses: answer(object({})) }, 'get /b': { responses: answer(object({})) } },
      {
        'get /a.json': { summary: 'Read as JSON', description: 'Reads the tasks of the team.' },
        'get /a.xml': { summary: 'Read as XML', description: 'Reads the tasks of the team.' },
      },
    ],
    bad: [
      {
        'get /a': { description: 'Lists the tasks of the calling user.', responses: answer(object({})) },
        'get /my/a': { description: 'Lists the tasks of the calling user.', responses: answer(object({})) },
      },
    ],
  },
};

/** Words that a description needs before equality means anything. */
const leastWords = 5;

/** The method and the words; undefined if they are too few. */
function textOf({ method, description }: ApiOperation): string | undefined {
  if (description === undefined || description.trim().split(/\s+/).length < leastWords) return undefined;
  return `${method} ${description.trim()}`;
}

/** What an agent sees of an operation apart from its names. */
function keyOf({ method, description = '', value, parameters }: ApiOperation): string {
  const inputs = parameters.map((each) => each.value);
  return JSON.stringify([method, description.trim(), inputs, value.requestBody ?? null, value.responses ?? null]);
}

/** True for `/tasks` and `/my/tasks`, also with another version: one path has every name of the other. */
function isAlias(path: string, other: string): boolean {
  const [short = [], long = []] = [path, other]
    .map((each) => literalSegments(each).filter((segment) => !/^v\d+\w*$/i.test(segment)))
    .sort((a, b) => a.length - b.length);
  return short.every((segment) => long.includes(segment));
}

function lastName({ path }: ApiOperation): string | undefined {
  return literalSegments(path).at(-1);
}

/** Summaries say how they differ; equal ones are reported by `summary-duplicate`. */
function hasSummaries({ summary }: ApiOperation, other: ApiOperation): boolean {
  return summary !== undefined && other.summary !== undefined;
}
