/** PROF-OPS-08: names are turned into identifiers. */
import type { Api } from '../../api/api.js';
import { neededIds } from '../../api/entities.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule.js';
import { answer } from '../../rule-cases.js';

const filters = new Set('q query search name title email keyword term filter text'.split(' '));

/** Identifiers that cannot be looked up by a name. */
export const lookupMissing: Rule = {
  id: 'lookup-missing',
  requirement: 'PROF-OPS-08',
  severity: 'warning',
  message: '{name} is needed, and no operation finds a {entity} by name.',
  why: 'People say names; an agent that only takes identifiers has to list everything to find one.',
  help: 'Offer a list with a filter such as name_contains, or accept the name itself.',
  check(api, report) {
    const found = searchable(api);
    const told = new Set<string>();
    for (const { entity, name, at } of neededIds(api)) {
      if (found.has(entity) || told.has(entity)) continue;
      told.add(entity);
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

/** Entities that some list or search finds by a text. */
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
