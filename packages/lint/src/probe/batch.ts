/** Batch calls: where a call accepts several items, the same call with other items, and the result of each item. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation, SchemaNode } from '../api/api.js';
import { findExampleFault } from '../api/example-faults.js';
import { isNamed } from '../api/operation-facts.js';
import { isType } from '../api/schema-facts.js';
import { type Call, withMembers } from './call.js';
import type { Probe } from './check.js';
import type { Exchange } from './exchange.js';
import { identityOf } from './read-page.js';
import { sampleValue } from './sample-value.js';
import { varyBody } from './vary-body.js';

/** A call that accepts several items. */
export interface Batch {
  call: Call;
  /** The member with the items; absent when the body is the list itself. */
  name?: string;
  /** An item as in the description. */
  item: JsonObject;
  /** Its schema. */
  node: SchemaNode;
  /** maxItems from the description. */
  most?: number;
}

/** The result of one item in a response. */
export interface ItemResult {
  value: JsonObject;
  failed: boolean;
  code: JsonValue | undefined;
  /** The item that it refers to, and its outcome. */
  complete: boolean;
}

/** The allowed writes that accept several items. */
export function listBatches({ api, writes }: Pick<Probe, 'api' | 'writes'>): Batch[] {
  return writes
    .filter(({ operation }) => isBatch(operation) && operation.method !== 'delete')
    .flatMap((call) => readBatch(api, call));
}

/** By its category, or because it can return multiple results (207). */
export function isBatch({ kinds, responses }: ApiOperation): boolean {
  return kinds.batch || responses.some(({ status }) => status === '207');
}

function readBatch(api: Api, call: Call): Batch[] {
  const { input } = call.operation;
  if (input === undefined) return [];
  const lists = isType(input.schema, 'array')
    ? [input]
    : [...api.properties(input).values()].filter(({ schema }) => isType(schema, 'array'));
  return lists.slice(0, 1).flatMap((list) => {
    const { name, schema } = list;
    const node = api.walk(list).find(({ role, owner }) => role === 'item' && owner?.pointer === list.pointer);
    const given = name === undefined ? call.body : isJsonObject(call.body) ? call.body[name] : undefined;
    const [first] = Array.isArray(given) ? given : [];
    const item = first ?? sampleValue(node?.schema, api.follow);
    if (node === undefined || !isJsonObject(item)) return [];
    const most = typeof schema.maxItems === 'number' ? { most: schema.maxItems } : {};
    return [{ call, item, node, ...(name === undefined ? {} : { name }), ...most }];
  });
}

/** The call with other items. */
export function withItems({ call, name }: Batch, items: readonly JsonObject[]): Call {
  return name === undefined ? { ...call, body: [...items] } : withMembers(call, { [name]: [...items] });
}

/** Items that match the description, each a different resource. */
export function goodItems({ api, newId }: Probe, { call, item, node }: Batch, count: number): JsonObject[] {
  const single = { ...call, operation: { ...call.operation, input: node }, path: {}, body: item };
  return Array.from({ length: count }, () => varyBody(api, single, newId().slice(0, 8)).body as JsonObject);
}

/** An item that the description rules out because a required member is missing; undefined when nothing is required. */
export function badItem({ api }: Pick<Probe, 'api'>, { node }: Batch): JsonObject | undefined {
  const { schema } = node;
  const needsSome = typeof schema.minProperties === 'number' && schema.minProperties > 0;
  return needsSome || findExampleFault({}, schema, api.follow) !== undefined ? {} : undefined;
}

const resultNames = ['results', 'items', 'responses', 'outcomes', 'data'];
const statusName = /status|state|success|result|error|code|outcome|^ok$/i;
const failedWord = /fail|error|invalid|refus|reject/i;

/** The result of each item; undefined when the response contains no list of results. */
export function itemResults({ api }: Pick<Probe, 'api'>, { answer }: Exchange): ItemResult[] | undefined {
  const json = answer?.json;
  const members = isJsonObject(json) ? Object.entries(json) : [];
  const named = members.filter(([name]) => isNamed(name, resultNames));
  const list = Array.isArray(json) ? json : [...named, ...members].map(([, value]) => value).find(Array.isArray);
  return list?.filter(isJsonObject).map((value) => readResult(api, value));
}

function readResult({ settings }: Api, value: JsonObject): ItemResult {
  const inner = isJsonObject(value.error) ? value.error : {};
  const entries = Object.entries({ ...inner, ...value });
  const [, code] = entries.find(([name, each]) => each !== null && isNamed(name, settings.names.errorCode)) ?? [];
  const { status, error, success, ok } = value;
  const failed =
    [success, ok].includes(false) ||
    (typeof status === 'number' && status >= 400) ||
    (error !== undefined && error !== null && error !== false) ||
    entries.some(([name, each]) => statusName.test(name) && typeof each === 'string' && failedWord.test(each));
  const placed = typeof value.index === 'number' || identityOf(value) !== undefined;
  return { value, failed, code, complete: placed && entries.some(([name]) => statusName.test(name)) };
}
