/** PROF-RESP-13: next actions name existing operations. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { describedElsewhere } from '../../api/described-elsewhere.js';
import { listContents } from '../../api/examples.js';
import { isNamed } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';

/** Next actions without a matching operation. */
export const nextActionDangling: Rule = {
  id: 'next-action-dangling',
  requirement: 'PROF-RESP-13',
  severity: 'error',
  message: 'The next action {name} is not an operation of this API.',
  why: 'An agent that is pointed to a missing operation invents it.',
  help: 'Use an operationId of this document.',
  check(api, report) {
    const ids = new Set([...api.operations.flatMap(({ id }) => id ?? []), ...api.once(describedElsewhere)]);
    for (const { agent, pointer, responses } of api.operations) {
      for (const name of [...agent.next, ...[agent.undo, agent.cancel].filter((each) => each !== undefined)]) {
        if (!ids.has(name)) report(`${pointer}/x-agent`, { name });
      }
      for (const { value, pointer: at } of responses) {
        for (const name of linkTargets(value.links)) if (!ids.has(name)) report(`${at}/links`, { name });
      }
    }
    for (const { examples } of api.once(listContents)) {
      for (const { value, pointer } of examples) {
        for (const name of namedIn(value, api.settings.names.nextActions))
          if (!ids.has(name)) report(pointer, { name });
      }
    }
  },
  cases: {
    good: [
      { 'get /t': { operationId: 't_get', 'x-agent': { next: ['t_get'] } } },
      {
        info: {
          title: 'Tasks',
          version: '1',
          description: 'A part of the API; t_close is at /openapi.json?tags=ends.',
        },
        'get /t': { operationId: 't_get', 'x-agent': { next: ['t_close'] } },
      },
    ],
    bad: [
      { 'get /t': { operationId: 't_get', 'x-agent': { next: ['t_close'] } } },
      {
        'get /t': {
          operationId: 't_get',
          responses: {
            '200': {
              description: 'Done',
              content: { 'application/json': { example: { next_actions: { close: 't_close' } } } },
            },
          },
        },
      },
    ],
  },
};

/** Operations that the links of a response name. */
export function linkTargets(links: JsonValue | undefined): string[] {
  if (!isJsonObject(links)) return [];
  return Object.values(links).flatMap((link) =>
    isJsonObject(link) && typeof link.operationId === 'string' ? [link.operationId] : [],
  );
}

/** Values of `next_actions` objects in an example; URLs are not names. */
function namedIn(example: JsonValue, names: readonly string[]): string[] {
  const found: string[] = [];
  const queue: JsonValue[] = [example];
  for (let next = queue.pop(), left = 2_000; next !== undefined && left > 0; next = queue.pop(), left -= 1) {
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, value] of Object.entries(next)) {
      if (
        isNamed(
          name,
          // `actions` alone may say what a user is allowed to do.
          names.filter((each) => each.includes('next') && each.includes('action')),
        ) &&
        isJsonObject(value)
      ) {
        found.push(
          ...Object.values(value).filter((each): each is string => typeof each === 'string' && !each.includes('/')),
        );
      } else if (typeof value === 'object') queue.push(value);
    }
  }
  return found;
}
