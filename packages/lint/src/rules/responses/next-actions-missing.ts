/** PROF-RESP-13: responses name the possible next actions. */
import type { Api, ApiOperation } from '../../api/api.js';
import { isNamed } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Responses without next actions. */
export const nextActionsMissing: Rule = {
  id: 'next-actions-missing',
  requirement: 'PROF-RESP-13',
  severity: 'info',
  message: 'The response of {operation} does not say what can be done next.',
  why: 'Only the API knows which operations are valid in the current state.',
  help: 'Return next_actions (action to operationId) or links, or describe OpenAPI links.',
  ignoresWording: true,
  check(api, report) {
    for (const operation of api.exposed) {
      const { kinds, output, label, pointer } = operation;
      if (!(kinds.item || kinds.write) || output === undefined || leadsOn(api, operation)) continue;
      report(pointer, { operation: label });
    }
  },
  cases: {
    good: [
      { 'get /t/{id}': { responses: answer(object({ next_actions: {} })) } },
      { 'get /t/{id}': { responses: answer(object({ id: {} }), { links: {} }) } },
      { 'get /t/{id}': { responses: answer(object({ id: {} })), 'x-agent': { next: ['t_close'] } } },
    ],
    bad: [{ 'get /t/{id}': { responses: answer(object({ id: {} })) } }],
  },
};

function leadsOn(api: Api, { output, responses, agent }: ApiOperation): boolean {
  if (agent.next.length > 0 || responses.some(({ value }) => value.links !== undefined)) return true;
  const names = api.settings.names.nextActions;
  return output !== undefined && api.walk(output).some(({ name }) => name !== undefined && isNamed(name, names));
}
