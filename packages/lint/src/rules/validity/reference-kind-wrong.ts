/** PROF-DESC-01: a reference leads to what is expected at its location. */
import { childPointer, getPointer } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { listSchemas } from '../../api/list-schemas.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer } from '../../rule-model/rule-cases.js';

/** References to a component of another kind, such as a response where a schema is expected. */
export const referenceKindWrong: Rule = {
  id: 'reference-kind-wrong',
  requirement: 'PROF-DESC-01',
  severity: 'error',
  message: '{target} is one of components.{kind}, but a reference to components.{expected} is expected here.',
  why: 'Clients read a value of the wrong kind, and ignore it or reject the document.',
  help: 'Refer to a component of the expected kind.',
  ignoresWording: true,
  check(api, report) {
    const seen = new Set<string>();
    const check = (value: JsonValue | undefined, pointer: string, expected: string) => {
      const target = isJsonObject(value) ? value.$ref : undefined;
      const kind = kindOf(target);
      if (kind === undefined || kind === expected || seen.has(pointer)) return;
      seen.add(pointer);
      report(`${pointer}/$ref`, { expected, target: String(target), kind });
    };
    for (const { value, pointer } of api.operations) {
      const lists = [value, getPointer(api.root, parentPointer(pointer))];
      for (const [at, list] of lists.entries()) {
        const parameters = isJsonObject(list) && Array.isArray(list.parameters) ? list.parameters : [];
        const holder = at === 0 ? pointer : parentPointer(pointer);
        for (const [index, each] of parameters.entries()) check(each, `${holder}/parameters/${index}`, 'parameters');
      }
      check(value.requestBody, `${pointer}/requestBody`, 'requestBodies');
      for (const [status, each] of Object.entries(isJsonObject(value.responses) ? value.responses : {}))
        check(each, childPointer(`${pointer}/responses`, status), 'responses');
    }
    for (const { at, pointer } of api.once(listSchemas))
      if (at !== pointer && !pointer.startsWith('/components/schemas/')) check(getPointer(api.root, at), at, 'schemas');
  },
  cases: {
    good: [
      {
        components: {
          schemas: {
            parameters: { type: 'object', properties: { schema: { $ref: '#/components/schemas/A' } } },
            A: {},
          },
          responses: { R: { description: 'Done', content: { 'application/json': { schema: {} } } } },
        },
        'get /t': { responses: { '200': { $ref: '#/components/responses/R' } } },
        'get /u': {
          responses: answer({ $ref: '#/components/responses/R/content/application~1json/schema' }),
          parameters: [],
        },
      },
    ],
    bad: [
      {
        components: { responses: { R: { description: 'Done' } } },
        'get /t': { responses: answer({ $ref: '#/components/responses/R' }) },
      },
      {
        components: { schemas: { R: { type: 'string' } } },
        'get /t': { responses: { '200': { $ref: '#/components/schemas/R' } } },
      },
      {
        components: { schemas: { Id: { type: 'string' } } },
        'get /t/{id}': { parameters: [{ $ref: '#/components/schemas/Id' }] },
      },
    ],
  },
};

/** The kind of a reference to a whole component; a part of a component may be anything. */
function kindOf(target: unknown): string | undefined {
  return typeof target === 'string' ? /^#\/components\/(\w+)\/[^/]+$/.exec(target)?.[1] : undefined;
}

function parentPointer(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}
