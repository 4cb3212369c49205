/** PROF-FACT-05: the method says whether a call changes something, and whether it can be repeated. */
import type { ApiOperation } from '../../api/api.js';
import type { Rule } from '../../rule-model/rule.js';

/** A read, and not a read that is followed by a change: "Get or create", "Find and replace". */
const reads = /^\W*(?:lists?|gets?|retrieves?|fetch(?:es)?|finds?|search(?:es)?|shows?)\b(?![- ](?:or|and|up)\b)/i;
const creates = /^\W*(?:creates?|adds?|inserts?)\b(?! ?(?:or|\/))/i;

/** Methods that promise something else than the title. */
export const methodMismatch: Rule = {
  id: 'method-mismatch',
  requirement: 'PROF-FACT-05',
  severity: 'warning',
  message: '{operation} is a {method}, but its title says that it {what}.',
  why: 'Clients decide by the method whether they ask for consent before a call, and whether they repeat it after a timeout.',
  help: 'Use {instead}, or correct the title.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { label, pointer, method } = operation;
      const found = findMismatch(operation);
      if (found !== undefined) report(pointer, { operation: label, method: method.toUpperCase(), ...found });
    }
  },
  cases: {
    good: [
      { 'put /t': { summary: 'Create or replace the tasks' } },
      { 'put /t/{id}': { summary: 'Create a task' } },
      { 'put /t': { summary: 'Get or create a task' } },
      { 'delete /t': { summary: 'Delete the tasks' } },
      { 'put /t': { summary: 'Read community string' } },
      { 'put /t': { summary: 'Add the tasks', requestBody: { content: {} } } },
    ],
    bad: [
      { 'patch /t': { summary: 'List all tasks' } },
      { 'delete /t/{id}': { summary: 'Get the task by its id' } },
      { 'put /t': { summary: 'Creates a task', responses: { '201': { description: 'Created' } } } },
    ],
  },
};

function findMismatch({
  method,
  path,
  summary,
  description = '',
  responses,
}: ApiOperation): { what: string; instead: string } | undefined {
  if (!['put', 'patch', 'delete'].includes(method)) return undefined;
  const title = summary ?? description.slice(0, 200);
  if (reads.test(title) && !/\b(?:updat|creat|delet|remov|set|chang|replac|modif)\w*/i.test(title))
    return { what: 'reads', instead: method === 'delete' ? 'GET for a read' : 'GET, or POST for a search with a body' };
  // The id of what is created is not in the path, so a repeated call creates it again.
  const isNew = responses.some(({ status }) => status === '201') && !responses.some(({ status }) => status === '200');
  if (method === 'put' && isNew && creates.test(title) && !path.includes('{'))
    return { what: 'creates something', instead: 'POST' };
  return undefined;
}
