/** PROF-OPS-03: a small, curated set of operations. */
import type { Rule } from '../../rule.js';

/** Surfaces that are too large to choose from. */
export const surfaceLarge: Rule = {
  id: 'surface-large',
  requirement: 'PROF-OPS-03',
  severity: 'info',
  varies: 'info over 40, warning over 100, error over 250 operations',
  targets: ['openapi', 'tools'],
  message: '{count} operations are exposed; up to {limit} are recommended.',
  why: 'The more there is to choose from, the more often the choice is wrong.',
  help: 'Hide what agents do not need with x-agent: {expose: false}, or offer sets by use.',
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
