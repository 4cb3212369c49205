/** PROF-OPS-08: names can be resolved to identifiers. */
import type { Api, ApiOperation, SchemaNode } from '../../api/api.js';
import { neededIds, pathEntity } from '../../api/entities.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer } from '../../rule-model/rule-cases.js';

const filters = new Set('q query search name title email keyword term filter text'.split(' '));

/** Entities that are events, issued, or parts of others; nobody gives them a name to search by. */
const nameless = new Set(
  (
    'action job run operation execution event log token session message invocation request delivery attempt access ' +
    'part chunk version revision permission membership entry row line reaction vote hit check link method'
  ).split(' '),
);

/** Roles of an entity; the entity itself has another name and is found by it. */
const roles = new Set(
  'assignee to from owner parent source target destination creator author sender recipient'.split(' '),
);

/** Identifiers that cannot be looked up by name. */
export const lookupMissing: Rule = {
  id: 'lookup-missing',
  requirement: 'PROF-OPS-08',
  severity: 'warning',
  message: '{name} is required, but no operation finds a {entity} by name.',
  why: 'People use names; without a lookup an agent must list everything to find one identifier.',
  help: 'Offer a list with a filter such as name_contains, or accept the name itself.',
  check(api, report) {
    if (api.exposed.some(findsAnything)) return;
    const found = searchable(api);
    const reported = new Set<string>();
    for (const { entity, name, at, owned, schema } of neededIds(api)) {
      if (found.has(entity) || reported.has(entity) || isNameless(entity) || owned || isCode(schema)) continue;
      if (entity.length < 2 || api.once(listNameless).has(entity)) continue;
      reported.add(entity);
      report(at, { name, entity });
    }
  },
  cases: {
    good: [
      {
        'get /tasks': { parameters: [{ name: 'title_contains', in: 'query' }], responses: answer({ type: 'array' }) },
        'get /tasks/{id}': { parameters: [{ name: 'id', in: 'path', required: true }] },
      },
    ],
    bad: [{ 'get /tasks/{id}': { parameters: [{ name: 'id', in: 'path', required: true }] } }],
  },
};

/** Entities that a list or search finds by text. */
function searchable(api: Api): Set<string> {
  const found = new Set<string>();
  for (const { kinds, parameters, path, id } of api.exposed) {
    const isSearch = kinds.read && tokensOf(`${path} ${id ?? ''}`).some((word) => word === 'search' || word === 'find');
    if (!kinds.read || !(kinds.list || isSearch)) continue;
    const byText = parameters.some(
      (parameter) => parameter.in === 'query' && tokensOf(parameter.name).some((word) => filters.has(word)),
    );
    if (!byText && !isSearch) continue;
    for (const word of [...tokensOf(literalSegments(path).join(' ')), ...tokensOf(id ?? '')]) found.add(word);
  }
  return found;
}

function isNameless(entity: string): boolean {
  return nameless.has(entity) || roles.has(entity);
}

/** Entities whose response schemas contain no name. */
function listNameless(api: Api): ReadonlySet<string> {
  const named = /name|title|label|slug|email|subject|login|handle|text|description/i;
  const [all, having] = [new Set<string>(), new Set<string>()];
  for (const operation of api.exposed) {
    const { kinds, output } = operation;
    const entity = kinds.read && output !== undefined && api.leaves(output) > 0 ? pathEntity(operation) : undefined;
    if (entity === undefined || output === undefined) continue;
    all.add(entity);
    if (!having.has(entity) && api.walk(output).some(({ name }) => named.test(name ?? ''))) having.add(entity);
  }
  return new Set([...all].filter((entity) => !having.has(entity)));
}

/** A search over everything finds each entity by name. */
function findsAnything({ kinds, path }: ApiOperation): boolean {
  const segments = literalSegments(path).filter((segment) => !/^(?:api|v\d.*)$/i.test(segment));
  return kinds.read && segments.length === 1 && /^(?:search|find)(?:\.\w+)?$/i.test(segments[0] ?? '');
}

/** A number with documented meanings is a code, not an identifier. */
function isCode(node: SchemaNode | undefined): boolean {
  return (
    node !== undefined &&
    (Array.isArray(node.schema.enum) ||
      /\b\d+\s*[=:-]\s*\w+.*\b\d+\s*[=:-]/s.test(node.description?.slice(0, 500) ?? ''))
  );
}
