/** PROF-WRITE-09: large or final effects can be previewed. */
import { hasPreview } from '../../api/operation-facts.js';
import type { Rule } from '../../rule.js';

/** Risky and batch writes without a dry run. */
export const dryRunMissing: Rule = {
  id: 'dry-run-missing',
  requirement: 'PROF-WRITE-09',
  severity: 'warning',
  message: '{operation} {kind} and cannot be tried without effect.',
  why: 'A preview lets an agent, or the person behind it, see what would happen before it does.',
  help: 'Accept X-Dry-Run: true (or dry_run=true) and answer with what would change.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { kinds, label, pointer } = operation;
      if (!(kinds.risky || kinds.batch) || hasPreview(api, operation)) continue;
      report(pointer, { operation: label, kind: kinds.risky ? 'is risky' : 'changes several at once' });
    }
  },
  cases: {
    good: [
      { 'delete /t': { parameters: [{ name: 'X-Dry-Run', in: 'header' }] } },
      { 'delete /t': { parameters: [{ name: 'validateOnly', in: 'query' }] } },
    ],
    bad: [{ 'delete /t': {} }, { 'post /t/batch': {} }],
  },
};
