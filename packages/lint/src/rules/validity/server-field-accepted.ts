/** PROF-DESC-16: a description says which fields a caller sets and which the server sets. */
import type { Api, SchemaNode } from '../../api/api.js';
import { isNumeric, isType } from '../../api/schema-facts.js';
import { plainName } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, body, object } from '../../rule-model/rule-cases.js';

/** Times of creation and of the last change, in any naming style. */
const setByServers =
  /^(?:date|time)?(?:created?|creation|last(?:modified|updated?)|updated?|modified|modification)(?:at|on|time|date|datetime|timestamp)?$/;

/** Requests that share their schema with the response, so that they seem to accept the times that the server sets. */
export const serverFieldAccepted: Rule = {
  id: 'server-field-accepted',
  requirement: 'PROF-DESC-16',
  severity: 'warning',
  message: '{operation} seems to accept {names}: its body has the schema of its response, and they are not readOnly.',
  why: 'An agent invents values for fields that the server sets and ignores or rejects.',
  help: 'Mark the fields as readOnly, or describe requests with a schema of their own.',
  ignoresWording: true,
  check(api, report) {
    for (const { label, input, output, pointer, method } of api.exposed) {
      if (method !== 'post' || input === undefined || input.pointer !== output?.pointer) continue;
      const names = listServerFields(api, input);
      if (names.length > 0) report(`${pointer}/requestBody`, { operation: label, names: names.join(' and ') });
    }
  },
  cases: {
    good: [
      {
        components: {
          schemas: { Task: object({ created_at: { type: 'string', format: 'date-time', readOnly: true } }) },
        },
        'post /tasks': {
          requestBody: body({ $ref: '#/components/schemas/Task' }),
          responses: answer({ $ref: '#/components/schemas/Task' }),
        },
      },
    ],
    bad: [
      {
        components: { schemas: { Task: object({ created_at: { type: 'string', format: 'date-time' } }) } },
        'post /tasks': {
          requestBody: body({ $ref: '#/components/schemas/Task' }),
          responses: answer({ $ref: '#/components/schemas/Task' }),
        },
      },
    ],
  },
};

function listServerFields(api: Api, node: SchemaNode): string[] {
  return [...api.properties(node)].filter(([name, each]) => isSetByServer(plainName(name), each)).map(([name]) => name);
}

/** `update` alone can be anything, such as a flag; a text may say that the field is only read. */
function isSetByServer(name: string, { schema, description = '' }: SchemaNode): boolean {
  if (!setByServers.test(name) || schema.readOnly === true || /\bread[- ]?only\b/i.test(description)) return false;
  return (
    schema.format === 'date-time' ||
    (/(?:at|time|stamp)$/.test(name) && (isNumeric(schema) || isType(schema, 'string')))
  );
}
