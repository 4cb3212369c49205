/** PROF-DESC-01: every request has one operation. */
import { childPointer } from '@dragoman/documents';
import { isJsonObject } from '@dragoman/model';
import type { Rule } from '../../rule-model/rule.js';

/** Paths that differ only in the names of their parameters. */
export const pathDuplicate: Rule = {
  id: 'path-duplicate',
  requirement: 'PROF-DESC-01',
  severity: 'error',
  message: 'The path {path} is the same as {other}, apart from the names of parameters.',
  why: 'A request matches both paths, and the specification does not say which operation handles it.',
  help: 'Describe the operations under one path.',
  ignoresWording: true,
  check({ root }, report) {
    const seen = new Map<string, string>();
    for (const path of isJsonObject(root.paths) ? Object.keys(root.paths) : []) {
      const shape = path.replace(/\{[^{}]*\}/g, '{}');
      const other = seen.get(shape);
      if (other === undefined) seen.set(shape, path);
      else report(childPointer('/paths', path), { path, other }, { related: [childPointer('/paths', other)] });
    }
  },
  cases: {
    good: [{ 'get /t/{id}': {}, 'get /t/{id}/parts': {} }],
    bad: [{ 'get /t/{id}': {}, 'get /t/{name}': {} }],
  },
};
