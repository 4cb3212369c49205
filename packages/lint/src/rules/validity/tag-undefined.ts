/** PROF-DESC-01: a description says one thing; a group that is not defined is often misspelled. */
import { isJsonObject } from '@dragoman/model';
import type { Rule } from '../../rule-model/rule.js';

/** Tags of operations that the document, which defines others, does not define. */
export const tagUndefined: Rule = {
  id: 'tag-undefined',
  requirement: 'PROF-DESC-01',
  severity: 'info',
  message: 'The tag {name} is used, but not defined next to the others.',
  why: 'Operations are grouped and found by tags; a group without a description is often a misspelled one.',
  help: 'Define it under tags with a description, or correct its name.',
  ignoresWording: true,
  check({ root, exposed }, report) {
    const defined = new Set((Array.isArray(root.tags) ? root.tags : []).map((tag) => isJsonObject(tag) && tag.name));
    const reported = new Set<string>();
    for (const { value, pointer } of defined.size === 0 ? [] : exposed) {
      for (const [at, name] of (Array.isArray(value.tags) ? value.tags : []).entries()) {
        if (typeof name !== 'string' || defined.has(name) || reported.has(name)) continue;
        reported.add(name);
        report(`${pointer}/tags/${at}`, { name });
      }
    }
  },
  cases: {
    good: [{ tags: [{ name: 'tasks' }], 'get /t': { tags: ['tasks'] } }, { 'get /t': { tags: ['tasks'] } }],
    bad: [{ tags: [{ name: 'tasks' }], 'get /t': { tags: ['task'] } }],
  },
};
