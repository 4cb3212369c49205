/** Status reads of long-running operations: reads of operations, jobs or tasks in a document with a 202 response. */
import type { Api, ApiOperation } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { findProperty } from '../../api/operation-facts.js';
import { tokensOf } from '../../api/words.js';

/** Lists the status reads; empty when no operation returns 202. */
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

/** An operation has its own status; a status that callers set is ordinary data, such as that of a to-do item. */
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

/** True for an operation that cancels the work whose status is read at a path. */
export function stopsWork({ path: other, method, id }: ApiOperation, path: string): boolean {
  if (!other.startsWith(path)) return false;
  return method === 'delete' || tokensOf(`${other.slice(path.length)} ${id ?? ''}`).some((word) => stops.has(word));
}
