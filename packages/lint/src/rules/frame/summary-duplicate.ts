/** PROF-FACT-02: operations with equal summaries cannot be distinguished. */
import type { Severity } from '@dragoman/model';
import type { ApiOperation } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { singular, tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

/** Summaries shared by several operations. */
export const summaryDuplicate: Rule = {
  id: 'summary-duplicate',
  requirement: 'PROF-FACT-02',
  severity: 'error',
  varies:
    'error where the summary names the thing of the other path and not its own, so that it is probably a copy; info for the same read by GET and POST, for PUT and POST of one path, and where a description says that both are the same; else warning',
  targets: ['openapi', 'tools'],
  message: '{operation} has the same summary as {other}: "{summary}".',
  why: 'An agent compares summaries first; when they are equal it has to guess.',
  help: 'Write a summary that is specific to this operation.',
  check(api, report) {
    const first = new Map<string, (typeof api.exposed)[number]>();
    for (const operation of api.exposed) {
      const { summary, label, pointer } = operation;
      if (summary === undefined) continue;
      const key = summary.trim().toLowerCase().replace(/\s+/g, ' ').replace(/\.$/, '');
      const other = first.get(key);
      if (other === undefined) first.set(key, operation);
      // HEAD is the same read without the body.
      else if (operation.method !== 'head' || operation.path !== other.path)
        report(
          `${pointer}/summary`,
          { operation: label, other: other.label, summary },
          { related: [other.pointer], ...severityOf(operation, other) },
        );
    }
  },
  cases: {
    good: [
      { 'get /a': { summary: 'List tasks' }, 'get /b': { summary: 'List projects' } },
      { 'get /a': { summary: 'List tasks' }, 'head /a': { summary: 'List tasks' } },
    ],
    bad: [{ 'get /a': { summary: 'List tasks' }, 'get /b': { summary: 'List  tasks.' } }],
  },
};

/** GET and POST of one path, such as `/graphql`, are the same read. */
function severityOf(one: ApiOperation, other: ApiOperation): { severity?: Severity } {
  if (one.path === other.path && /\/(?:graphql|search|query)\/?$/i.test(one.path)) return { severity: 'info' };
  if (one.path === other.path && [one, other].every(({ method }) => method === 'put' || method === 'post'))
    return { severity: 'info' };
  if ([one, other].some(({ description = '' }) => same.test(description.slice(0, 500)))) return { severity: 'info' };
  return { severity: isCopy(one, other) ? 'error' : 'warning' };
}

/** "Same as `/members/{id}`": the author knows that there are two. */
const same = /\b(?:same as|alias (?:of|for)|synonym|equivalent (?:to|of)|identical to|shorthand for)\b/i;

/** "Delete a scheme" at `/groups/{id}` and at `/schemes/{id}`: one of the two deletes something else. */
function isCopy(one: ApiOperation, other: ApiOperation): boolean {
  const [own, known] = [one, other].map(thingOf);
  if (own === undefined || known === undefined || own === known || one.method !== other.method) return false;
  const said = tokensOf(one.summary ?? '').map(singular);
  const isUnnamed = ({ path }: ApiOperation) =>
    !literalSegments(path).some((each) => tokensOf(each).some((word) => said.includes(singular(word))));
  return (said.includes(known) && isUnnamed(one)) || (said.includes(own) && isUnnamed(other));
}

/** The thing at the end of a path, singular: `group` of `/groups` and `/group/{id}`; `/search` and `/query` name what is done. */
function thingOf({ path }: ApiOperation): string | undefined {
  const last = literalSegments(path).at(-1) ?? '';
  const isThing = /\}\/?$/.test(path) || singular(last) !== last;
  return isThing ? singular(tokensOf(last).at(-1) ?? '') : undefined;
}
