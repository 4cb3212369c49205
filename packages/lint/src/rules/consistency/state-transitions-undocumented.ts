/** PROF-CONS-07: states and transitions are documented. */

import type { Api, ApiOperation, SchemaNode } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { findProperty } from '../../api/operation-facts.js';
import { enumOf } from '../../api/schema-facts.js';
import { tokensOf } from '../../api/words.js';
import { groupBy } from '../../rule-model/group-by.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, body, object } from '../../rule-model/rule-cases.js';

const moves =
  /\bonly (?:when|if|while)\b|\bmust be (?:in|open|active|draft|pending)\b|\bfrom \S+ to \S+|\bmoves? (?:from|to)\b|\btransitions?\b/i;

/** Entities with undocumented state transitions. */
export const stateTransitionsUndocumented: Rule = {
  id: 'state-transitions-undocumented',
  requirement: 'PROF-CONS-07',
  severity: 'info',
  message: 'Operations on {entity} change its {name}, but none documents the state transitions.',
  why: 'An agent that calls an operation in the wrong state gets a conflict, and does not know what to do first.',
  help: 'Write "works only when …; moves from … to …" in each description, or list the transitions in x-agent.states.',
  check(api, report) {
    const groups = groupBy(api.exposed, (operation) => (operation.kinds.write ? groupOf(operation) : undefined));
    for (const [entity, operations] of groups) {
      const moving = operations.find((each) => movesState(api, each));
      const name = moving === undefined ? undefined : stateOf(api, moving);
      if (moving === undefined || name === undefined || operations.some(documentsTransitions)) continue;
      report(moving.pointer, { entity, name });
    }
  },
  cases: {
    good: [
      {
        'post /jobs': { responses: answer(object({ state: { enum: ['open', 'done'] } })) },
        'delete /jobs/{id}': {},
      },
    ],
    bad: [
      { 'patch /jobs/{id}': { requestBody: body(object({ state: { enum: ['open', 'done'] } })) } },
      {
        'post /jobs': { responses: answer(object({ state: { enum: ['open', 'done'] } })) },
        'post /jobs/{id}/closure': { responses: answer(object({ state: { enum: ['open', 'done'] } })) },
      },
    ],
  },
};

function groupOf({ path }: ApiOperation): string | undefined {
  const segments = literalSegments(path).filter((segment) => !/^v\d+$|^api$/i.test(segment));
  return tokensOf(segments[0] ?? '').join(' ') || undefined;
}

/** Creating something sets its first state; a write to something that exists moves it to another one. */
function movesState(api: Api, operation: ApiOperation): boolean {
  const { method, path, input } = operation;
  if (method === 'delete' || !path.includes('{')) return false;
  const isCollection = api.operations.some((each) => each.path === path && each.method === 'get');
  const isAction = method === 'post' && /\}\/[^{}/]+$/.test(path) && !isCollection;
  if (isAction) return stateOf(api, operation) !== undefined;
  return method !== 'post' && input !== undefined && stateIn(api, input) !== undefined;
}

function stateOf(api: Api, { output, input }: ApiOperation): string | undefined {
  return (
    (output === undefined ? undefined : stateIn(api, output)) ?? (input === undefined ? undefined : stateIn(api, input))
  );
}

function stateIn(api: Api, node: SchemaNode): string | undefined {
  const found = findProperty(api, node, ['status', 'state']);
  return found?.name !== undefined && enumOf(found.schema) !== undefined ? found.name : undefined;
}

function documentsTransitions({ description, agent, responses }: ApiOperation): boolean {
  return agent.states || moves.test(description ?? '') || responses.some(({ value }) => value.links !== undefined);
}
