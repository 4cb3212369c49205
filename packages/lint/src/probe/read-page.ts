/** One page of a list: its items, their identities, and how to request the next page. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../api/api.js';
import { listOf } from '../api/classify.js';
import { findInput, findParameter, isNamed } from '../api/operation-facts.js';
import { plainName } from '../api/words.js';
import { rootOf, targetOf } from './address.js';
import type { Call } from './call.js';
import { toRequest, withMembers, withQuery } from './call.js';
import type { Exchange, ProbeRequest } from './exchange.js';

/** The items of a response; undefined when it contains no list. */
export function itemsIn(api: Api, operation: ApiOperation, { answer }: Exchange): JsonValue[] | undefined {
  const json = answer?.json;
  if (Array.isArray(json)) return json;
  if (!isJsonObject(json)) return undefined;
  const named = listOf(operation, { walk: api, names: api.settings.names })?.name;
  const held = named === undefined ? undefined : json[named];
  return Array.isArray(held) ? held : undefined;
}

/** Names of identity members, best first. */
const identities = ['id', 'uuid', 'key', 'slug', 'number', 'name', 'url'];

/** Names used as an identity under another name, as in `/repos/{repo}`. */
const handles = ['slug', 'key', 'name', 'number', 'id', 'uuid'];

/** The identity of an item: the member with this or a similar name, else a common one, else one that ends in "id". */
export function identityOf(item: JsonValue, wanted?: string): string | number | undefined {
  if (!isJsonObject(item)) return undefined;
  const members = Object.entries(item)
    .filter((pair): pair is [string, string | number] => typeof pair[1] === 'string' || typeof pair[1] === 'number')
    .map(([name, value]) => [plainName(name), value] as const);
  const find = (name: string) => members.find(([each]) => each === name)?.[1];
  const first = (names: readonly string[]) => names.map(find).find((each) => each !== undefined);
  if (wanted === undefined)
    return first(identities.slice(0, 2)) ?? members.find(([name]) => name.endsWith('id'))?.[1] ?? first(identities);
  const plain = plainName(wanted);
  if (!/(?:id|uuid)$/.test(plain)) return find(plain) ?? like(members, plain) ?? first(handles);
  return find(plain) ?? first(identities.slice(0, 2)) ?? like(members, plain);
}

/** A member whose name starts or ends with the wanted name, or vice versa. */
function like(members: readonly (readonly [string, string | number])[], plain: string): string | number | undefined {
  const near = (name: string) => plain.startsWith(name) || plain.endsWith(name) || name.endsWith(plain);
  return members.find(([name]) => name.length > 1 && near(name))?.[1];
}

/** The identities of items; their whole text when they have none. */
export function markOf(item: JsonValue): string {
  return String(identityOf(item) ?? JSON.stringify(item));
}

/** How to request the next page: no more pages, a request, or an unusable continuation. */
export type Continuation =
  | { kind: 'none' }
  | { kind: 'cursor'; cursor: string; request: ProbeRequest }
  | { kind: 'link'; request: ProbeRequest }
  | { kind: 'unusable'; said: string };

/** Reads the continuation of a page. */
export function continuationOf(page: { api: Api; base: URL; call: Call; exchange: Exchange }): Continuation {
  const { api, base, call, exchange } = page;
  const said = saidNext(api, exchange);
  if (said === undefined) return { kind: 'none' };
  if (/^(?:https?:\/\/|\/|\?)/i.test(said)) {
    const target = targetOf(rootOf(base, exchange.request), said, exchange.request.target);
    if (target === undefined) return { kind: 'unusable', said: 'it points to another origin' };
    return { kind: 'link', request: { ...toRequest(call), target, linked: true } };
  }
  const request = withCursor(api, call, said);
  if (request === undefined) return { kind: 'unusable', said: 'no cursor parameter is described' };
  return { kind: 'cursor', cursor: said, request };
}

/** The request of a call with a cursor; undefined when the operation accepts none. */
export function withCursor(api: Api, call: Call, cursor: string): ProbeRequest | undefined {
  const { names } = api.settings;
  const parameter = findParameter(call.operation, names.cursor, ['query']);
  if (parameter !== undefined) return toRequest(withQuery(call, { [parameter.name]: cursor }));
  const property = findInput(api, call.operation, names.cursor);
  return property?.name === undefined ? undefined : toRequest(withMembers(call, { [property.name]: cursor }));
}

function saidNext(api: Api, { answer }: Exchange): string | undefined {
  const link = /<([^<>]{1,2000})>\s*;[^,]{0,200}?\brel="?next"?/i.exec(answer?.headers.link ?? '')?.[1];
  return findNext(answer?.json, api.settings.names.continuation, 0) ?? link;
}

function findNext(value: JsonValue | undefined, names: readonly string[], depth: number): string | undefined {
  if (!isJsonObject(value) || depth > 2) return undefined;
  for (const [name, member] of Object.entries(value).slice(0, 100)) {
    if (typeof member === 'string' && member !== '' && isNamed(name, names)) return member;
    if (!isJsonObject(member)) continue;
    const next = isNamed(name, ['next']) && typeof member.href === 'string' ? member.href : undefined;
    const inner = next ?? findNext(member, names, depth + 1);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
