/** PROF-LRO-01: a long-running operation is acknowledged at once. */
import type { Api, ApiOperation } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { findProperty, proseOf } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Verbs that take long for any object. */
const always = /^(?:migrate|reindex|transcode|train)$/;
/** Verbs that take long for many objects, but are quick for one. */
const forMany = /^(?:import|export|sync|backup)$/;
/** Names of large objects; all other verbs take long only for these. */
const large =
  /^(?:reports?|exports|dumps?|archives?|backups?|snapshots?|videos?|datasets?|clusters?|databases?|index|indexes|sites?|all|batch|bulk|catalogs?|collections?|repository|repositories)$/i;
const beginnings = new Set(
  'start trigger enable disable request schedule queue create cancel stop retry add set'.split(' '),
);
const ongoing =
  /\b(?:queue[ds]?|asynchronous(?:ly)?|background|enqueue[ds]?|schedule[ds]?|job|initiat(?:es|ed)|poll(?:ing)?|trigger(?:s|ed)?|starts?)\b/i;

/** Slow operations that respond only when they are done. */
export const longRunningBlocking: Rule = {
  id: 'long-running-blocking',
  requirement: 'PROF-LRO-01',
  severity: 'info',
  message: '{operation} looks long-running but does not return 202.',
  why: 'A request that stays open hits the agent’s timeout, and the agent sends it again.',
  help: 'Return 202 with an operation id and its status URL.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { kinds, responses, label, pointer } = operation;
      if (!kinds.slow || responses.some(({ status }) => status === '202') || isTwin(operation)) continue;
      if (isLarge(operation) && !goesOn(api, operation)) report(pointer, { operation: label });
    }
  },
  cases: {
    good: [
      { 'post /report': { operationId: 'report_export', responses: { '202': { description: 'Accepted' } } } },
      { 'post /keys/import': { operationId: 'importKey' } },
      {
        'post /reports': { operationId: 'generate_report', responses: answer(object({ status: { type: 'string' } })) },
      },
      { 'post /sync': { operationId: 'syncContacts', description: 'Queues a synchronisation of all contacts.' } },
    ],
    bad: [
      { 'post /report': { operationId: 'report_export' } },
      { 'post /contacts/import': { operationId: 'importContacts' } },
    ],
  },
};

/** The verb and its object, from the name and the end of the path. */
function isLarge({ id, path }: ApiOperation): boolean {
  const words = (id ?? '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .filter((word) => word !== '');
  const [last = '', before = ''] = literalSegments(path).reverse();
  if (beginnings.has((words[0] ?? '').toLowerCase())) return false;
  const actionVerbs = [words[0] ?? '', words.at(-1) ?? '', last].map((word) => word.toLowerCase());
  if (actionVerbs.some((word) => always.test(word))) return true;
  if ([...words, last, before].some((word) => large.test(word))) return true;
  const thing = words.length > 1 ? words.filter((word) => !forMany.test(word.toLowerCase())).at(-1) : before;
  return actionVerbs.some((word) => forMany.test(word)) && /[^s]s$/i.test(thing ?? '');
}

/** A response with a status, or a text that mentions a queue, describes work that continues after the response. */
function goesOn(api: Api, operation: ApiOperation): boolean {
  if (ongoing.test(proseOf(operation))) return true;
  const { output, responses } = operation;
  if (responses.some(({ headers }) => headers.includes('location'))) return true;
  if (output === undefined) return false;
  const states = ['status', 'state', 'phase', 'job', 'jobid', 'taskid', 'operationid'];
  if (findProperty(api, output, states) !== undefined) return true;
  return [...api.properties(output).values()].some((node) => findProperty(api, node, states) !== undefined);
}

/** The name says that it waits on purpose, next to one that does not. */
function isTwin({ id }: ApiOperation): boolean {
  return /[a-z]Sync(?:_\d+)?$|synchronous/.test(id ?? '');
}
