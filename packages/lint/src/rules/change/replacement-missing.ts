/** PROF-VER-05: a deprecated operation names its replacement. */
import type { Rule } from '../../rule-model/rule.js';

/** Words that introduce the other operation, followed by a link, a path or a name in code. */
const sendsOn =
  /\b(?:use|using|migrat\w*|replaced (?:by|with)|superseded by|in favou?r of|switch(?:ing)? to|prefer|recommend\w*|instead|moved to|refer(?: to)?|see)\b[^.]{0,120}(?:\]\(|`[^`]+`|["'“‘][^"'”’]{3,80}["'”’]|https?:\/\/|\/[\w{}-]+\/|\b(?:GET|PUT|POST|PATCH|DELETE) (?:\/\w|method|request|version|endpoint)|\/\w+ instead|\bv\d+\b|\b[a-z]+(?:_[a-z]+)+\b)/is;
/** "Use the scan endpoint instead": the name may be written as ordinary words, and a link may follow. */
const namesWords =
  /\buse (?:the )?(?:[\w-]+ ){1,6}(?:endpoint|operation|method|route|call|api) instead\b|\binstead\W{0,5}https?:|\binstead\b[^.]{0,60}\b(?:use|pass|call|send)\b|\bin favou?r of (?!th(?:is|at)\b)\w+ \w+/i;
/** "Deprecated, use OAuth2": a name with a capital letter. */
const namesThing = /\b(?:[Dd]eprecated|[Oo]bsolete)\b[^.]{0,40}\b[Uu]se (?:the )?[A-Z][\w.]+/;
const sends = /\b(?:use|using|replaced|superseded|favou?r|switch|prefer|recommend\w*|instead|moved|refer|see)\b/i;

/** What is not needed any more has no replacement. */
const gone =
  /\bno longer (?:applicable|applies|needed|necessary|required|relevant|has any effect)\b|\bno replacement\b/i;

/** Deprecated operations without a replacement. */
export const replacementMissing: Rule = {
  id: 'replacement-missing',
  requirement: 'PROF-VER-05',
  severity: 'warning',
  message: '{operation} is deprecated but names no replacement.',
  why: 'An agent that may not use an operation needs the name of the alternative.',
  help: 'Name the replacement in x-agent.replaced_by, in links, or by its operationId in the description.',
  check(api, report) {
    const ids = api.operations.flatMap(({ id }) => id ?? []);
    const titles = api.operations.flatMap(({ summary = '' }) => (summary.includes(' ') ? summary.toLowerCase() : []));
    for (const { deprecated, agent, description, responses, label, pointer, id, summary } of api.operations) {
      if (!deprecated || (agent.replacedBy !== undefined && ids.includes(agent.replacedBy))) continue;
      if (responses.some(({ value }) => value.links !== undefined)) continue;
      // Some titles name it in brackets.
      const said = `${summary ?? ''}\n${description ?? ''}`;
      const words = new Set(said.split(/[^\w./-]+/).map((word) => word.replace(/[.,]$/, '')));
      if (gone.test(said)) continue;
      if (
        ids.some((other) => other !== id && words.has(other)) ||
        sendsOn.test(said) ||
        namesWords.test(said) ||
        namesThing.test(said)
      )
        continue;
      if (!namesTitle({ summary, description }, titles)) report(pointer, { operation: label });
    }
  },
  cases: {
    good: [
      {
        'get /a': { operationId: 'a_get', deprecated: true, 'x-agent': { replaced_by: 'b_get' } },
        'get /b': { operationId: 'b_get' },
      },
      { 'get /a': { operationId: 'a_get', deprecated: true, description: 'Please use [List of b](/docs/b-list).' } },
      { 'post /a': { deprecated: true, description: 'No longer needed: every account has one now.' } },
      { 'get /a': { deprecated: true, description: 'Refer GET /v2/a.' } },
      { 'get /a': { deprecated: true, summary: 'Returns a. (use /b/{id} instead)' } },
      { 'get /a': { deprecated: true, description: 'Use the POST method instead.' }, 'post /a': {} },
      { 'get /a': { deprecated: true, description: '[DEPRECATED] Use List parts endpoint instead.' } },
      { 'get /v1/a': { deprecated: true, description: 'We recommend to use the v3 endpoint.' } },
      { 'post /a/add': { deprecated: true, description: 'To add one, use POST /a instead.' } },
      {
        'get /a': { deprecated: true, summary: 'List a', description: 'Deprecated, use List all b.' },
        'get /b': { summary: 'List all b' },
      },
      {
        'get /a': { operationId: 'a_get', deprecated: true, description: 'Use b_get.' },
        'get /b': { operationId: 'b_get' },
      },
    ],
    bad: [{ 'get /a': { operationId: 'a_get', deprecated: true, 'x-agent': { replaced_by: 'gone' } } }],
  },
};

/** True when the description sends the reader to another operation by its summary. */
function namesTitle(
  { summary = '', description = '' }: { summary?: string | undefined; description?: string | undefined },
  titles: readonly string[],
): boolean {
  if (!sends.test(description)) return false;
  const said = description.toLowerCase();
  return titles.some((title) => title !== summary.toLowerCase() && said.includes(title));
}
