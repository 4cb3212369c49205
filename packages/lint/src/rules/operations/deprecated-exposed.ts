/** PROF-OPS-05: deprecated operations are not offered to agents. */
import type { Rule } from '../../rule-model/rule.js';

/** Deprecated operations that are explicitly exposed. */
export const deprecatedExposed: Rule = {
  id: 'deprecated-exposed',
  requirement: 'PROF-OPS-05',
  severity: 'error',
  message: '{operation} is deprecated but exposed to agents.',
  why: 'An agent that learns a deprecated operation uses it until it is removed.',
  help: 'Remove x-agent.expose; the operation stays in the description but is no longer a tool.',
  ignoresWording: true,
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
