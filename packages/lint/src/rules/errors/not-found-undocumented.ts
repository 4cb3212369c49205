/** PROF-ERR-01: a read of one item documents what happens when there is no such item. */
import type { Api, ApiOperation } from '../../api/api.js';
import { pagingScheme } from '../../api/operation-facts.js';
import { isType } from '../../api/schema-facts.js';
import { statedConduct } from '../../api/stated-conduct.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Reads of an item that document other errors, but not that the item does not exist. */
export const notFoundUndocumented: Rule = {
  id: 'not-found-undocumented',
  requirement: 'PROF-ERR-01',
  severity: 'warning',
  varies:
    'info where the id may be any value of its kind, such as a date or a hash, and where the operation checks or searches, else warning',
  message: '{operation} reads one item and documents no 404 response, as other reads of this API do.',
  why: 'Identifiers that a model invents or remembers wrongly are common; an agent must recognize that there is no such item.',
  help: 'Document the response 404 with the error schema.',
  check(api, report) {
    const items = api.exposed.filter((operation) => readsItem(api, operation));
    if (!items.some(({ responses }) => responses.some(({ status }) => status === '404'))) return;
    for (const operation of items) {
      const { responses, label, pointer } = operation;
      const statuses = responses.map(({ status }) => status.toUpperCase());
      // An operation without any error is the subject of error-response-missing.
      if (!statuses.some((status) => status.startsWith('4'))) continue;
      if (responses.some(({ status, description = '' }) => status.startsWith('4') && absent.test(description)))
        continue;
      if (mayBeEmpty(operation)) continue;
      if (!['404', '410', '4XX', 'DEFAULT'].some((status) => statuses.includes(status)))
        report(pointer, { operation: label }, isOpenTo(api, operation) ? { severity: 'info' } : {});
    }
  },
  cases: {
    good: [
      { 'get /t/{id}': read('400', '404'), 'get /u/{id}': read('400', '404') },
      { 'get /t/{id}': read('400') },
      {
        'get /t/{id}': read('400', '404'),
        'get /prices/{symbol}': { ...read('400'), description: 'Without prices, an empty collection is returned.' },
      },
      { 'get /t/{id}': read('400', '404'), 'get /u/{id}': read('4XX') },
    ],
    bad: [{ 'get /t/{id}': read('400', '404'), 'get /u/{id}': read('400') }],
  },
};

/** "An empty collection is returned if nothing is there": a read of entries, not of one item. */
function mayBeEmpty({ responses, description = '' }: ApiOperation): boolean {
  const texts = [
    description,
    ...responses.map((each) => (each.status.startsWith('2') ? (each.description ?? '') : '')),
  ];
  return /\bempty (?:\w+ )?(?:collection|list|array|set|results?)\b/i.test(texts.join('. '));
}

/** The name of a value that exists without being stored: every date is a day, and an unknown hash has no entries. */
const anyValue =
  /(?:date|day|month|year|time|e?mail|phone|ip|md5\w*|sha\d*|hash|checksum|digest|url|lat\w*|lon\w*|query|text|word|term)$/i;

/** A check answers yes or no for any value, and so does a search with none or some entries. */
function isOpenTo(
  api: Api,
  { id, path, summary, description = '', output, parameters, responses }: ApiOperation,
): boolean {
  const name = /\{([^{}]+)\}\/?$/.exec(path)?.[1] ?? '';
  const format = parameters.find((each) => each.in === 'path' && each.name === name)?.schema?.schema.format;
  // `order_hash` names an order.
  if (anyValue.test(name) && !/[a-z]_?(?:hash|digest)$/i.test(name)) return true;
  if (typeof format === 'string' && /^(?:date|time|e-?mail|idn-email|ip|uri|hostname)/.test(format)) return true;
  const first = [tokensOf(id ?? '')[0], tokensOf((summary ?? description).slice(0, 200))[0]];
  if (
    first.some((word) =>
      /^(?:checks?|lists?|search(?:es)?|finds?|validates?|verif(?:y|ies)|tests?|is|has|count|calculates?|estimates?)$/.test(
        word ?? '',
      ),
    )
  )
    return true;
  const said = [summary ?? '', description.slice(0, 500), ...responses.map((each) => each.description ?? '')].join(
    '. ',
  );
  if (
    /\bwhether\b|\bcheck if\b|\bor null\b|\bnull if\b|\b(?:or|if) (?:it )?(?:is )?not (?:owned|set|registered|known|used|taken)\b/i.test(
      said,
    )
  )
    return true;
  return output !== undefined && [...api.properties(output).values()].every(({ schema }) => isType(schema, 'boolean'));
}

/** Another status says it. */
const absent =
  /\bnot (?:be )?found\b|\b(?:does|do|did) ?n[o'’]t exist\b|\bno such\b|\b(?:unknown|non-?existent)\b|\binvalid (?:\w+[_ ])?(?:id|identifier|hash|key)\b/i;

function read(...statuses: string[]) {
  const errors = Object.fromEntries(statuses.map((status) => [status, { description: 'Refused' }]));
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  return { parameters, responses: { ...answer(object({ id: { type: 'string' } })), ...errors } };
}

/** The last segment is an identifier, and the fields of the item are listed. */
function readsItem(api: Api, operation: ApiOperation): boolean {
  const { method, path, kinds, output, parameters } = operation;
  if (method !== 'get' || kinds.list || output === undefined || api.properties(output).size === 0) return false;
  // `{"versions": […]}` are entries, of which there may be none.
  const fields = [...api.properties(output).values()];
  if (fields.length === 1 && fields.every(({ schema }) => isType(schema, 'array'))) return false;
  // `/accounts/{address}` with pages returns the entries of an account.
  if (pagingScheme(api, operation) !== undefined) return false;
  const [, name] = /\{([^{}]+)\}\/?$/.exec(path) ?? [];
  if (name === undefined) return false;
  const schema = parameters.find((each) => each.in === 'path' && each.name === name)?.schema?.schema;
  return schema?.enum === undefined && statedConduct(api, operation).impact === 'informational';
}
