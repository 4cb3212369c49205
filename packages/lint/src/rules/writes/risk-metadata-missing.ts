/** PROF-WRITE-11: high-risk operations are marked. */
import { clearsCache } from '../../api/undoable.js';
import type { Rule } from '../../rule-model/rule.js';

/** Risky operations without risk metadata. */
export const riskMetadataMissing: Rule = {
  id: 'risk-metadata-missing',
  requirement: 'PROF-WRITE-11',
  severity: 'warning',
  message: '{operation} can do harm, but no risk metadata says so.',
  why: 'A client can hold a marked operation for confirmation by a person; it cannot act on a warning in prose.',
  help: 'Add x-agent: {risk: {irreversible: …, requires_confirmation: …}}.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { kinds, agent, label, pointer } = operation;
      if (kinds.risky && !agent.risk && !clearsCache(operation)) report(pointer, { operation: label });
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
