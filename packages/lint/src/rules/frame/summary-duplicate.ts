/** PROF-FACT-02: operations with equal summaries cannot be distinguished. */
import type { Severity } from '@dragoman/model';
import type { ApiOperation } from '../../api/api.js';
import type { Rule } from '../../rule-model/rule.js';

/** Summaries shared by several operations. */
export const summaryDuplicate: Rule = {
  id: 'summary-duplicate',
  requirement: 'PROF-FACT-02',
  severity: 'error',
  varies:
    'warning for two forms of the same path with the same description, and where both have a description of their own; info for the same read by GET and POST, else error',
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
  return isOtherForm(one, other) || isDescribedApart(one, other) ? { severity: 'warning' } : {};
}

/** "View metrics" of a silo and of a project: the descriptions tell them apart. */
function isDescribedApart(one: ApiOperation, other: ApiOperation): boolean {
  const [own = '', known = ''] = [one, other].map((each) => (each.description ?? '').trim());
  const isOwn = (text: string, { summary = '' }: ApiOperation) => text !== '' && text !== summary.trim();
  return own !== known && isOwn(own, one) && isOwn(known, other);
}

/** `PUT /parties/{id}` and `PUT /parties/{id}/{subId}` with one description: the last parameter is optional. */
function isOtherForm(one: ApiOperation, other: ApiOperation): boolean {
  if (one.method !== other.method || one.description === undefined || one.description !== other.description)
    return false;
  const [short = '', long = ''] = [one.path, other.path].sort((a, b) => a.length - b.length);
  return long.startsWith(`${short}/`) && /^\{[^{}]*\}\/?$/.test(long.slice(short.length + 1));
}
