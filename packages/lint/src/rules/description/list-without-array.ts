/** PROF-DESC-16: the schema of a list says that there can be several entries. */
import type { Api, ApiOperation, SchemaNode } from '../../api/api.js';
import { isObjectSchema, isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Titles that announce several entries. */
const announces =
  /^\W*(?:lists?|(?:gets?|returns?|retrieves?|fetch(?:es)?|shows?) (?:an? |the )?(?:(?:paginated|filtered|sorted|full|complete) )?(?:list of|all))\s+(?:the |all |this |your )*\w+/i;

/** Lists whose response describes one entry. */
export const listWithoutArray: Rule = {
  id: 'list-without-array',
  requirement: 'PROF-DESC-16',
  severity: 'warning',
  message: '{operation} lists several entries, but its response describes one object without an array.',
  why: 'An agent reads the first entry as the whole response, or looks for fields that are one level deeper.',
  help: 'Describe the response as an array, or as an object with the array in it.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { output, label, kinds, method } = operation;
      if (output === undefined || !kinds.read || method !== 'get') continue;
      if (!announcesSeveral(titleOf(operation)) || !isOneEntry(api, output)) continue;
      report(output.at, { operation: label });
    }
  },
  cases: {
    good: [
      { 'get /t': { summary: 'List tasks', responses: answer({ type: 'array', items: {} }) } },
      { 'get /t': { summary: 'List tasks', responses: answer(object({ a: {}, data: { type: 'array' } })) } },
      { 'get /t': { summary: 'List links', responses: answer(object({ a: {}, _links: { type: 'object' } })) } },
      {
        'get /t': {
          summary: 'List the current state of a task',
          responses: answer(object({ task_id: { type: 'string' }, state: { type: 'string' } })),
        },
      },
      { 'get /t': { summary: 'Get all settings', responses: answer(object({ locale: {}, zone: {} })) } },
    ],
    bad: [
      {
        'get /t': {
          summary: 'List tasks',
          responses: answer(object({ task_id: { type: 'string' }, title: { type: 'string' } })),
        },
      },
    ],
  },
};

/** "List the current state of a container" names one thing. */
function announcesSeveral(title: string): boolean {
  const [verb] = announces.exec(title) ?? [];
  if (verb === undefined) return false;
  const [named = ''] = title.slice(verb.search(/\S+$/)).split(/\b(?:for|of|in|from|by|that|which|with|to)\b|[.,(]/i, 1);
  return /[^siu]s\b/i.test(named);
}

function titleOf({ summary, description = '' }: ApiOperation): string {
  return summary ?? description.slice(0, 100);
}

/** At least two plain fields, one of which identifies an entry, and nothing that can hold several. */
function isOneEntry(api: Api, output: SchemaNode): boolean {
  if (!isObjectSchema(output.schema) || output.schema.additionalProperties !== undefined) return false;
  const fields = [...api.properties(output)];
  if (fields.length < 2 || !fields.some(([name]) => /^_?(?:id|uuid)$|(?:_i|I)d$/.test(name))) return false;
  return fields.every(([, { schema }]) =>
    ['string', 'integer', 'number', 'boolean'].some((type) => isType(schema, type)),
  );
}
