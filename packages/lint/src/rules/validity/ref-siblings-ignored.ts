/** PROF-DESC-01: a description says one thing; what stands next to a reference is ignored. */
import { getPointer } from '@dragoman/documents';
import { isJsonObject } from '@dragoman/model';
import type { Api, Placed } from '../../api/api.js';
import { listReferences, locateObjects, siblingsOf } from '../../api/list-references.js';
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
  ignoresWording: true,
  check(api, report) {
    const { root, sourceOf } = api;
    if (!String(root.openapi).startsWith('3.0') || sourceOf !== undefined) return;
    if (!api.once(listReferences).hasSiblings) return;
    for (const pointer of locateObjects(root, (value) => siblingsOf(value).length > 0)) {
      const value = getPointer(root, pointer);
      // A path item may have members next to its reference.
      if (!isJsonObject(value) || /^\/paths\/[^/]+$/.test(pointer) || pointer.endsWith('/properties')) continue;
      const names = siblingsOf(value).filter((name) => !isRepeated(api, name, { value, pointer }));
      if (names.length === 0) continue;
      const texts = names.every((name) => texted.has(name));
      report(pointer, { names: names.join(', ') }, texts ? { severity: 'info' } : {});
    }
  },
  cases: {
    good: [
      {
        openapi: '3.0.3',
        'get /t': {
          responses: answer(object({ a: { $ref: '#/components/schemas/A', type: 'object', nullable: true } })),
        },
        components: { schemas: { A: object({ id: {} }, { nullable: true }) } },
      },
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

/** What the component says as well is not lost. */
function isRepeated(api: Api, name: string, placed: Placed): boolean {
  const target = api.follow(placed)?.value;
  const [own, said] = [placed.value[name], target?.[name]];
  if (target === undefined || own === undefined) return false;
  // An object may be described by its properties or parts alone.
  if (name === 'type' && said === undefined)
    return own === 'object' && [target.properties, target.allOf, target.oneOf, target.anyOf].some(Boolean);
  return name === 'nullable' && own === false ? said !== true : JSON.stringify(own) === JSON.stringify(said);
}

const texted = new Set(['description', 'summary', 'title', 'example']);
