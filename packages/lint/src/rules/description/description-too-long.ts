/** PROF-DESC-24: the description is short. */
import type { Rule } from '../../rule.js';

/** Descriptions that are manuals. */
export const descriptionTooLong: Rule = {
  id: 'description-too-long',
  requirement: 'PROF-DESC-24',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: 'The description of {operation} has {count} characters; {limit} are recommended at most.',
  why: 'Every tool’s description is read for every task; a long one crowds out the others.',
  help: 'Keep purpose, limits and effects; move facts into schemas, headers and metadata.',
  check(api, report) {
    const limit = api.settings.thresholds.descriptionCharacters;
    for (const { description, label, pointer } of api.exposed) {
      const count = description?.length ?? 0;
      if (count > limit) report(`${pointer}/description`, { operation: label, count, limit });
    }
  },
  cases: {
    good: [{ 'get /t': { description: 'Finds tasks.' } }],
    bad: [{ 'get /t': { description: 'Finds tasks. '.repeat(160) } }],
  },
};
