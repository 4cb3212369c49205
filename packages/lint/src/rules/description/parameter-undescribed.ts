/** PROF-DESC-15: every input is described. */
import type { JsonObject } from '@dragoman/model';
import type { Api, SchemaNode } from '../../api/api.js';
import { listParameters } from '../../api/operation-facts.js';
import { enumOf } from '../../api/schema-facts.js';
import { isSameName, tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** Inputs without a description. */
export const parameterUndescribed: Rule = {
  id: 'parameter-undescribed',
  requirement: 'PROF-DESC-15',
  severity: 'warning',
  varies:
    'warning for a description that only repeats a name of one or two words, unless a list of values or an example shows what to send; info for a deprecated parameter, for the id of what its path names, and where there is no description, because the name, the object or the operation often says enough',
  targets: ['openapi', 'tools'],
  message: '{name} {fault}.',
  why: 'An agent learns from the description what to send and where to get the value.',
  help: 'Describe its meaning, its format, and which operation returns it.',
  check(api, report) {
    for (const { name, description, schema, pointer, value } of api.once(listParameters)) {
      const fault = faultOf(name, description ?? textOf(api, schema));
      const isShown =
        hasExample(value) || isClear(api, name, schema) || value.deprecated === true || isNamedUuid(schema);
      if (fault !== undefined) report(pointer, { name, fault }, severityOf(name, fault, isShown));
    }
    for (const node of api.inputs) {
      const { name = '', at } = node;
      const fault = name === '' ? undefined : faultOf(name, textOf(api, node));
      // There is one value to send, and the schema has it.
      if (fault === none && node.schema.const !== undefined) continue;
      if (fault !== undefined) report(at, { name, fault }, severityOf(name, fault, isClear(api, name, node)));
    }
  },
  cases: {
    good: [
      { 'get /t': { parameters: [{ name: 'q', in: 'query', description: 'Part of the title' }] } },
      {
        'post /t': {
          requestBody: body(object({ value: { allOf: [{ type: 'string' }, { description: 'The new title' }] } })),
        },
      },
      { 'post /t': { requestBody: body(object({ kind: { type: 'string', const: 'rows' } })) } },
    ],
    bad: [
      { 'get /t': { parameters: [{ name: 'q', in: 'query' }] } },
      { 'get /t': { parameters: [{ name: 'task_id', in: 'query', description: 'Task ID' }] } },
    ],
  },
};

const none = 'has no description';

function faultOf(name: string, text = ''): string | undefined {
  if (text.trim() === '') return none;
  // Letters of other scripts say more than a name in Latin letters.
  if (/(?!\p{Script=Latin})\p{L}/u.test(text)) return undefined;
  return isSameName(text, name) ? 'has a description that only repeats its name' : undefined;
}

/** The description of an input; a part of an allOf, which authors use to add a text to a reference, has it too. */
function textOf(api: Api, node: SchemaNode | undefined): string | undefined {
  if (node === undefined || node.description !== undefined) return node?.description;
  const { allOf } = node.schema;
  // What is added to a reference is more specific than its own text.
  for (const [at, part] of [...(Array.isArray(allOf) ? allOf : []).entries()].reverse()) {
    const text = api.follow({ value: part, pointer: `${node.pointer}/allOf/${at}` })?.value.description;
    if (typeof text === 'string') return text;
  }
  return undefined;
}

const known =
  /^(?:e-?mail(?:_?address)?|(?:user_?|first_?|last_?|middle_?|full_?|display_?|sur|nick|file_?)?name|password|(?:mobile|tele)?_?phone(?:_?number)?|mobile|fax|street|city|town|country|zip(?:_?code)?|post(?:al)?_?code|latitude|longitude|title|description|company|birth_?da(?:y|te)|(?:icon|image|avatar|logo|website|thumbnail)(?:_?ur[il])?|content-type|accept|accept-language|authorization|user-agent)$/i;

/** "Sender public key": three words say what to send, also where they are the whole description. */
function severityOf(name: string, fault: string, isShown: boolean): { severity?: 'info' } {
  const isPlain = fault === none || isShown || known.test(name) || tokensOf(name).length > 2;
  return isPlain ? { severity: 'info' } : {};
}

/** A UUID named `user_id` can be nothing else than the id of a user. */
function isNamedUuid(node: SchemaNode | undefined): boolean {
  return node?.schema.format === 'uuid';
}

/** A constant, an object whose fields are listed, or a value with an example. */
function isClear(api: Api, name: string, node: SchemaNode | undefined): boolean {
  if (node === undefined) return false;
  const { schema } = node;
  if (schema.const !== undefined || enumOf(schema)?.length === 1 || hasExample(schema)) return true;
  // Values such as bitcoin and ethereum say what an identifier is, and words say what a choice is.
  const values = enumOf(schema) ?? [];
  if (values.length > 1 && (/(?:_i|I)d$/.test(name) || values.every((each) => /^[A-Za-z]\w{2,}/.test(String(each)))))
    return true;
  if (name === '') return false;
  return api.properties(node).size > 0;
}

function hasExample({ example, examples }: JsonObject): boolean {
  return example !== undefined || examples !== undefined;
}
