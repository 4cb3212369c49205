/** PROF-OPS-06: several actions in one call. */
import type { Api, ApiOperation } from '../../api/api.js';
import { pathEntity } from '../../api/entities.js';
import type { Rule } from '../../rule-model/rule.js';

/** Create operations without a batch form, in APIs with many writes. */
export const batchMissing: Rule = {
  id: 'batch-missing',
  requirement: 'PROF-OPS-06',
  severity: 'info',
  message: '{operation} creates one item at a time, and there is no batch operation.',
  why: 'An agent that creates ten items makes ten calls, and may stop halfway.',
  help: 'Where agents would loop, offer a batch operation with one result per item.',
  ignoresWording: true,
  check(api, report) {
    const writes = api.exposed.filter(({ kinds }) => kinds.write);
    if (writes.length <= 10) return;
    const batches = new Set(writes.filter(({ kinds }) => kinds.batch).flatMap(({ path }) => path.split('/')));
    for (const operation of writes) {
      const segment = operation.path.split('/').at(-1) ?? '';
      if (isCreation(api, operation) && !batches.has(segment)) {
        report(operation.pointer, { operation: operation.label });
      }
    }
  },
  cases: {
    good: [{ 'post /tasks': {}, 'get /tasks': {} }],
    bad: [
      {
        ...Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`put /a${at}`, {}])),
        'post /tasks': {},
        'get /tasks': {},
      },
    ],
  },
};

/** A POST on a path that also has a read is a collection. */
function isCreation(api: Api, { method, path, kinds }: ApiOperation): boolean {
  if (method !== 'post' || kinds.batch || path.endsWith('}')) return false;
  return pathEntity({ path }) !== undefined && api.exposed.some((each) => each.method === 'get' && each.path === path);
}
