/** Tracks what the probe created, so that it can be deleted, and leftovers can be reported. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../api/api.js';
import { decodeSegment } from './address.js';
import { isBatch, itemResults } from './batch.js';
import type { Call } from './call.js';
import { toRequest } from './call.js';
import type { Exchange } from './exchange.js';
import { isSuccess } from './exchange.js';
import { identityOf } from './read-page.js';

/** One created resource. */
export interface CreatedResource {
  /** The call that created it. */
  call: Call;
  id: string | number | undefined;
}

/** Tracks created resources. */
export interface ResourceTracker {
  /** Records the response of a write. */
  note(call: Call, exchange: Exchange): void;
  list(): readonly CreatedResource[];
}

/** Creates an empty tracker. */
export function createResourceTracker(api: Api): ResourceTracker {
  const things = new Map<string, CreatedResource>();
  return {
    note(call, exchange) {
      if (call.operation.method !== 'post' || !isSuccess(exchange) || isPreview(exchange.answer?.json)) return;
      const ids = isBatch(call.operation) ? batchIds(api, exchange) : [createdId(exchange)];
      for (const id of ids) things.set(`${toRequest(call).target} ${id ?? things.size}`, { call, id });
    },
    list: () => [...things.values()],
  };
}

/** What a batch created; items that it only changed do not belong to the probe. */
function batchIds(api: Api, exchange: Exchange): (string | number | undefined)[] {
  const results = itemResults({ api }, exchange)?.filter(({ failed }) => !failed) ?? [];
  return results.filter(({ value }) => wasMade(value)).map(({ value }) => identityOf(value));
}

function wasMade(result: JsonObject): boolean {
  return Object.values(result).some(
    (each) => each === 201 || (typeof each === 'string' && /^(?:created|added|registered|new)$/i.test(each)),
  );
}

function isPreview(json: JsonValue | undefined): boolean {
  return isJsonObject(json) && (json.dry_run === true || json.dryRun === true);
}

/** From the body, from an object inside it, or from the end of the URL in the response. */
export function createdId({ answer }: Exchange): string | number | undefined {
  const { json } = answer ?? {};
  const inner = isJsonObject(json) ? Object.values(json).filter(isJsonObject) : [];
  const own = isJsonObject(json) && json.id !== undefined ? identityOf(json, 'id') : undefined;
  const place = answer?.headers.location?.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1);
  return (
    own ??
    (place === undefined ? undefined : decodeSegment(place)) ??
    [json ?? null, ...inner].map((each) => identityOf(each)).find((id) => id !== undefined)
  );
}

/**
 * The operation that deletes what another one created: the one it names as undo, or DELETE on an item of its
 * collection.
 */
export function removalOf(api: Api, operation: ApiOperation): ApiOperation | undefined {
  const undo = api.operations.find(({ id }) => id !== undefined && id === operation.agent.undo);
  return undo?.method === 'delete' ? undo : itemOperation(api, operation, 'delete');
}

/** The operation with this method on an item of the collection that a call adds to. */
export function itemOperation(api: Api, { path }: ApiOperation, method: string): ApiOperation | undefined {
  const below = (each: ApiOperation) =>
    each.path.startsWith(`${path}/{`) && !each.path.slice(path.length + 2).includes('/');
  return api.operations.find((each) => each.method === method && below(each));
}

/** The call for one resource: the arguments of the call that created it, plus its id. */
export function callOnItem(operation: ApiOperation, { call, id }: CreatedResource, more: Call): Call | undefined {
  const name = /\{([^{}]+)\}\/?$/.exec(operation.path)?.[1];
  if (name === undefined || id === undefined) return undefined;
  return { ...more, operation, path: { ...more.path, ...call.path, [name]: id } };
}
