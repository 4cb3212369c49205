/** PROF-DESC-24: descriptions are short. */
import type { Rule } from '../../rule-model/rule.js';

/** Descriptions that are too long. */
export const descriptionTooLong: Rule = {
  id: 'description-too-long',
  requirement: 'PROF-DESC-24',
  severity: 'warning',
  varies: 'info up to 1.5 times the limit, else warning',
  targets: ['openapi', 'tools'],
  message: 'The description of {operation} has {count} characters; at most {limit} are recommended.',
  why: 'An agent reads every tool description for every task; a long one displaces the others.',
  help: 'Keep purpose, limits and effects; move facts into schemas, headers and metadata.',
  check(api, report) {
    const limit = api.settings.thresholds.descriptionCharacters;
    for (const { description, label, pointer } of api.exposed) {
      const count = description?.length ?? 0;
      if (count > limit)
        report(
          `${pointer}/description`,
          { operation: label, count, limit },
          count <= 1.5 * limit ? { severity: 'info' } : {},
        );
    }
  },
  cases: {
    good: [{ 'get /t': { description: 'Finds tasks.' } }],
    bad: [{ 'get /t': { description: 'Finds tasks. '.repeat(160) } }],
  },
};
