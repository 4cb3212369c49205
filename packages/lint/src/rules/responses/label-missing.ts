/** PROF-RESP-12: an identifier comes with a label. */
import type { Api, SchemaNode } from '../../api/api.js';
import { plainName } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Identifiers without a label. */
export const labelMissing: Rule = {
  id: 'label-missing',
  requirement: 'PROF-RESP-12',
  severity: 'info',
  targets: ['openapi', 'tools'],
  message: '{name} has no human-readable label next to it.',
  why: 'An agent talks to people; it needs the name of what it found, not only the identifier.',
  help: 'Add the name next to it, or return {id, name} as one object.',
  check(api, report) {
    for (const node of api.outputs) {
      const { name, owner, at } = node;
      if (name === undefined || owner === undefined || !/^id$|_id$|[a-z]Id$/.test(name)) continue;
      if (!hasLabel(api, owner, name)) report(at, { name });
    }
  },
  cases: {
    good: [{ 'get /t': { responses: answer(object({ id: {}, title: {}, assignee: object({ id: {}, name: {} }) })) } }],
    bad: [{ 'get /t': { responses: answer(object({ id: {}, title: {}, assignee_id: {} })) } }],
  },
};

const labels = /name|title|label|number|subject|summary|description|email|login|slug|code|text|key$/i;

/** Any label names the object's own identifier; a foreign identifier needs a label with its name. */
function hasLabel(api: Api, owner: SchemaNode, name: string): boolean {
  const siblings = [...api.properties(owner).keys()];
  const entity = plainName(name).replace(/id$/, '');
  const owned = entity === '' || owner.pointer.toLowerCase().endsWith(entity) || plainName(owner.name ?? '') === entity;
  if (owned || siblings.filter((each) => /^id$|_id$|[a-z]Id$/.test(each))[0] === name) {
    return siblings.some((each) => labels.test(each));
  }
  return siblings.some((each) => {
    const plain = plainName(each);
    return plain === entity || (plain.startsWith(entity) && labels.test(plain.slice(entity.length)));
  });
}
