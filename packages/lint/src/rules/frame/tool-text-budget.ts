/** PROF-FACT-03: descriptions share the agent's space with its task. */
import { projectTools } from '../../api/project-tool.js';
import type { Rule } from '../../rule.js';

/** Tools that cost too much text. */
export const toolTextBudget: Rule = {
  id: 'tool-text-budget',
  requirement: 'PROF-FACT-03',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: '{subject} takes about {tokens} tokens of an agent’s space; {limit} are recommended at most.',
  why: 'Names, descriptions and schemas of every tool are read before the task is; what they take, the task lacks.',
  help: 'Shorten descriptions, narrow the input, or show fewer operations to agents.',
  check(api, report) {
    const { operationTokens, totalTokens } = api.settings.thresholds;
    const tools = api.once(projectTools);
    let total = 0;
    for (const operation of api.exposed) {
      const tokens = tools.get(operation.pointer)?.tokens ?? 0;
      total += tokens;
      if (tokens > operationTokens) {
        report(operation.pointer, { subject: operation.label, tokens, limit: operationTokens });
      }
    }
    if (total > totalTokens) report('', { subject: 'The whole surface', tokens: total, limit: totalTokens });
  },
  cases: {
    good: [{ 'get /tasks': { operationId: 'tasks_find', summary: 'Find tasks by title' } }],
    bad: [{ 'get /tasks': { operationId: 'tasks_find', description: 'Finds tasks. '.repeat(200) } }],
  },
};
