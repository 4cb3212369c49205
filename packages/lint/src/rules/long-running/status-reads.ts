/** Reads of the status of long work: those that a document with a 202 has on operations, jobs or tasks. */
import type { Api, ApiOperation } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { findProperty } from '../../api/operation-facts.js';
import { tokensOf } from '../../api/words.js';

/** Lists them. */
export function listStatusReads(api: Api): ApiOperation[] {
  const accepts = api.exposed.some(({ responses }) => responses.some(({ status }) => status === '202'));
  return accepts ? api.exposed.filter((operation) => isStatusRead(api, operation)) : [];
}

const stateNames = ['status', 'state', 'done', 'phase'];

function isStatusRead(api: Api, { kinds, method, path, output }: ApiOperation): boolean {
  if (method !== 'get' || !kinds.item || output === undefined) return false;
  const last = literalSegments(path).at(-1) ?? '';
  const named = /^(?:operations|jobs|tasks)$|[-_](?:operations|jobs|tasks)$/i.test(last);
  return named && findProperty(api, output, stateNames) !== undefined && !isSetByCallers(api, path);
}

/** Work has a state of its own; one that callers set is a member like others, such as that of a task on a list. */
function isSetByCallers(api: Api, path: string): boolean {
  return api.exposed.some(
    (other) =>
      other.path === path &&
      (other.method === 'patch' || other.method === 'put') &&
      other.input !== undefined &&
      findProperty(api, other.input, stateNames) !== undefined,
  );
}

const stops = new Set(['cancel', 'stop', 'abort', 'terminate']);

/** True for an operation that ends the work whose state is read at a path. */
export function stopsWork({ path: other, method, id }: ApiOperation, path: string): boolean {
  if (!other.startsWith(path)) return false;
  return method === 'delete' || tokensOf(`${other.slice(path.length)} ${id ?? ''}`).some((word) => stops.has(word));
}
