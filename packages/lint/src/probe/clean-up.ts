/**
 * Deletes what the probe created, where a delete operation was allowed, and reports the rest. Deletes that need a
 * confirmation are previewed and then confirmed.
 */
import type { Api, ApiOperation } from '../api/api.js';
import { pathOf } from './address.js';
import { buildCall } from './build-call.js';
import { toRequest } from './call.js';
import { sendConfirmed } from './confirm-call.js';
import type { CreatedResource, ResourceTracker } from './created-resources.js';
import { callOnItem, removalOf } from './created-resources.js';
import type { Exchange, ProbeRequest } from './exchange.js';
import { isSuccess, outcomeOf } from './exchange.js';

interface CleaningUp {
  base: URL;
  api: Api;
  writes: readonly ApiOperation[];
  created: ResourceTracker;
  send(request: ProbeRequest): Promise<Exchange>;
  newId(): string;
}

/** Deletes resources, newest first. */
export async function cleanUp(options: CleaningUp): Promise<{ removed: number; leftBehind: string[] }> {
  const leftBehind: string[] = [];
  let removed = 0;
  for (const thing of [...options.created.list()].reverse()) {
    const reason = await remove(thing, options);
    if (reason === undefined) removed += 1;
    else leftBehind.push(`${nameOf(options.base, thing)}: ${reason}`);
  }
  return { removed, leftBehind };
}

function nameOf(base: URL, { call, id }: CreatedResource): string {
  return `${pathOf(base, toRequest(call)).split('?')[0]}/${id ?? '?'}`.slice(0, 200);
}

/** Why the resource still exists; undefined when it was deleted. */
async function remove(thing: CreatedResource, { api, writes, send, newId }: CleaningUp): Promise<string | undefined> {
  const operation = removalOf(api, thing.call.operation);
  if (operation === undefined) return 'the API has no operation that deletes it';
  if (!writes.includes(operation)) return `${operation.label} was not allowed with --writes`;
  const known = () => thing.id;
  const built = buildCall(operation, { api, known, newId });
  const target = typeof built === 'string' ? undefined : callOnItem(operation, thing, built);
  if (target === undefined) return typeof built === 'string' ? built : 'its identifier is not known';
  const exchange = await sendConfirmed(api, target, (request) => send({ ...request, always: true }));
  return isSuccess(exchange) || [404, 410].includes(exchange.answer?.status ?? 0) ? undefined : outcomeOf(exchange);
}
