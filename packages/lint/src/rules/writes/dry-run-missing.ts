/** PROF-WRITE-09: large or irreversible effects have a preview. */
import type { Api, ApiOperation } from '../../api/api.js';
import { losesMuch, saysLoss } from '../../api/large-loss.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { hasPreview, isLogin } from '../../api/operation-facts.js';
import { isUndone } from '../../api/undoable.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

/** Risky and batch writes without a dry run. */
export const dryRunMissing: Rule = {
  id: 'dry-run-missing',
  requirement: 'PROF-WRITE-09',
  severity: 'warning',
  varies:
    'warning for PUT and PATCH of several items, and for a deletion of several items, of a whole collection, of a thing that holds data of others, or that its text calls final; info for other risky writes, for caches, where the caller confirms with a token, and for a deletion that is undone by one more call',
  message: '{operation} {kind}, and callers cannot preview the effect: it has no dry run.',
  why: 'With a dry run an agent, or its user, sees the effect before it happens.',
  help: 'Accept X-Dry-Run: true (or dry_run=true) and return what would change.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { kinds, label, pointer } = operation;
      if (!(kinds.risky || kinds.batch) || hasPreview(api, operation) || isLogin(operation)) continue;
      const kind = kinds.risky ? 'can do harm' : 'changes several items at once';
      const severity =
        isLarge(api, operation) && !isUndone(api, operation) && !isConfirmed(api, operation) ? 'warning' : 'info';
      report(pointer, { operation: label, kind }, { severity });
    }
  },
  cases: {
    good: [
      { 'delete /t': { parameters: [{ name: 'X-Dry-Run', in: 'header' }] } },
      { 'delete /t': { parameters: [{ name: 'validateOnly', in: 'query' }] } },
      { 'post /account/login': { summary: 'Send a login mail' } },
      { 'post /reset': { summary: 'Send instructions to reset the password' } },
      { 'post /numbers/lookup/bulk': {} },
      { 'post /locks': { summary: 'Creates a lock. Each expired lock causes a delete of its keys.' } },
    ],
    bad: [{ 'delete /t': {} }, { 'post /t/batch': {} }],
  },
};

/** The caller has been asked before: the token of a mail confirms it. */
function isConfirmed(api: Api, { input }: ApiOperation): boolean {
  return (
    input !== undefined &&
    [...api.properties(input).keys()].some((name) => /^(?:\w*token|code|otp|confirm\w*)$/i.test(name))
  );
}

const creates = /^\W*(?:\w+ )?(?:creates?|adds?|grants?|registers?|inserts?)\b/i;

/** The effect goes beyond the state of one resource, such as an approval. */
function isLarge(api: Api, operation: ApiOperation): boolean {
  const { kinds, agent, method, path, id, summary } = operation;
  // Several items that were created are deleted again; what they were before an update is lost.
  if ((kinds.batch && method !== 'post') || agent.risk) return true;
  if (method === 'delete') return losesMuch(api, operation, { withParts: false });
  if (!kinds.batch && !saysLoss(operation) && !/\ball\b/i.test(`${summary ?? ''} ${id ?? ''}`)) return false;
  // "Creates a lock. An expired lock is deleted": what happens later is not the effect.
  const stated = method === 'post' && creates.test(summary ?? '') ? '' : (summary ?? '');
  const said = [...tokensOf(id ?? ''), ...tokensOf(literalSegments(path).at(-1) ?? ''), ...tokensOf(stated)];
  return said.some((word) => /^(?:delete|remove|purge|erase|destroy|wipe|drop)$/.test(word));
}
