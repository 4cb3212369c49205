/** PROF-DESC-15: every input is described. */
import { listParameters } from '../../api/operation-facts.js';
import { isSameName } from '../../api/words.js';
import type { Rule } from '../../rule.js';

/** Inputs without a description of their own. */
export const parameterUndescribed: Rule = {
  id: 'parameter-undescribed',
  requirement: 'PROF-DESC-15',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: '{name} is not described.',
  why: 'The description is where an agent learns what to fill in and where to get it.',
  help: 'Say what it means, its form, and which operation gives it.',
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
