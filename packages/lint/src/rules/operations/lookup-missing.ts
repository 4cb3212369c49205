/** PROF-OPS-08: names can be resolved to identifiers. */
import type { Api, ApiOperation, Parameter, SchemaNode } from '../../api/api.js';
import { entityOf, neededIds, needsOwn } from '../../api/entities.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { isType } from '../../api/schema-facts.js';
import { isReference } from '../../api/short-collections.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

const filters = new Set('q query search name title email keyword term filter text where'.split(' '));

/** Identifiers that cannot be looked up by name. */
export const lookupMissing: Rule = {
  id: 'lookup-missing',
  requirement: 'PROF-OPS-08',
  severity: 'info',
  varies: 'info, because the rule relies on names: the identifier may belong to something else, or be a name itself',
  message: '{name} is required, but no operation finds the {entity} by its {label}.',
  why: 'People use names; without a lookup an agent must list everything to find one identifier.',
  help: 'Offer a list with a filter such as name_contains, or accept the name itself.',
  check(api, report) {
    if (api.exposed.some(findsAnything)) return;
    const found = searchable(api);
    const reported = new Set<string>();
    for (const operation of api.exposed) {
      const named = readNamed(api, operation);
      if (named === undefined || reported.has(named.entity)) continue;
      if (named.entity.split(' ').some((word) => found.has(word))) continue;
      reported.add(named.entity);
      const { parameter, entity, label } = named;
      report(parameter.pointer, { name: parameter.name, entity, label });
    }
    // An API without any read can look up nothing.
    if (api.exposed.some(({ kinds }) => kinds.read)) return;
    for (const { name, entity, at, owned } of neededIds(api)) {
      if (owned || reported.has(entity)) continue;
      reported.add(entity);
      report(at, { name, entity, label: 'name' });
    }
  },
  cases: {
    good: [
      {
        'get /tasks': { parameters: [{ name: 'title_contains', in: 'query' }], responses: answer({ type: 'array' }) },
        'get /tasks/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true }],
          responses: answer(object({ title: { type: 'string' } })),
        },
      },
      // Nobody gives a name to a payment, and the parts of a task are few.
      {
        'get /payments/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true }],
          responses: answer(object({ state: { type: 'string' } })),
        },
        'get /tasks/{task}/files/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true }],
          responses: answer(object({ name: { type: 'string' } })),
        },
      },
    ],
    bad: [
      {
        'get /tasks/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true }],
          responses: answer(object({ title: { type: 'string' } })),
        },
      },
    ],
  },
};

interface Named {
  parameter: Parameter;
  entity: string;
  /** The property that people know it by. */
  label: string;
}

/** A read of one thing by its identifier, which has a name that people know. */
function readNamed(api: Api, { kinds, path, parameters, output }: ApiOperation): Named | undefined {
  const [, before = '', segment = '', name = ''] = /^(.*?)\/([^/{}]+)\/\{([^{}]+)\}(?:\.\w+)?\/?$/.exec(path) ?? [];
  if (isReference(segment) || /^(?:uu)?id$|^guid$/i.test(segment)) return undefined;
  if (!kinds.read || kinds.list || name === '' || before.includes('{') || output === undefined) return undefined;
  const parameter = parameters.find((each) => each.in === 'path' && each.name === name);
  const words = tokensOf(segment);
  const last = entityOf(name, path);
  if (parameter === undefined || last === undefined || !words.includes(last) || needsOwn(name)) return undefined;
  if (Array.isArray(parameter.schema?.schema.enum)) return undefined;
  const label = labelOf(api, output);
  return label === undefined ? undefined : { parameter, entity: words.join(' '), label };
}

/** The name of the thing itself: among its properties, or among those of the only object in the response. */
function labelOf(api: Api, output: SchemaNode): string | undefined {
  const own = api.properties(output);
  const inner = [...own].find(
    ([name, node]) => /^(?:data|result|item|response)$/i.test(name) && isType(node.schema, 'object'),
  );
  const properties = own.size <= 3 && inner !== undefined ? api.properties(inner[1]) : own;
  return [...properties.keys()].find((name) =>
    /^(?:name|title|label|display_?name|full_?name|login|username)$/i.test(name),
  );
}

/** Words of what a list or search finds by text. */
function searchable(api: Api): Set<string> {
  const found = new Set<string>();
  for (const { kinds, parameters, path, id } of api.exposed) {
    const isSearch = kinds.read && tokensOf(`${path} ${id ?? ''}`).some((word) => word === 'search' || word === 'find');
    if (!kinds.read || !(kinds.list || isSearch || !path.endsWith('}'))) continue;
    const byText = parameters.some(
      (parameter) => parameter.in === 'query' && tokensOf(parameter.name).some((word) => filters.has(word)),
    );
    if (!byText && !isSearch) continue;
    for (const word of [...tokensOf(literalSegments(path).join(' ')), ...tokensOf(id ?? '')]) found.add(word);
  }
  return found;
}

/** A search over everything finds each entity by name. */
function findsAnything({ kinds, path }: ApiOperation): boolean {
  const segments = literalSegments(path).filter((segment) => !/^(?:api|v\d.*)$/i.test(segment));
  return kinds.read && segments.length === 1 && /^(?:search|find)(?:\.\w+)?$/i.test(segments[0] ?? '');
}
