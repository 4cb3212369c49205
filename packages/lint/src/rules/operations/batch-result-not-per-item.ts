/** PROF-OPS-07: a batch reports one result per item. */
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation, SchemaNode } from '../../api/api.js';
import { findProperty } from '../../api/operation-facts.js';
import { isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, body, object } from '../../rule-model/rule-cases.js';

/** Batches without per-item results. */
export const batchResultNotPerItem: Rule = {
  id: 'batch-result-not-per-item',
  requirement: 'PROF-OPS-07',
  severity: 'warning',
  varies:
    'info where the items are only identifiers, such as messages to mark as read, or steps that one call does in order; else warning',
  message: '{operation} accepts several items but does not return one result per item.',
  why: 'When two of ten items fail, the agent must know which ones, or it repeats all ten.',
  help: 'Return results: [{index, status, code}] and counts.',
  ignoresWording: true,
  check(api, report) {
    for (const operation of api.exposed) {
      const { kinds, label, pointer, method } = operation;
      if (
        kinds.batch &&
        method !== 'delete' &&
        takesList(api, operation) &&
        !isAccepted(api, operation) &&
        !hasResults(api, operation)
      )
        report(
          pointer,
          { operation: label },
          takesObjects(api, operation) && !takesSteps(api, operation) ? {} : { severity: 'info' },
        );
    }
  },
  cases: {
    good: [
      {
        'post /batches': {
          operationId: 'create_batch',
          requestBody: body(object({ name: {} })),
          responses: answer(object({ id: { type: 'string' } })),
        },
      },
      {
        'put /batches/{batch_id}': { operationId: 'update_batch', responses: answer(object({ name: {} })) },
        'post /items/bulk': { operationId: 'get_items_bulk', responses: answer(object({ items: { type: 'array' } })) },
      },
      {
        'post /tasks/batch': {
          requestBody: body(object({ items: { type: 'array' } })),
          responses: answer(object({ results: { type: 'array', items: object({ index: {}, status: {} }) } })),
        },
      },
    ],
    bad: [
      {
        'post /tasks/batch': {
          requestBody: body(object({ tasks: { type: 'array' } })),
          responses: answer(object({ done: { type: 'integer' } })),
        },
      },
    ],
  },
};

/** Entries that say how they went, or a list of what came of those that were sent. */
function hasResults(api: Api, { output }: ApiOperation): boolean {
  if (output === undefined) return false;
  const returned = api.properties(output);
  if (isType(output.schema, 'array') || [...returned.values()].some(isList)) return true;
  // `{"success": true, "data": {"viewports": […]}}`
  if ([...returned.values()].some((each) => [...api.properties(each).values()].some(isList))) return true;
  return api.walk(output).some((node) => {
    if ((node.role !== 'item' && node.role !== 'map') || !isJsonObject(node.schema)) return false;
    const names = [...api.properties(node).keys()].map((name) => name.toLowerCase());
    return names.some((name) => /status|state|success|result|error|code|^ok$/.test(name));
  });
}

/** A name alone can be that of an object: a batch of a warehouse, a bulk rate. */
function takesList(api: Api, { input }: ApiOperation): boolean {
  if (input === undefined) return false;
  return isType(input.schema, 'array') || [...api.properties(input).values()].some(isList);
}

/** Objects fail one by one, for reasons of their own; identifiers are known to the caller. */
function takesObjects(api: Api, { input }: ApiOperation): boolean {
  return (
    input !== undefined &&
    api
      .walk(input)
      .some((node) => node.role === 'item' && isType(node.schema, 'object') && api.properties(node).size > 0)
  );
}

/** A failed step ends the call, and the result is the state after it. */
function takesSteps(api: Api, { input }: ApiOperation): boolean {
  return (
    input !== undefined &&
    [...api.properties(input)].some(([name, node]) => isList(node) && /^(?:actions|steps|commands)$/i.test(name))
  );
}

/** Asynchronous work, and responses without a schema, report their items elsewhere. */
function isAccepted(api: Api, { output, responses }: ApiOperation): boolean {
  if (output === undefined || responses.some(({ status }) => status === '202')) return true;
  if (api.leaves(output) === 0) return true;
  return findProperty(api, output, ['status', 'state', 'phase']) !== undefined;
}

function isList(node: SchemaNode | undefined): boolean {
  return node !== undefined && isType(node.schema, 'array');
}
