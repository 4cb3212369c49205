/** PROF-DESC-01: the description contains what the API is, and nothing else. */
import { childPointer } from '@dragoman/documents';
import { isJsonObject } from '@dragoman/model';
import { listReferences } from '../../api/list-references.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer } from '../../rule-model/rule-cases.js';

const kinds = ['schemas', 'responses', 'parameters', 'requestBodies', 'headers', 'examples', 'links', 'callbacks'];

/** Components that nothing refers to. */
export const componentUnused: Rule = {
  id: 'component-unused',
  requirement: 'PROF-DESC-01',
  severity: 'info',
  message: 'Nothing refers to the component {name}.',
  why: 'Readers treat it as a part of the API; often a reference to it was forgotten.',
  help: 'Refer to it where it belongs, or remove it.',
  ignoresWording: true,
  check(api, report) {
    const { root } = api;
    if (!isJsonObject(root.components)) return;
    const { targets, mapped } = api.once(listReferences);
    const used = new Set([...targets, ...mapped].map(decode));
    for (const kind of kinds) {
      const group = root.components[kind];
      for (const name of isJsonObject(group) ? Object.keys(group) : []) {
        const pointer = childPointer(`/components/${kind}`, name);
        if (!used.has(`#${pointer}`) && !used.has(name)) report(pointer, { name });
      }
    }
  },
  cases: {
    good: [
      {
        components: { schemas: { Task: { type: 'object' } } },
        'get /t': { responses: answer({ $ref: '#/components/schemas/Task' }) },
      },
    ],
    bad: [{ components: { schemas: { Task: { type: 'object' } } }, 'get /t': {} }],
  },
};

/** References may be encoded. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
