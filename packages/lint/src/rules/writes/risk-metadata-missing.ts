/** PROF-WRITE-11: high-risk operations are marked. */
import type { Api, ApiOperation } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { clearsCache, isUndone } from '../../api/undoable.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

/** Risky operations without risk metadata. */
export const riskMetadataMissing: Rule = {
  id: 'risk-metadata-missing',
  requirement: 'PROF-WRITE-11',
  severity: 'warning',
  varies:
    'info for a deletion that one more call undoes, and for another method unless its first verb deletes, cancels, pays or sends a message',
  message: '{operation} can do harm, but no risk metadata says so.',
  why: 'A client can hold a marked operation for confirmation by a person; it cannot act on a warning in prose.',
  help: 'Add x-agent: {risk: {irreversible: …, requires_confirmation: …}}.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { kinds, agent, label, pointer } = operation;
      if (!kinds.risky || agent.risk || clearsCache(operation)) continue;
      report(pointer, { operation: label }, isHarmful(api, operation) ? {} : { severity: 'info' });
    }
  },
  cases: {
    good: [
      { 'delete /t': { 'x-agent': { risk: { irreversible: true } } } },
      { 'post /cache/clear': { summary: 'Clear the cache' } },
      { 'delete /t': { 'x-openai-isConsequential': true } },
      { 'delete /t': { 'x-mcp': { destructiveHint: true } } },
    ],
    bad: [{ 'delete /t': { description: 'Danger: deletes everything.' } }],
  },
};

const harmful =
  /^(?:delete|deletes|purge|purges|erase|erases|wipe|wipes|destroy|destroys|pay|pays|payout|refund|refunds|charge|charges|withdraw|withdraws|purchase|purchases|buy|buys|checkout|terminate|terminates|close|closes|cancel|cancels)$/;

/** Something is lost, paid or sent to people: a DELETE does so, and other methods only when they start with such a verb. */
function isHarmful(api: Api, operation: ApiOperation): boolean {
  const { method, path, summary, description } = operation;
  if (
    isUndone(api, operation) ||
    /\/(?:sessions?|carts?|baskets?)(?:\/(?:me|current))?\/?$|\/(?:cart|basket)s?\//i.test(path)
  )
    return !/^delete$/.test(method) && /\/checkout$/i.test(path);
  if (method === 'delete') return true;
  const last = tokensOf(literalSegments(path).at(-1) ?? '');
  const [first = ''] = tokensOf((summary ?? description ?? '').slice(0, 100));
  if (harmful.test(first) || (last.length === 1 && harmful.test(last[0] ?? ''))) return true;
  const isSent = /^sends?$/.test(first) || (last.length === 1 && last[0] === 'send');
  return (
    isSent &&
    /\b(?:sms|mms|e-?mails?|fax|letters?|voice|money|payments?|funds|sats|transaction)/i.test(
      `${path} ${summary ?? ''}`,
    )
  );
}
