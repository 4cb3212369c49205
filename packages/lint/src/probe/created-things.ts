/** What the probe made at the API, so that it can be taken away again, and what is left behind can be told. */
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

/** One thing that was made. */
export interface CreatedThing {
  /** The call that made it. */
  call: Call;
  id: string | number | undefined;
}

/** Keeps count of what was made. */
export interface CreatedThings {
  /** Takes note of what a write answered. */
  note(call: Call, exchange: Exchange): void;
  list(): readonly CreatedThing[];
}

/** Makes an empty list. */
export function createCreatedThings(api: Api): CreatedThings {
  const things = new Map<string, CreatedThing>();
  return {
    note(call, exchange) {
      if (call.operation.method !== 'post' || !isSuccess(exchange) || isPreview(exchange.answer?.json)) return;
      const ids = isBatch(call.operation) ? batchIds(api, exchange) : [createdId(exchange)];
      for (const id of ids) things.set(`${toRequest(call).target} ${id ?? things.size}`, { call, id });
    },
    list: () => [...things.values()],
  };
}

/** What a batch made; items that it only changed are not the probe's own. */
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

/** From the body, from one object inside it, or from the end of the address that the answer names. */
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

/** The operation that takes away what another one made: the one it names as its undoing, or DELETE on one thing of its collection. */
export function removalOf(api: Api, operation: ApiOperation): ApiOperation | undefined {
  const undo = api.operations.find(({ id }) => id !== undefined && id === operation.agent.undo);
  return undo?.method === 'delete' ? undo : itemOperation(api, operation, 'delete');
}

/** The operation with this method on one thing of the collection that a call adds to. */
export function itemOperation(api: Api, { path }: ApiOperation, method: string): ApiOperation | undefined {
  const below = (each: ApiOperation) =>
    each.path.startsWith(`${path}/{`) && !each.path.slice(path.length + 2).includes('/');
  return api.operations.find((each) => each.method === method && below(each));
}

/** The call that concerns one thing: the arguments of the call that made it, and its id. */
export function callOnThing(operation: ApiOperation, { call, id }: CreatedThing, more: Call): Call | undefined {
  const name = /\{([^{}]+)\}\/?$/.exec(operation.path)?.[1];
  if (name === undefined || id === undefined) return undefined;
  return { ...more, operation, path: { ...more.path, ...call.path, [name]: id } };
}
