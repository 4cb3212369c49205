/** PROF-DESC-24: descriptions do not repeat each other. */
import { sentencesOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

/** Who may call an operation, and what must be set up before, is needed wherever it holds. */
const access =
  /\b(?:admin\w*|owner|permissions?|privileges?|roles?|rights)\b|\bmust be (?:set|enabled|configured|installed|active)\b/i;

/** Sentences that many operations share. */
export const descriptionBoilerplate: Rule = {
  id: 'description-boilerplate',
  requirement: 'PROF-DESC-24',
  severity: 'warning',
  varies: 'info when fewer than half of the operations share it, since it then belongs to a group, else warning',
  targets: ['openapi', 'tools'],
  message: '{count} descriptions contain the same sentence: "{sentence}".',
  why: 'A shared sentence does not help an agent to choose, and costs tokens in every description.',
  help: 'Write it once, in info.description or in a schema.',
  check(api, report) {
    const { boilerplateCharacters, boilerplateOperations } = api.settings.thresholds;
    const holders = new Map<string, string[]>();
    for (const { description, pointer } of api.exposed) {
      for (const sentence of new Set(sentencesOf(description ?? ''))) {
        if (wordsOnly(sentence).length <= boilerplateCharacters || access.test(sentence)) continue;
        const list = holders.get(sentence) ?? [];
        list.push(`${pointer}/description`);
        holders.set(sentence, list);
      }
    }
    for (const [sentence, places] of holders) {
      const [first] = places;
      if (first === undefined || places.length < boilerplateOperations) continue;
      // A sentence of a few operations can be what they have in common, such as a condition.
      const severity = places.length >= api.exposed.length / 2 ? 'warning' : 'info';
      report(first, { count: places.length, sentence }, { related: places.slice(1, 6), severity });
    }
  },
  cases: {
    good: [{ 'get /a': { description: 'Finds tasks.' }, 'get /b': { description: 'Finds tasks.' } }],
    bad: [
      Object.fromEntries(
        [1, 2, 3, 4, 5].map((at) => [
          `get /a${at}`,
          { description: `Finds ${at}. You must be a member of the workspace and have accepted its terms of use.` },
        ]),
      ),
    ],
  },
};

/** Without the addresses of links, which readers do not see. */
function wordsOnly(sentence: string): string {
  return sentence.replace(/\]\([^()]*\)|https?:\/\/\S+|<[^<>]*>/g, '');
}
