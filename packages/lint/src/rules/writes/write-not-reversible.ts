/** PROF-WRITE-01: writes can be previewed, canceled or undone. */
import type { Api, ApiOperation } from '../../api/api.js';
import { hasPreview } from '../../api/operation-facts.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

const backwards = new Set('restore undelete recover undo reopen unarchive revert cancel'.split(' '));

/** Risky writes that are final at once. */
export const writeNotReversible: Rule = {
  id: 'write-not-reversible',
  requirement: 'PROF-WRITE-01',
  severity: 'info',
  message: '{operation} cannot be previewed, canceled or undone.',
  why: 'Agents make mistakes; a reversible mistake is cheap.',
  help: 'Offer a dry run, or name the reverse operation in x-agent.undo or x-agent.cancel.',
  ignoresWording: true,
  check(api, report) {
    for (const operation of api.exposed) {
      const { kinds, agent, label, pointer } = operation;
      if (!kinds.risky || agent.undo !== undefined || agent.cancel !== undefined) continue;
      if (!hasPreview(api, operation) && !hasWayBack(api, operation)) report(pointer, { operation: label });
    }
  },
  cases: {
    good: [
      { 'delete /t': { 'x-agent': { undo: 't_restore' } } },
      { 'delete /t/{id}': {}, 'post /t/{id}/restore': { operationId: 't_restore' } },
      { 'post /t': { operationId: 't_create' } },
    ],
    bad: [{ 'delete /t': {} }],
  },
};

function hasWayBack(api: Api, { path, pointer }: ApiOperation): boolean {
  const stem = path.replace(/\/[^/{}]+$/, '');
  return api.operations.some(
    (other) =>
      other.pointer !== pointer &&
      other.path.startsWith(stem) &&
      tokensOf(`${other.path.slice(stem.length)} ${other.id ?? ''}`).some((word) => backwards.has(word)),
  );
}
