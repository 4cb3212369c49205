/** PROF-DESC-23: deprecation is a flag, not a remark. */
import { listParameters } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';

const word =
  /(?:^|[.!*([\n]\s*|\bis |\bbeen |\bnow )(?:deprecated|obsolete)\b(?! (?:field|parameter|propert|attribute|option|value|in favou?r of the (?:field|param)))|\*\*deprecated\b|\[deprecated\]/i;

/** At the start or end of a title, or in brackets; in the middle it can be about a parameter. */
const inTitle = /^\W*(?:deprecated|obsolete)\b|\b(?:deprecated|obsolete)\W*$|[[(*](?:deprecated|obsolete)\b/i;

/** At the start of a parameter or property, and not of one of its values: "Deprecated. Use q.", "[Deprecated]". */
const starts =
  /^[\s*_([#!>~]*(?:deprecated|obsolete)\b(?! (?:by|items?|versions?|ones?|if|when|and|or|entries|entit\w+|records?|\w+s\b))/i;

/** Operations, parameters and properties that are deprecated only in their text. */
export const deprecationOnlyInProse: Rule = {
  id: 'deprecation-only-in-prose',
  requirement: 'PROF-DESC-23',
  severity: 'error',
  varies: 'warning for a parameter or property; else error',
  message: 'The {member} of {operation} says that it is deprecated, but {what} is not marked as deprecated.',
  why: 'Tools are generated from the flag; an operation without it is offered to agents like any other.',
  help: 'Set deprecated: true.',
  check(api, report) {
    for (const { summary, description, deprecated, label, pointer } of api.operations) {
      if (deprecated) continue;
      const lead = (description ?? '').slice(0, 200);
      const member = inTitle.test(summary ?? '') ? 'summary' : word.test(lead) ? 'description' : undefined;
      if (member === undefined || (member === 'description' && !isOwn(lead))) continue;
      const fix = { description: 'Mark the operation as deprecated', pointer: `${pointer}/deprecated`, value: true };
      report(`${pointer}/${member}`, { operation: label, member, what: 'the operation' }, { fix });
    }
    // Swagger 2.0 has no such mark for parameters and properties.
    if (api.given !== undefined) return;
    for (const { name, description, value, schema, pointer } of api.once(listParameters)) {
      if (!starts.test(description ?? '') || value.deprecated === true || schema?.schema.deprecated === true) continue;
      report(pointer, { operation: name, member: 'description', what: 'the parameter' }, { severity: 'warning' });
    }
    for (const { name, description, schema, at } of new Map(
      [...api.inputs, ...api.outputs].map((node) => [node.at, node]),
    ).values()) {
      if (name === undefined || !starts.test(description ?? '') || schema.deprecated === true) continue;
      report(at, { operation: name, member: 'description', what: 'the property' }, { severity: 'warning' });
    }
  },
  cases: {
    good: [
      { 'get /t': { summary: 'Deprecated: list tasks', deprecated: true } },
      { 'get /t': { description: 'Lists tasks. The parameter q is deprecated.' } },
      { 'get /t': { summary: 'Lists tasks. The sort order is deprecated for this list.' } },
      { 'get /t': { parameters: [{ name: 'q', in: 'query', deprecated: true, description: 'Deprecated. Use p.' }] } },
      { 'get /t': { parameters: [{ name: 'q', in: 'query', description: 'Deprecated items are included' }] } },
    ],
    bad: [
      { 'get /t': { parameters: [{ name: 'q', in: 'query', description: 'Deprecated. Use p.' }] } },
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
