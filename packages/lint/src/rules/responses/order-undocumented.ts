/** PROF-RESP-10: collections have a stable, documented order. */
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation, SchemaNode } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { pagingScheme, proseOf } from '../../api/operation-facts.js';
import { sentencesOf, tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer } from '../../rule-model/rule-cases.js';

const said =
  /\b(?:sort(?:ed|s|ing)?|ordering|order(?:ed|ing)? by|in order|order of|newest|oldest|latest first|most recent|ascending|descending|alphabetical(?:ly)?|chronological(?:ly)?|reverse order|ranked|next [a-z]+ in (?:this|the|each))\b/i;

/** Lists without a documented order. */
export const orderUndocumented: Rule = {
  id: 'order-undocumented',
  requirement: 'PROF-RESP-10',
  severity: 'warning',
  varies:
    'info for lists without pages, which are read as a whole, for those whose order the caller chooses, and for those whose name states their order, such as popular or latest',
  message: '{operation} does not document the order of its items.',
  why: 'An agent assumes that the first item is the best or the newest, whichever the task needs.',
  help: 'State the order and the tie-breaker: "newest first, ties by id"; or x-agent.order.',
  check(api, report) {
    if (statesForAll(api)) return;
    for (const operation of api.exposed) {
      const { kinds, agent, label, pointer } = operation;
      if (!kinds.list || agent.order !== undefined || said.test(proseOf(operation)) || hasDefault(operation)) continue;
      const isPaged = pagingScheme(api, operation) !== undefined && !namesOrder(operation) && !isChosen(api, operation);
      report(pointer, { operation: label }, isPaged ? {} : { severity: 'info' });
    }
  },
  cases: {
    good: [
      { 'get /t': { description: 'Finds tasks, newest first.', responses: answer({ type: 'array' }) } },
      {
        info: { title: 'Tasks', version: '1', description: 'By default, lists are ordered by time, newest first.' },
        'get /t': { responses: answer({ type: 'array' }) },
      },
      {
        'get /t': {
          parameters: [
            {
              name: 'sort',
              in: 'query',
              schema: {
                oneOf: [
                  { const: 'latest', description: 'Sort by the newest first' },
                  { const: 'oldest', description: 'Sort by the oldest first' },
                ],
              },
            },
          ],
          responses: answer({ type: 'array' }),
        },
      },
      { 'get /t': { 'x-agent': { order: 'id' }, responses: answer({ type: 'array' }) } },
      {
        'get /t': {
          parameters: [{ name: 'sort_by', in: 'query', schema: { oneOf: [{ enum: ['id_ascending'] }] } }],
          responses: answer({ type: 'array' }),
        },
      },
    ],
    bad: [{ 'get /t': { description: 'Finds tasks.', responses: answer({ type: 'array' }) } }],
  },
};

/** `/series/popular` and `/news/latest` are lists by popularity and by time. */
function namesOrder({ path, id = '' }: ApiOperation): boolean {
  const words = tokensOf(`${literalSegments(path).at(-1) ?? ''} ${id}`);
  return words.some((word) =>
    /^(?:popular|trending|latest|recent|newest|leaderboard|ranking|bestsellers?)$/.test(word),
  );
}

/** `sort_field`, `orderby.name` and `dir`, in the query or in the body of a search. */
function isChosen(api: Api, { parameters, input }: ApiOperation): boolean {
  const names = [
    ...parameters.flatMap(({ name, in: place }) => (place === 'query' ? [name] : [])),
    ...(input === undefined ? [] : api.properties(input).keys()),
  ];
  return names.some((name) => {
    const words = tokensOf(name);
    if (/^(?:sort(?:ed|ing|s)?|order(?:ing|by)|sortby|sortorder)$/.test(words[0] ?? '') || words.at(-1) === 'sort')
      return true;
    return (
      words[0] === 'order' && (words.length === 1 || /^(?:by|direction|dir|field|column|key)$/.test(words[1] ?? ''))
    );
  });
}

/** The introduction states the order of all lists. */
function statesForAll({ root }: Api): boolean {
  const intro = isJsonObject(root.info) ? String(root.info.description ?? '').slice(0, 20_000) : '';
  return sentencesOf(intro).some(
    (sentence) =>
      /\b(?:sorted|ordered|returned|order(?:ing)?)\b/i.test(sentence) &&
      /\b(?:ascending|descending|newest|oldest|latest first|most recent|alphabetical(?:ly)?|chronological(?:ly)?)\b/i.test(
        sentence,
      ),
  );
}

function hasDefault({ parameters }: ApiOperation): boolean {
  return parameters.some(
    ({ name, schema, description, required }) =>
      /^(?:sort|order)(?:[-_]?(?:by|dir(?:ection)?|order))?$|^(?:sort|order)(?:ing)?$/i.test(name) &&
      (required ||
        schema?.schema.default !== undefined ||
        /\bdefault/i.test(description ?? '') ||
        (schema !== undefined && describesValues(schema))),
  );
}

/** Every value has a description: "newest messages first"; or the only value names its order: `id_ascending`. */
function describesValues({ schema }: SchemaNode): boolean {
  const listed = schema.oneOf ?? schema.anyOf ?? [schema];
  const [only] = Array.isArray(listed) && listed.length === 1 ? listed : [];
  if (isJsonObject(only)) {
    const values = Array.isArray(only.enum) ? only.enum : [only.const];
    return values.length === 1 && tokensOf(String(values[0])).some((word) => /^(?:asc|desc)(?:ending)?$/.test(word));
  }
  if (!Array.isArray(listed) || listed.length < 2) return false;
  return listed.every((each) => isJsonObject(each) && said.test(String(each.description ?? '')));
}
