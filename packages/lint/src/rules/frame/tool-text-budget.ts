/** PROF-FACT-03: tool descriptions share the agent's context window with its task. */
import { projectTools } from '../../api/project-tool.js';
import type { Rule } from '../../rule-model/rule.js';

/** Tools that cost too many tokens. */
export const toolTextBudget: Rule = {
  id: 'tool-text-budget',
  requirement: 'PROF-FACT-03',
  severity: 'warning',
  varies: 'info up to a tenth above the limit, since the number of tokens is an estimate',
  targets: ['openapi', 'tools'],
  message: '{subject} takes about {tokens} tokens of the context window; at most {limit} are recommended.',
  why: 'An agent reads names, descriptions and schemas of all tools before the task; they reduce the context left for it.',
  help: 'Shorten descriptions, narrow the input, or expose fewer operations to agents.',
  check(api, report) {
    const { operationTokens, totalTokens } = api.settings.thresholds;
    const tools = api.once(projectTools);
    let total = 0;
    for (const operation of api.exposed) {
      const tokens = tools.get(operation.pointer)?.tokens ?? 0;
      total += tokens;
      if (tokens > operationTokens) {
        const values = { subject: operation.label, tokens, limit: operationTokens };
        report(operation.pointer, values, tolerate(tokens, operationTokens));
      }
    }
    if (total > totalTokens) {
      const values = { subject: 'The whole API', tokens: total, limit: totalTokens };
      report('', values, tolerate(total, totalTokens));
    }
  },
  cases: {
    good: [{ 'get /tasks': { operationId: 'tasks_find', summary: 'Find tasks by title' } }],
    bad: [{ 'get /tasks': { operationId: 'tasks_find', description: 'Finds tasks. '.repeat(200) } }],
  },
};

function tolerate(tokens: number, limit: number): { severity?: 'info' } {
  return tokens <= 1.1 * limit ? { severity: 'info' } : {};
}
