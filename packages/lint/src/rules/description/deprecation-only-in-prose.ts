/** PROF-DESC-23: deprecation is a flag, not a remark. */
import type { Rule } from '../../rule-model/rule.js';

const word =
  /(?:^|[.!*([\n]\s*|\bis |\bbeen |\bnow )(?:deprecated|obsolete)\b(?! (?:field|parameter|propert|attribute|option|value|in favou?r of the (?:field|param)))|\*\*deprecated\b|\[deprecated\]/i;

/** At the start or end of a title, or in brackets; in the middle it can be about a parameter. */
const inTitle = /^\W*(?:deprecated|obsolete)\b|\b(?:deprecated|obsolete)\W*$|[[(*](?:deprecated|obsolete)\b/i;

/** Operations that are deprecated only in their text. */
export const deprecationOnlyInProse: Rule = {
  id: 'deprecation-only-in-prose',
  requirement: 'PROF-DESC-23',
  severity: 'error',
  message: 'The {member} of {operation} says that it is deprecated, but the operation is not marked as deprecated.',
  why: 'Tools are generated from the flag; an operation without it is offered to agents like any other.',
  help: 'Set deprecated: true.',
  check(api, report) {
    for (const { summary, description, deprecated, label, pointer } of api.operations) {
      if (deprecated) continue;
      const lead = (description ?? '').slice(0, 200);
      const member = inTitle.test(summary ?? '') ? 'summary' : word.test(lead) ? 'description' : undefined;
      if (member === undefined || (member === 'description' && !isOwn(lead))) continue;
      const fix = { description: 'Mark the operation as deprecated', pointer: `${pointer}/deprecated`, value: true };
      report(`${pointer}/${member}`, { operation: label, member }, { fix });
    }
  },
  cases: {
    good: [
      { 'get /t': { summary: 'Deprecated: list tasks', deprecated: true } },
      { 'get /t': { description: 'Lists tasks. The parameter q is deprecated.' } },
      { 'get /t': { summary: 'Lists tasks. The sort order is deprecated for this list.' } },
    ],
    bad: [
      { 'get /t': { summary: 'Deprecated: list tasks' } },
      { 'get /t': { description: 'This endpoint is deprecated.' } },
    ],
  },
};

/** The remark is about the operation when it starts the text or names the operation. */
function isOwn(lead: string): boolean {
  if (/^[\s*[(_#!>]*(?:deprecated|obsolete)\b/i.test(lead)) return true;
  return /\bthis (?:endpoint|operation|method|api|call|resource|action)[^.]{0,30}\b(?:deprecated|obsolete)\b/i.test(
    lead,
  );
}
