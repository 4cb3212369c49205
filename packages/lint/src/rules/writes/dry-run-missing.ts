/** PROF-WRITE-09: large or irreversible effects have a preview. */
import type { Api, ApiOperation } from '../../api/api.js';
import { hasPreview, isLogin } from '../../api/operation-facts.js';
import { isUndone } from '../../api/undoable.js';
import type { Rule } from '../../rule-model/rule.js';

/** Risky and batch writes without a dry run. */
export const dryRunMissing: Rule = {
  id: 'dry-run-missing',
  requirement: 'PROF-WRITE-09',
  severity: 'warning',
  varies:
    'warning when risk metadata marks the operation; info for other operations, for caches, when the caller confirms with a token, and for a deletion that one more call undoes',
  message: '{operation} {kind}, and callers cannot preview the effect: it has no dry run.',
  why: 'With a dry run an agent, or its user, sees the effect before it happens.',
  help: 'Accept X-Dry-Run: true (or dry_run=true) and return what would change.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { kinds, label, pointer, agent } = operation;
      if (!(kinds.risky || kinds.batch) || hasPreview(api, operation) || isLogin(operation)) continue;
      const kind = kinds.risky ? 'can do harm' : 'changes several items at once';
      const severity = agent.risk && !isUndone(api, operation) && !isConfirmed(api, operation) ? 'warning' : 'info';
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
