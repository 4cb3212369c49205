/** PROF-DESC-12: what matters most stands first. */
import { sentencesOf } from '../../api/words.js';
import type { Rule } from '../../rule.js';

const openings =
  /^(?:this (?:endpoint|api|operation|method|call|resource)\b|note\b|deprecated\b|copyright\b|version\b|see\b)/i;

/** Descriptions with a weak beginning. */
export const leadSentenceWeak: Rule = {
  id: 'lead-sentence-weak',
  requirement: 'PROF-DESC-12',
  severity: 'info',
  targets: ['openapi', 'tools'],
  message: 'The description of {operation} {fault}.',
  why: 'An agent may not read beyond the first sentence, and lists of tools are cut there.',
  help: 'Let the first sentence state the purpose within {limit} characters.',
  check(api, report) {
    const limit = api.settings.thresholds.leadCharacters;
    for (const { description, label, pointer } of api.exposed) {
      const [lead] = sentencesOf(description ?? '');
      if (lead === undefined) continue;
      const opening = openings.exec(lead)?.[0];
      const fault =
        lead.length > limit
          ? `begins with a sentence of ${lead.length} characters`
          : opening === undefined
            ? undefined
            : `opens with "${opening}"`;
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
