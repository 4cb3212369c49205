/** PROF-DESC-13: side effects are stated, not left to the HTTP method. */
import { literalSegments } from '../../api/list-path-operations.js';
import { singular, tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

const always =
  /\bside[- ]effects?\b|\bnothing else\b|\bcannot be undone\b|\b(?:will|does|do|is|are|be|been|also|still) (?:also |still |then |not )*(?:be )?(?:deleted?|removed?|stored|kept|notified|sent|created|updated|cancell?ed|charged|revoked|affect(?:ed)?|replaced|overwritten|lost|marked|invalidated|deactivated?)\b/i;
const effects =
  /\b(?:notif(?:y|ies)|sends?|e-?mails?|triggers?|creates?|deletes?|removes?|cancels?|charges?|updates?|replaces?|starts?|stops?|adds?|revokes?|overwrites?|moves?|publishes|schedules?|queues?|emits?|invalidates?|merges?|resets?|initiates?|opens?|connects?|imports?)\b/gi;

/** Writes without stated side effects. */
export const sideEffectsMissing: Rule = {
  id: 'side-effects-missing',
  requirement: 'PROF-DESC-13',
  severity: 'info',
  varies: 'info, because the name may already state the only effect',
  targets: ['openapi', 'tools'],
  message: 'The description of {operation} does not state its side effects.',
  why: 'An agent cannot see that a call emails a customer or starts a machine, unless the description says so.',
  help: 'Add "Side effect: …", "No side effects", or x-agent.side_effects.',
  check(api, report) {
    for (const { description, kinds, agent, id, path, label, pointer } of api.exposed) {
      if (!kinds.write || agent.sideEffects || description === undefined || always.test(description)) continue;
      const own = new Set([...tokensOf(id ?? ''), ...literalSegments(path).flatMap(tokensOf)]);
      const namesEffect = (description.match(effects) ?? []).some((word) => !own.has(singular(word.toLowerCase())));
      if (!namesEffect) report(`${pointer}/description`, { operation: label });
    }
  },
  cases: {
    good: [
      {
        'post /tasks': { operationId: 'task_create', description: 'Creates a task. Notifies the assignee by e-mail.' },
      },
      { 'post /tasks': { description: 'Makes a task. No side effects.' } },
      { 'delete /tasks/{id}': { description: 'Deletes a task. Its comments will also be deleted.' } },
      { 'get /tasks': { description: 'Finds tasks.' } },
    ],
    bad: [{ 'post /tasks': { operationId: 'task_create', description: 'Creates a task.' } }],
  },
};
