/** PROF-DESC-10: every operation has a description. */
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation, Parameter } from '../../api/api.js';
import { isNamed, pagingNames } from '../../api/operation-facts.js';
import { contentWords } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

/** Operations without a description. */
export const descriptionMissing: Rule = {
  id: 'description-missing',
  requirement: 'PROF-DESC-10',
  severity: 'error',
  varies:
    'error without a summary on an operation with inputs; warning without a summary on one that takes nothing, and for a summary of few words on an operation that changes something or has inputs other than pages; info for the DELETE of one thing, when the path is described, and when the summary says what the call does, or when all members of its body or a conflict are described',
  targets: ['openapi', 'tools'],
  message: '{operation} has no {missing}.',
  why: 'Without a description an agent does not know when to use the operation or what side effects it has.',
  help: 'Describe when to use it, when not to use it, and what it changes.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { description, summary, label, pointer, value } = operation;
      // A description that is not a text violates the specification, which is reported as such.
      if (description !== undefined || isJsonObject(value.description)) continue;
      const severity = isPathDescribed(api, operation)
        ? 'info'
        : summary === undefined
          ? hasInputs(operation)
            ? 'error'
            : 'warning'
          : isThin(api, operation) && !isToldElsewhere(api, operation)
            ? 'warning'
            : 'info';
      const missing = summary === undefined ? 'summary and no description' : 'description';
      report(pointer, { operation: label, missing }, { severity });
    }
  },
  cases: {
    good: [{ 'get /tasks': { description: 'Use this when you need tasks.' } }],
    bad: [
      { 'get /tasks': {} },
      { 'get /tasks': { summary: 'List all tasks that are due in one week' } },
      { 'post /locks/drop': { summary: 'Drops a lock. All tasks that wait for this lock are started.' } },
    ],
  },
};

/** A caller of "log out" or "hello" has nothing to get wrong. */
function hasInputs({ path, parameters, body, input }: ApiOperation): boolean {
  return path.includes('{') || parameters.length > 0 || body !== undefined || input !== undefined;
}

/** The description of a path is about its operations. */
function isPathDescribed({ root }: Api, { path }: ApiOperation): boolean {
  const item = isJsonObject(root.paths) ? root.paths[path] : undefined;
  return isJsonObject(item) && typeof item.description === 'string' && item.description.trim() !== '';
}

/** Every member of the body has a description, or a 409 says what the call depends on: "the book exists already". */
function isToldElsewhere(api: Api, { input, responses }: ApiOperation): boolean {
  const members = input === undefined ? [] : [...api.properties(input).values()];
  if (members.length > 0 && members.every(({ description = '' }) => description.trim() !== '')) return true;
  return responses.some(
    ({ status, description = '' }) => status === '409' && contentWords(description).some((word) => word !== 'conflict'),
  );
}

/** "Delete a recipient" names a change and no effect of it, and "List items" no use of its inputs. */
function isThin({ settings }: Api, { summary = '', kinds, parameters, input, method, path }: ApiOperation): boolean {
  const words = new Set(contentWords(summary)).size;
  // "Delete a book" at `/books/{id}` is all there is, unless the text says more.
  if (method === 'delete' && /\}\/?$/.test(path)) return words <= 1;
  if (kinds.write) return words <= 3;
  const paging = pagingNames(settings);
  const isInput = ({ in: place, name }: Parameter) =>
    place !== 'header' && place !== 'path' && !isNamed(name, paging) && !/^(?:fields?|sort|order)/i.test(name);
  return words <= 2 && (input !== undefined || parameters.some(isInput));
}
