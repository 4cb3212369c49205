/** PROF-DESC-15: every input is described. */
import type { JsonObject } from '@dragoman/model';
import { listParameters } from '../../api/operation-facts.js';
import { enumOf } from '../../api/schema-facts.js';
import { isSameName } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

/** Inputs without a description. */
export const parameterUndescribed: Rule = {
  id: 'parameter-undescribed',
  requirement: 'PROF-DESC-15',
  severity: 'warning',
  varies:
    'info for a constant, whose only value explains itself, and for names that everybody knows, such as email or first_name',
  targets: ['openapi', 'tools'],
  message: '{name} {fault}.',
  why: 'An agent learns from the description what to send and where to get the value.',
  help: 'Describe its meaning, its format, and which operation returns it.',
  check(api, report) {
    for (const { name, description, schema, pointer } of api.once(listParameters)) {
      const fault = faultOf(name, description ?? schema?.description);
      if (fault !== undefined)
        report(pointer, { name, fault }, isClear(name, schema?.schema) ? { severity: 'info' } : {});
    }
    for (const { name = '', description, schema, at } of api.inputs) {
      // Callers do not send what is read-only.
      const fault = name === '' || schema.readOnly === true ? undefined : faultOf(name, description);
      if (fault !== undefined) report(at, { name, fault }, isClear(name, schema) ? { severity: 'info' } : {});
    }
  },
  cases: {
    good: [{ 'get /t': { parameters: [{ name: 'q', in: 'query', description: 'Part of the title' }] } }],
    bad: [
      { 'get /t': { parameters: [{ name: 'q', in: 'query' }] } },
      { 'get /t': { parameters: [{ name: 'task_id', in: 'query', description: 'Task ID' }] } },
    ],
  },
};

function faultOf(name: string, text = ''): string | undefined {
  if (text.trim() === '') return 'has no description';
  return isSameName(text, name) ? 'has a description that only repeats its name' : undefined;
}

const known =
  /^(?:e-?mail(?:_?address)?|(?:user_?|first_?|last_?|middle_?|full_?|display_?|sur|nick|file_?)?name|password|(?:mobile|tele)?_?phone(?:_?number)?|mobile|fax|street|city|town|country|zip(?:_?code)?|post(?:al)?_?code|latitude|longitude|title|description|company|birth_?da(?:y|te)|(?:icon|image|avatar|logo|website|thumbnail)(?:_?ur[il])?)$/i;

/** A constant, or a name whose meaning and format everybody knows. */
function isClear(name: string, schema: JsonObject | undefined): boolean {
  return known.test(name) || (schema !== undefined && (schema.const !== undefined || enumOf(schema)?.length === 1));
}
