/** PROF-CONS-07: states and transitions are documented. */

import type { Api, ApiOperation } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { findProperty } from '../../api/operation-facts.js';
import { enumOf } from '../../api/schema-facts.js';
import { tokensOf } from '../../api/words.js';
import { groupBy } from '../../rule-model/group-by.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

const moves =
  /\bonly (?:when|if|while)\b|\bmust be (?:in|open|active|draft|pending)\b|\bfrom \S+ to \S+|\bmoves? (?:from|to)\b|\btransitions?\b/i;

/** Entities with undocumented state transitions. */
export const stateTransitionsUndocumented: Rule = {
  id: 'state-transitions-undocumented',
  requirement: 'PROF-CONS-07',
  severity: 'info',
  message: 'Operations on {entity} change its {name}, and none documents the state transition.',
  why: 'An agent that calls an operation in the wrong state gets a conflict, and does not know what to do first.',
  help: 'Write "works only when …; moves from … to …" in each description, or list the transitions in x-agent.states.',
  check(api, report) {
    const groups = groupBy(api.exposed, (operation) => (operation.kinds.write ? groupOf(operation) : undefined));
    for (const [entity, operations] of groups) {
      const name = operations.map((each) => stateOf(api, each)).find((each) => each !== undefined);
      const [first] = operations;
      if (first === undefined || name === undefined || operations.length < 2 || operations.some(documentsTransitions))
        continue;
      report(first.pointer, { entity, name });
    }
  },
  cases: {
    good: [{ 'post /jobs': { responses: answer(object({ state: { enum: ['open', 'done'] } })) } }],
    bad: [
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

function stateOf(api: Api, { output, input }: ApiOperation): string | undefined {
  for (const node of [output, input]) {
    const found = node === undefined ? undefined : findProperty(api, node, ['status', 'state']);
    if (found?.name !== undefined && enumOf(found.schema) !== undefined) return found.name;
  }
  return undefined;
}

function documentsTransitions({ description, agent, responses }: ApiOperation): boolean {
  return agent.states || moves.test(description ?? '') || responses.some(({ value }) => value.links !== undefined);
}
