/** PROF-RESP-01: responses are small by default. */
import type { JsonObject } from '@dragoman/model';
import type { Api, ApiOperation, SchemaNode } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { findVerbosity, itemsOf } from '../../api/operation-facts.js';
import { isType } from '../../api/schema-facts.js';
import { isUnofficial } from '../../api/unofficial.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

const wide = object(Object.fromEntries(Array.from({ length: 26 }, (_, at) => [`f${at}`, { type: 'string' }])));

function tenFields(name: string): JsonObject {
  return object(Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`${name}${at}`, { type: 'string' }])));
}

/** Items with many fields and no field selection. */
export const responseTooWide: Rule = {
  id: 'response-too-wide',
  requirement: 'PROF-RESP-01',
  severity: 'warning',
  varies:
    'warning for lists; info for a single object, which is read once, for the result of a computation by POST, for sample data, where somebody else than the provider describes the API, and up to 1.2 times the limit',
  message: 'A response of {operation} has {count} fields, and a caller cannot request fewer.',
  why: 'An agent reads every returned field; unnecessary fields displace the task.',
  help: 'Return the essential fields by default, and add fields or response_format for the rest.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { kinds, output, label, pointer, path } = operation;
      if (!kinds.read || output === undefined || findVerbosity(api, operation) !== undefined) continue;
      const count = api.leaves(itemsOf(api, operation) ?? output);
      const { wideFields } = api.settings.thresholds;
      const isOne = !kinds.list;
      // `/transfers/{hash}` returns one thing with its parts; `{"services": […]}` is a list all the same.
      const isList = isOnlyList(api, output);
      const isSingle = (/\}\/?$/.test(path) && !isList) || (isOne && !hasWideItems(api, output));
      const isMild =
        api.once(isUnofficial) || isSample(operation) || count <= 1.2 * wideFields || isSingle || isComputed(operation);
      if (count > wideFields) report(pointer, { operation: label, count }, isMild ? { severity: 'info' } : {});
    }
  },
  cases: {
    good: [
      { 'get /t': { responses: answer(wide), parameters: [{ name: 'fields', in: 'query' }] } },
      {
        'get /t': {
          responses: answer(wide),
          parameters: [{ name: 'filters', in: 'query', description: 'A list of keys to retrieve' }],
        },
      },
      { 'get /t': { responses: answer(object({ a: {} })) } },
      { 'get /t': { responses: answer({ oneOf: ['a', 'b', 'c'].map(tenFields) }) } },
    ],
    bad: [
      { 'get /t': { responses: answer(wide) } },
      { 'get /t': { responses: answer({ type: 'array', items: wide }) } },
    ],
  },
};

/** `{"services": […]}` */
function isOnlyList(api: Api, output: SchemaNode): boolean {
  const fields = [...api.properties(output).values()];
  return fields.length === 1 && fields.every(({ schema }) => isType(schema, 'array'));
}

/** A POST that does not search computes its result, which is used as a whole. */
function isComputed({ method, path, id = '', summary = '' }: ApiOperation): boolean {
  if (method !== 'post') return false;
  const words = [tokensOf(literalSegments(path).at(-1) ?? ''), tokensOf(id), tokensOf(summary).slice(0, 1)].flat();
  return !words.some((word) =>
    /^(?:search(?:es)?|lists?|query|queries|finds?|filter(?:ed)?|gets?|browse|lookup)$/.test(word),
  );
}

/** What a dummy service returns is read by nobody for its content. */
function isSample({ path, summary = '' }: ApiOperation): boolean {
  return tokensOf(`${path} ${summary}`).some((word) => /^(?:dummy|mock|sample|demo)s?$/.test(word));
}

/** A list under a name that the rules do not know, such as `events` at `/sessions/{id}/timeline`. */
function hasWideItems(api: Api, output: SchemaNode): boolean {
  const lists = new Set([...api.properties(output).values()].map(({ pointer }) => pointer));
  return api
    .walk(output)
    .some(
      (node) =>
        node.role === 'item' &&
        lists.has(node.owner?.pointer ?? '') &&
        api.leaves(node) > api.settings.thresholds.wideFields,
    );
}
