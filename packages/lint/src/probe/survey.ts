/**
 * The first round: calls every callable read once, parents before children, so that identifiers come from the API
 * itself. When writes are allowed and a list is nearly empty, creates a few resources first.
 */
import type { JsonValue } from '@dragoman/model';
import type { Api, ApiOperation } from '../api/api.js';
import { buildCall, type CallSources } from './build-call.js';
import type { Call } from './call.js';
import type { Probe, Subject } from './check.js';
import type { ResourceTracker } from './created-resources.js';
import type { Exchange } from './exchange.js';
import { isSuccess } from './exchange.js';
import { identityOf, itemsIn } from './read-page.js';
import { varyBody } from './vary-body.js';
import { anew } from './write-controls.js';

/** Survey input. */
export interface SurveyOptions {
  api: Api;
  /** Operations that may be called: reads and allowed writes. */
  reads: readonly ApiOperation[];
  writes: readonly ApiOperation[];
  created: ResourceTracker;
  call(call: Call): Promise<Exchange>;
  newId(): string;
}

/** The result of the survey. */
export type Surveyed = Pick<Probe, 'surveyed' | 'reads' | 'lists' | 'items' | 'writes' | 'skipped'>;

/** Minimum number of items in a list for pagination checks. */
const wantedItems = 3;

/** Calls every read once. */
export async function survey(options: SurveyOptions): Promise<Surveyed> {
  const surveyed: Subject[] = [];
  const skipped: { operation: ApiOperation; reason: string }[] = [];
  const sources = sourcesOf(options, surveyed);
  for (const operation of inOrder(options.reads)) {
    const call = buildCall(operation, sources);
    if (typeof call === 'string') skipped.push({ operation, reason: call });
    else surveyed.push(await look(call, { ...options, sources }));
  }
  await makeMissing(options, sources);
  const writes = options.writes.flatMap((operation) => {
    const call =
      isOnItem(operation) && madeFor(options, operation) === undefined ? noResource : buildCall(operation, sources);
    if (typeof call !== 'string') return [call];
    skipped.push({ operation, reason: call });
    return [];
  });
  const reads = surveyed.filter(({ first }) => isSuccess(first));
  return {
    surveyed,
    skipped,
    writes,
    reads,
    lists: reads.filter(({ operation, first }) => itemsIn(options.api, operation, first) !== undefined),
    items: reads.filter(({ operation }) => operation.kinds.item),
  };
}

const noResource = 'the probe created nothing that it could change; also allow the create operation with --writes';

async function look(call: Call, options: SurveyOptions & { sources: CallSources }): Promise<Subject> {
  const { operation } = call;
  const first = await options.call(call);
  const items = isSuccess(first) ? itemsIn(options.api, operation, first) : undefined;
  const maker = options.writes.find(({ method, path }) => method === 'post' && path === operation.path);
  if (items === undefined || items.length >= wantedItems || maker === undefined) return { operation, call, first };
  for (let count = items.length; count < wantedItems; count += 1) await make(maker, options, options.sources);
  return { operation, call, first: await options.call(call) };
}

async function make(maker: ApiOperation, options: SurveyOptions, sources: CallSources): Promise<void> {
  const made = buildCall(maker, sources);
  if (typeof made === 'string') return;
  const other = varyBody(options.api, made, options.newId().slice(0, 8));
  await options.call(anew(options.api, other, options.newId()));
}

/** Changes are tested only on resources that the probe created, so there must be one. */
async function makeMissing(options: SurveyOptions, sources: CallSources): Promise<void> {
  for (const operation of options.writes.filter(isOnItem)) {
    const maker = options.writes.find(({ method, path }) => method === 'post' && path === collectionOf(operation));
    if (maker !== undefined && madeFor(options, operation) === undefined) await make(maker, options, sources);
  }
}

function sourcesOf(options: SurveyOptions, surveyed: readonly Subject[]): CallSources {
  const { api, newId } = options;
  return {
    api,
    newId,
    known(operation, name): JsonValue | undefined {
      const prefix = operation.path.slice(0, operation.path.indexOf(`/{${name}}`));
      const made = operation.kinds.write ? madeAt(options, prefix) : undefined;
      if (made !== undefined) return made;
      const list = surveyed.find((each) => each.operation.path === prefix && isSuccess(each.first));
      const [item] = list === undefined ? [] : (itemsIn(api, list.operation, list.first) ?? []);
      return item === undefined ? undefined : identityOf(item, name);
    },
  };
}

function madeAt({ created }: SurveyOptions, path: string): string | number | undefined {
  return created.list().findLast(({ call, id }) => call.operation.path === path && id !== undefined)?.id;
}

function madeFor(options: SurveyOptions, operation: ApiOperation): string | number | undefined {
  return madeAt(options, collectionOf(operation));
}

function collectionOf({ path }: ApiOperation): string {
  return path.replace(/\/\{[^{}]*\}\/?$/, '');
}

function isOnItem({ method, path }: ApiOperation): boolean {
  return ['put', 'patch', 'delete'].includes(method) && /\{[^{}]*\}\/?$/.test(path);
}

/** Parents first, lists before items. */
function inOrder(operations: readonly ApiOperation[]): ApiOperation[] {
  const depth = ({ path }: ApiOperation) => path.split('{').length;
  const kind = ({ kinds }: ApiOperation) => (kinds.list ? 0 : kinds.item ? 1 : 2);
  return [...operations].sort((one, other) => depth(one) - depth(other) || kind(one) - kind(other));
}

/** A representative selection: lists and items alternating, those closest to the root first, then all others. */
export function chooseReads(reads: readonly ApiOperation[], most: number): ApiOperation[] {
  const ordered = inOrder(reads);
  const lists = ordered.filter(({ kinds }) => kinds.list);
  const items = ordered.filter(({ kinds }) => kinds.item);
  const turns = lists.length > items.length ? lists : items;
  const paired = turns.flatMap((_, at) => [lists[at], items[at]]).filter((each) => each !== undefined);
  return [...new Set([...paired, ...ordered])].slice(0, most);
}
