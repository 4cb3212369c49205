/** PROF-DESC-12: the most important information comes first. */
import { sentencesOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

const openings =
  /^(?:this (?:endpoint|api|operation|method|call|resource)\b|note\b|deprecated\b|copyright\b|version\b|see\b)/i;

/** Descriptions with a weak first sentence. */
export const leadSentenceWeak: Rule = {
  id: 'lead-sentence-weak',
  requirement: 'PROF-DESC-12',
  severity: 'info',
  targets: ['openapi', 'tools'],
  message: 'The description of {operation} {fault}.',
  why: 'An agent may read only the first sentence, and tool lists are truncated there.',
  help: 'State the purpose in the first sentence, in at most {limit} characters.',
  check(api, report) {
    const limit = api.settings.thresholds.leadCharacters;
    for (const { description, label, pointer } of api.exposed) {
      const [lead] = sentencesOf(description ?? '');
      if (lead === undefined) continue;
      const opening = openings.exec(lead)?.[0];
      const fault =
        lead.length > limit
          ? `starts with a sentence of ${lead.length} characters`
          : opening === undefined
            ? undefined
            : `starts with "${opening}"`;
      if (fault !== undefined) report(`${pointer}/description`, { operation: label, fault, limit });
    }
  },
  cases: {
    good: [{ 'get /tasks': { description: 'Finds tasks by title. Anything may follow.' } }],
    bad: [
      { 'get /tasks': { description: 'This endpoint finds tasks.' } },
      { 'get /tasks': { description: `Finds ${'very '.repeat(40)}many tasks.` } },
    ],
  },
};
