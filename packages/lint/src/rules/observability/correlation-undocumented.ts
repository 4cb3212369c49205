/** PROF-OBS-01: calls are traceable. */
import { isNamed } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';

/** APIs without a correlation identifier. */
export const correlationUndocumented: Rule = {
  id: 'correlation-undocumented',
  requirement: 'PROF-OBS-01',
  severity: 'info',
  message: 'No operation documents a correlation identifier.',
  why: 'To investigate what an agent did, its calls must be found among all others.',
  help: 'Accept traceparent (W3C Trace Context) or X-Request-ID, and document it.',
  ignoresWording: true,
  check(api, report) {
    const { correlation } = api.settings.names;
    const documented = api.operations.some(
      ({ parameters, responses }) =>
        parameters.some((each) => each.in === 'header' && isNamed(each.name, correlation)) ||
        responses.some(({ headers }) => headers.some((name) => isNamed(name, correlation))),
    );
    if (api.exposed.length > 0 && !documented) report('/paths');
  },
  cases: {
    good: [{ 'get /t': { parameters: [{ name: 'traceparent', in: 'header' }] } }],
    bad: [{ 'get /t': {} }],
  },
};
