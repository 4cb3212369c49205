/** PROF-OPS-05: deprecated operations are not offered to agents. */
import type { Rule } from '../../rule.js';

/** Deprecated operations that are exposed on purpose. */
export const deprecatedExposed: Rule = {
  id: 'deprecated-exposed',
  requirement: 'PROF-OPS-05',
  severity: 'error',
  message: '{operation} is deprecated and exposed to agents all the same.',
  why: 'An agent that learns an operation today uses it until it is gone.',
  help: 'Remove x-agent.expose; the description keeps the operation, the tools do not.',
  check(api, report) {
    for (const { deprecated, agent, label, pointer } of api.operations) {
      if (deprecated && agent.expose === true) report(`${pointer}/deprecated`, { operation: label });
    }
  },
  cases: {
    good: [{ 'get /t': { deprecated: true } }],
    bad: [{ 'get /t': { deprecated: true, 'x-agent': { expose: true } } }],
  },
};
