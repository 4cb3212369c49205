/** PROF-RESP-12: an identifier comes with a label. */
import type { Api, SchemaNode } from '../../api/api.js';
import { tokensOf } from '../../api/words.js';
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
  ignoresWording: true,
  check(api, report) {
    const named = api.once(listNamed);
    for (const { name, owner, at } of api.outputs) {
      const entity = owner === undefined ? undefined : foreignEntity(name ?? '');
      if (name === undefined || owner === undefined || entity === undefined || !named.has(entity)) continue;
      if (!isOwn(owner, entity) && !hasLabel(api, owner, entity)) report(at, { name });
    }
  },
  cases: {
    good: [
      { 'get /t': { responses: answer(object({ trip_id: {} })) } },
      { 'get /t': { responses: answer(object({ id: {}, title: {}, assignee: object({ id: {}, name: {} }) })) } },
    ],
    bad: [
      {
        'get /t': {
          responses: answer(
            object({
              id: {},
              assignee_id: {},
              people: { type: 'array', items: object({ assignee: object({ id: {}, name: {} }) }) },
            }),
          ),
        },
      },
    ],
  },
};

const labels = /name|title|label|number|subject|summary|description|email|login|slug|code|text|key$/i;

/** The entity of a reference to something else: "assignee_id" gives assignee. */
function foreignEntity(name: string): string | undefined {
  const words = /_id$|[a-z]I[dD]$/.test(name) ? tokensOf(name) : [];
  return words.length > 1 ? words.slice(0, -1).join('') : undefined;
}

/** Entities that the API itself returns with a name, so that it could return the name next to a reference too. */
function listNamed(api: Api): ReadonlySet<string> {
  const named = new Set<string>();
  for (const node of api.outputs) {
    const properties = api.properties(node);
    if (![...properties.keys()].some((name) => /^(?:name|title|label|display_?name|full_?name|email)$/i.test(name)))
      continue;
    const component = /^\/components\/schemas\/([^/]+)$/.exec(node.pointer)?.[1] ?? '';
    for (const name of [component, node.name ?? '']) if (name !== '') named.add(tokensOf(name).join(''));
  }
  return named;
}

function isOwn(owner: SchemaNode, entity: string): boolean {
  return tokensOf(owner.pointer.split('/').at(-1) ?? '')
    .join('')
    .startsWith(entity);
}

function hasLabel(api: Api, owner: SchemaNode, entity: string): boolean {
  return [...api.properties(owner).keys()].some((each) => {
    const plain = tokensOf(each).join('');
    return plain === entity || (plain.startsWith(entity) && labels.test(plain.slice(entity.length)));
  });
}
