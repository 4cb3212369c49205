/** PROF-ERR-01: a read of one item documents what happens when there is no such item. */
import type { Api, ApiOperation } from '../../api/api.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Reads of an item that document other errors, but not that the item does not exist. */
export const notFoundUndocumented: Rule = {
  id: 'not-found-undocumented',
  requirement: 'PROF-ERR-01',
  severity: 'warning',
  message: '{operation} reads one item and documents no 404 response, as other reads of this API do.',
  why: 'Identifiers that a model invents or remembers wrongly are common; an agent must recognize that there is no such item.',
  help: 'Document the response 404 with the error schema.',
  check(api, report) {
    const items = api.exposed.filter((operation) => readsItem(api, operation));
    if (!items.some(({ responses }) => responses.some(({ status }) => status === '404'))) return;
    for (const { responses, label, pointer } of items) {
      const statuses = responses.map(({ status }) => status.toUpperCase());
      // An operation without any error is the subject of error-response-missing.
      if (!statuses.some((status) => status.startsWith('4'))) continue;
      if (responses.some(({ status, description = '' }) => status.startsWith('4') && absent.test(description)))
        continue;
      if (!['404', '410', '4XX', 'DEFAULT'].some((status) => statuses.includes(status)))
        report(pointer, { operation: label });
    }
  },
  cases: {
    good: [
      { 'get /t/{id}': read('400', '404'), 'get /u/{id}': read('400', '404') },
      { 'get /t/{id}': read('400') },
      { 'get /t/{id}': read('400', '404'), 'get /u/{id}': read('4XX') },
    ],
    bad: [{ 'get /t/{id}': read('400', '404'), 'get /u/{id}': read('400') }],
  },
};

/** Another status says it. */
const absent = /\bnot (?:be )?found\b|\b(?:does|do|did) ?n[o'’]t exist\b|\bno such\b|\b(?:unknown|non-?existent)\b/i;

function read(...statuses: string[]) {
  const errors = Object.fromEntries(statuses.map((status) => [status, { description: 'Refused' }]));
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  return { parameters, responses: { ...answer(object({ id: { type: 'string' } })), ...errors } };
}

/** The last segment is an identifier, and the fields of the item are listed. */
function readsItem(api: Api, { method, path, kinds, output, parameters }: ApiOperation): boolean {
  if (method !== 'get' || kinds.list || output === undefined || api.properties(output).size === 0) return false;
  const [, name] = /\{([^{}]+)\}\/?$/.exec(path) ?? [];
  const schema = parameters.find((each) => each.in === 'path' && each.name === name)?.schema?.schema;
  return name !== undefined && schema?.enum === undefined;
}
