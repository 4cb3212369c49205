/** PROF-DESC-01: a description says one thing; what stands next to a reference is ignored. */
import { getPointer } from '@dragoman/documents';
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { locateObjects, visitObjects } from '../../api/list-references.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Members next to `$ref` in OpenAPI 3.0. */
export const refSiblingsIgnored: Rule = {
  id: 'ref-siblings-ignored',
  requirement: 'PROF-DESC-01',
  severity: 'warning',
  varies: 'info when only texts are ignored',
  message: 'OpenAPI 3.0 ignores {names} next to $ref.',
  why: 'The author relies on it, and clients that follow the specification do not see it.',
  help: 'Put the reference into allOf and keep the other members next to it, or move them into the component.',
  check({ root, sourceOf }, report) {
    if (!String(root.openapi).startsWith('3.0') || sourceOf !== undefined) return;
    let any = false;
    visitObjects(root, (value) => {
      any ||= ignoredIn(value).length > 0;
    });
    if (!any) return;
    for (const pointer of locateObjects(root, (value) => ignoredIn(value).length > 0)) {
      const value = getPointer(root, pointer);
      // A path item may have members next to its reference.
      if (!isJsonObject(value) || /^\/paths\/[^/]+$/.test(pointer) || pointer.endsWith('/properties')) continue;
      const names = ignoredIn(value);
      const texts = names.every((name) => texted.has(name));
      report(pointer, { names: names.join(', ') }, texts ? { severity: 'info' } : {});
    }
  },
  cases: {
    good: [
      { openapi: '3.0.3', 'get /t': { responses: answer(object({ a: { $ref: '#/components/schemas/A' } })) } },
      { 'get /t': { responses: answer(object({ a: { $ref: '#/components/schemas/A', description: 'Some' } })) } },
    ],
    bad: [
      {
        openapi: '3.0.3',
        'get /t': { responses: answer(object({ a: { $ref: '#/components/schemas/A', nullable: true } })) },
      },
      {
        openapi: '3.0.3',
        'get /t': { responses: answer(object({ a: { $ref: '#/components/schemas/A', description: 'Some' } })) },
      },
    ],
  },
};

const texted = new Set(['description', 'summary', 'title', 'example']);

function ignoredIn(value: JsonObject): string[] {
  if (typeof value.$ref !== 'string') return [];
  return Object.keys(value).filter((name) => name !== '$ref' && !name.startsWith('x-'));
}
