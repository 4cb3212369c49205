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
  message: '{name} {fault}.',
  why: 'An agent learns from the description what to send and where to get the value.',
  help: 'Describe its meaning, its format, and which operation returns it.',
  check(api, report) {
    for (const { name, description, schema, pointer } of api.once(listParameters)) {
      const fault = faultOf(name, description ?? schema?.description);
      if (fault !== undefined) report(pointer, { name, fault });
    }
    for (const { name = '', description, at } of api.inputs) {
      const fault = name === '' ? undefined : faultOf(name, description);
      if (fault !== undefined) report(at, { name, fault });
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
