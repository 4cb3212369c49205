/** What the probe made at the API, so that it can be taken away again, and what is left behind can be told. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../api/api.js';
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
export function createCreatedThings(): CreatedThings {
  const things = new Map<string, CreatedThing>();
  return {
    note(call, exchange) {
      if (call.operation.method !== 'post' || !isSuccess(exchange) || isPreview(exchange.answer?.json)) return;
      const id = createdId(exchange);
      things.set(`${toRequest(call).target} ${id ?? things.size}`, { call, id });
    },
    list: () => [...things.values()],
  };
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
    own ?? decode(place) ?? [json ?? null, ...inner].map((each) => identityOf(each)).find((id) => id !== undefined)
  );
}

function decode(segment: string | undefined): string | undefined {
  try {
    return segment === undefined ? undefined : decodeURIComponent(segment);
  } catch {
    return segment;
  }
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
