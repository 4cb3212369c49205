/** PROF-DESC-01: a path is a path; its query is described by parameters. */
import { childPointer } from '@dragoman/documents';
import { isJsonObject } from '@dragoman/model';
import type { Rule } from '../../rule-model/rule.js';

/** Path templates with a query or a fragment. */
export const pathWithQuery: Rule = {
  id: 'path-with-query',
  requirement: 'PROF-DESC-01',
  severity: 'error',
  message: 'The path {path} contains "{sign}", which a path must not contain.',
  why: 'Clients encode the character as part of the path, so the request does not reach the operation.',
  help: 'Remove the part after the path, and describe its values as query parameters.',
  ignoresWording: true,
  check({ root }, report) {
    for (const path of isJsonObject(root.paths) ? Object.keys(root.paths) : []) {
      const [sign] = /[?#]/.exec(path) ?? [];
      if (sign !== undefined && path.startsWith('/')) report(childPointer('/paths', path), { path, sign });
    }
  },
  cases: {
    good: [{ 'get /t': {} }],
    bad: [{ 'get /t?state={state}': { parameters: [{ name: 'state', in: 'path', required: true }] } }],
  },
};
