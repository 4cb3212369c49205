/** PROF-VER-05: a deprecated operation names its replacement. */
import type { Rule } from '../../rule-model/rule.js';

/** Words that introduce the other operation, followed by a link, a path or a name in code. */
const sendsOn =
  /\b(?:use|using|migrat\w*|replaced (?:by|with)|superseded by|in favou?r of|switch(?:ing)? to|prefer|recommend\w*|instead|moved to)\b[^.]{0,120}(?:\]\(|`[^`]+`|["'“‘][^"'”’]{3,80}["'”’]|https?:\/\/|\/[a-z]+\/)/is;

/** Deprecated operations without a replacement. */
export const replacementMissing: Rule = {
  id: 'replacement-missing',
  requirement: 'PROF-VER-05',
  severity: 'warning',
  message: '{operation} is deprecated but names no replacement.',
  why: 'An agent that may not use an operation needs the name of the alternative.',
  help: 'Name the replacement in x-agent.replaced_by, in links, or by its operationId in the description.',
  check(api, report) {
    const ids = api.operations.flatMap(({ id }) => id ?? []);
    for (const { deprecated, agent, description, responses, label, pointer, id } of api.operations) {
      if (!deprecated || (agent.replacedBy !== undefined && ids.includes(agent.replacedBy))) continue;
      if (responses.some(({ value }) => value.links !== undefined)) continue;
      const words = new Set((description ?? '').split(/[^\w./-]+/).map((word) => word.replace(/[.,]$/, '')));
      if (!ids.some((other) => other !== id && words.has(other)) && !sendsOn.test(description ?? ''))
        report(pointer, { operation: label });
    }
  },
  cases: {
    good: [
      {
        'get /a': { operationId: 'a_get', deprecated: true, 'x-agent': { replaced_by: 'b_get' } },
        'get /b': { operationId: 'b_get' },
      },
      { 'get /a': { operationId: 'a_get', deprecated: true, description: 'Please use [List of b](/docs/b-list).' } },
      {
        'get /a': { operationId: 'a_get', deprecated: true, description: 'Use b_get.' },
        'get /b': { operationId: 'b_get' },
      },
    ],
    bad: [{ 'get /a': { operationId: 'a_get', deprecated: true, 'x-agent': { replaced_by: 'gone' } } }],
  },
};
