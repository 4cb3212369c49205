/** PROF-OPS-03: a small, curated set of operations. */
import type { Rule } from '../../rule-model/rule.js';

/** APIs with too many operations to choose from. */
export const surfaceLarge: Rule = {
  id: 'surface-large',
  requirement: 'PROF-OPS-03',
  severity: 'info',
  varies: 'info over 40, warning over 100, error over 250 operations',
  targets: ['openapi', 'tools'],
  message: '{count} operations are offered to agents; at most {limit} are recommended.',
  why: 'The more operations there are, the more often an agent chooses the wrong one.',
  help: 'Hide operations that agents do not need with x-agent: {expose: false}, or offer sets by use case.',
  ignoresWording: true,
  check(api, report) {
    const { surface, surfaceWarning, surfaceError } = api.settings.thresholds;
    const count = api.exposed.length;
    if (count <= surface) return;
    const severity = count > surfaceError ? 'error' : count > surfaceWarning ? 'warning' : 'info';
    report('/paths', { count, limit: surface }, { severity });
  },
  cases: {
    good: [Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`get /a${at}`, {}]))],
    bad: [Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`get /a${at}`, {}]))],
  },
};
