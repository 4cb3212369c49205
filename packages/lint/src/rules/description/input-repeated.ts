/** PROF-DESC-15: every input is asked for once. */
import { plainName } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** Identifiers that a call requires in its path and again in its body. */
export const inputRepeated: Rule = {
  id: 'input-repeated',
  requirement: 'PROF-DESC-15',
  severity: 'warning',
  varies: 'info for PUT, whose body is often the whole resource; else warning',
  message: '{operation} requires {name} in its path and again in its body.',
  why: 'An agent cannot know which of the two counts when they differ.',
  help: 'Remove it from the body, or say that both must be equal.',
  check(api, report) {
    for (const { parameters, input, method, label, path } of api.exposed) {
      // The body of a copy names where it goes.
      if (/(?:fork|copy|clone|move|transfer|merge|duplicat|rename|link)/i.test(`${path} ${label}`)) continue;
      const required = input?.schema.required;
      if (input === undefined || !Array.isArray(required)) continue;
      const inPath = new Set(parameters.filter((each) => each.in === 'path').map(({ name }) => plainName(name)));
      for (const [name, { schema, at, description = '' }] of api.properties(input)) {
        if (!inPath.has(plainName(name)) || !required.includes(name) || schema.readOnly === true) continue;
        if (/\b(?:match|same|equal|identical)\b/i.test(description)) continue;
        report(at, { operation: label, name }, method === 'put' ? { severity: 'info' } : {});
      }
    }
  },
  cases: {
    good: [
      taskCase('post', { user_id: { type: 'string' } }, ['user_id']),
      taskCase('post', { task_id: { type: 'string' } }, []),
      taskCase('post', { task_id: { type: 'string', description: 'Must match the path' } }, ['task_id']),
    ],
    bad: [
      taskCase('post', { taskId: { type: 'string' } }, ['taskId']),
      taskCase('put', { task_id: { type: 'string' } }, ['task_id']),
    ],
  },
};

function taskCase(
  method: string,
  properties: Parameters<typeof object>[0],
  required: string[],
): Rule['cases']['good'][number] {
  const parameters = [{ name: 'task_id', in: 'path', required: true, schema: { type: 'string' } }];
  return { [`${method} /t/{task_id}/x`]: { parameters, requestBody: body(object(properties, { required })) } };
}
