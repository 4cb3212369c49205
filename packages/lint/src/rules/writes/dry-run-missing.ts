/** PROF-WRITE-09: large or irreversible effects have a preview. */
import { showsKind } from '@dragoman/core/descriptions';
import type { ApiOperation } from '../../api/api.js';
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
    'warning for what deletes, pays or changes several items; info for other risky writes, for caches, and for a DELETE that is undone by creating the thing again',
  message: '{operation} {kind}, and callers cannot preview the effect: it has no dry run.',
  why: 'With a dry run an agent, or its user, sees the effect before it happens.',
  help: 'Accept X-Dry-Run: true (or dry_run=true) and return what would change.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { kinds, label, pointer } = operation;
      if (!(kinds.risky || kinds.batch) || hasPreview(api, operation) || isLogin(operation)) continue;
      const kind = kinds.risky ? 'can do harm' : 'changes several items at once';
      const severity = isLarge(operation) && !isUndone(api, operation) ? 'warning' : 'info';
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

const creates = /^\W*(?:\w+ )?(?:creates?|adds?|grants?|registers?|inserts?)\b/i;

/** The effect goes beyond the state of one resource, such as an approval. */
function isLarge({ kinds, agent, method, path, id, summary, description }: ApiOperation): boolean {
  if (method === 'delete' || kinds.batch || agent.risk) return true;
  // "Creates a lock. An expired lock is deleted": what happens later is not the effect.
  const stated = method === 'post' && creates.test(summary ?? '') ? '' : (summary ?? '');
  const said = [...tokensOf(id ?? ''), ...tokensOf(literalSegments(path).at(-1) ?? ''), ...tokensOf(stated)];
  if (said.some((word) => /^(?:delete|remove|purge|erase|destroy|wipe|drop|reset)$/.test(word))) return true;
  return showsKind({ method, path, name: id, summary, description }, ['money']);
}
