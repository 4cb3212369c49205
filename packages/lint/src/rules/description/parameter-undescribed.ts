/** PROF-DESC-15: every input is described. */
import { listParameters } from '../../api/operation-facts.js';
import { isSameName } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

/** Inputs without a description. */
export const parameterUndescribed: Rule = {
  id: 'parameter-undescribed',
  requirement: 'PROF-DESC-15',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: '{name} has no description.',
  why: 'An agent learns from the description what to send and where to get the value.',
  help: 'Describe its meaning, its format, and which operation returns it.',
  check(api, report) {
    const isBlank = (name: string, text = '') => text.trim() === '' || isSameName(text, name);
    for (const { name, description, schema, pointer } of api.once(listParameters)) {
      if (isBlank(name, description ?? schema?.description)) report(pointer, { name });
    }
    for (const { name, description, at } of api.inputs) {
      if (name !== undefined && isBlank(name, description)) report(at, { name });
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
