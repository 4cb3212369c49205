/** PROF-FACT-03: tool descriptions share the agent's context window with its task. */
import type { Api } from '../../api/api.js';
import { countOnce, projectTools } from '../../api/project-tool.js';
import type { Rule } from '../../rule-model/rule.js';

/** Tools that cost too many tokens. */
export const toolTextBudget: Rule = {
  id: 'tool-text-budget',
  requirement: 'PROF-FACT-03',
  severity: 'warning',
  varies:
    'info up to 1.75 times the limit, and for an API that is within the limit if a schema shared by several operations counts once; else warning',
  targets: ['openapi', 'tools'],
  message: '{subject} takes about {tokens} tokens of the context window; at most {limit} are recommended. {most}',
  why: 'An agent reads names, descriptions and schemas of all tools before the task; they reduce the context left for it.',
  help: 'Shorten the largest part first: its description, or the parts of the input that agents do not need; or expose fewer operations to agents.',
  check(api, report) {
    const { operationTokens, totalTokens } = api.settings.thresholds;
    const tools = api.once(projectTools);
    let total = 0;
    for (const operation of api.exposed) {
      const { tokens = 0, largest } = tools.get(operation.pointer) ?? {};
      total += tokens;
      if (tokens <= operationTokens) continue;
      const most =
        largest === undefined
          ? ''
          : `${largest.tokens > tokens / 2 ? 'Most of it is' : 'The largest part is'} ${largest.part}: ${largest.tokens}.`;
      const values = { subject: operation.label, tokens, limit: operationTokens, most };
      report(operation.pointer, values, tolerate(tokens, operationTokens));
    }
    if (total <= totalTokens) return;
    const values = { subject: 'The whole API', tokens: total, limit: totalTokens, most: nameLargest(api) };
    report('', values, tolerate(Math.min(total, tolerance * countOnce(api)), totalTokens));
  },
  cases: {
    good: [{ 'get /tasks': { operationId: 'tasks_find', summary: 'Find tasks by title' } }],
    bad: [{ 'get /tasks': { operationId: 'tasks_find', description: 'Finds tasks. '.repeat(200) } }],
  },
};

/** Words are counted, not tokens, and an enum that is needed cannot be cut. */
const tolerance = 1.75;

function tolerate(tokens: number, limit: number): { severity?: 'info' } {
  return tokens <= tolerance * limit ? { severity: 'info' } : {};
}

/** The three operations to start with. */
function nameLargest(api: Api): string {
  const tools = api.once(projectTools);
  const sizes = api.exposed.map(({ label, pointer }) => ({ label, tokens: tools.get(pointer)?.tokens ?? 0 }));
  const first = sizes.sort((one, other) => other.tokens - one.tokens).slice(0, 3);
  return `The largest operations are ${first.map(({ label, tokens }) => `${label} (${tokens})`).join(', ')}.`;
}
