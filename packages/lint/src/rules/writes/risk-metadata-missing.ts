/** PROF-WRITE-11: high-risk operations are marked. */
import type { Api, ApiOperation } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { clearsCache, isUndone } from '../../api/undoable.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { isUncontrolledLoss } from '../operations/dangerous-operation-uncontrolled.js';

/** Risky operations without risk metadata. */
export const riskMetadataMissing: Rule = {
  id: 'risk-metadata-missing',
  requirement: 'PROF-WRITE-11',
  severity: 'warning',
  varies:
    'warning where more is at stake than the method says: methods other than DELETE whose first verb deletes, cancels, pays or sends a message; info for DELETE, which says what it does, for messages and marks, where `dangerous-operation-uncontrolled` is an error, and for a deletion that one more call undoes',
  message: '{operation} can do harm, but no risk metadata says so.',
  why: 'A client can hold a marked operation for confirmation by a person; it cannot act on a warning in prose.',
  help: 'Add x-agent: {risk: {irreversible: …, requires_confirmation: …}}.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { kinds, agent, label, pointer } = operation;
      if (!kinds.risky || agent.risk || clearsCache(operation)) continue;
      const isOwn = isHarmful(api, operation) && !isUncontrolledLoss(api, operation);
      report(pointer, { operation: label }, isOwn ? {} : { severity: 'info' });
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
  const { method, path, id, summary, description } = operation;
  if (
    isUndone(api, operation) ||
    /\/(?:sessions?|carts?|baskets?)(?:\/(?:me|current))?\/?$|\/(?:cart|basket)s?\//i.test(path)
  )
    return !/^delete$/.test(method) && /\/checkout$/i.test(path);
  // A client knows from the method that something is deleted.
  if (method === 'delete') return false;
  const last = tokensOf(literalSegments(path).at(-1) ?? '');
  if (/^(?:delete|remove|clear|close)s?$/.test(last[0] ?? '') && trifles.test(last.at(-1) ?? '')) return false;
  const title = (summary ?? description ?? '').slice(0, 100);
  // A browser opens another tab.
  if (/\bclos(?:e|es|ing)\b[^.]*\b(?:tab|window|page|dialog|pop-?up|browser|connection)\b/i.test(title)) return false;
  const [first = ''] = tokensOf(title);
  // Nothing is paid before the caller has signed.
  if (/\bsignatures?\b|\bcaches?\b/i.test(title)) return false;
  // A name is read where nothing else says what happens.
  if (title === '' && harmful.test(tokensOf(id ?? '')[0] ?? '')) return true;
  if (harmful.test(first) || (last.length === 1 && harmful.test(last[0] ?? ''))) return true;
  const isSent = /^sends?$/.test(first) || (last.length === 1 && last[0] === 'send');
  return (
    isSent &&
    /\b(?:sms|mms|e-?mails?|fax|letters?|voice|money|payments?|funds|sats|transaction)/i.test(
      `${path} ${summary ?? ''}`,
    )
  );
}

/** Nothing of value is lost with one of them. */
const trifles = /^(?:message|notification|alert|reminder|draft|comment|tag|label|note|bookmark|reaction|vote)$/;
