/** PROF-WRITE-09: large or irreversible effects have a preview. */
import { hasPreview, isLogin } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';

/** Risky and batch writes without a dry run. */
export const dryRunMissing: Rule = {
  id: 'dry-run-missing',
  requirement: 'PROF-WRITE-09',
  severity: 'warning',
  message: '{operation} {kind} and has no dry run.',
  why: 'With a dry run an agent, or its user, sees the effect before it happens.',
  help: 'Accept X-Dry-Run: true (or dry_run=true) and return what would change.',
  ignoresWording: true,
  check(api, report) {
    for (const operation of api.exposed) {
      const { kinds, label, pointer } = operation;
      if (!(kinds.risky || kinds.batch) || hasPreview(api, operation) || isLogin(operation)) continue;
      report(pointer, { operation: label, kind: kinds.risky ? 'is risky' : 'changes several items at once' });
    }
  },
  cases: {
    good: [
      { 'delete /t': { parameters: [{ name: 'X-Dry-Run', in: 'header' }] } },
      { 'delete /t': { parameters: [{ name: 'validateOnly', in: 'query' }] } },
      { 'post /account/login': { summary: 'Send a login mail' } },
    ],
    bad: [{ 'delete /t': {} }, { 'post /t/batch': {} }],
  },
};
