/** Differences of security requirements: a caller that was admitted must still be, with the credentials that it has. */
import { canonicalJson } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../api/api.js';
import type { ApiChange } from './change.js';

type AccessChange = Omit<ApiChange, 'operation'>;

/** Lists the differences. */
export function compareAccess(
  pair: { before: ApiOperation; after: ApiOperation },
  apis: { before: Api; after: Api },
): AccessChange[] {
  const is = waysOf(pair.after);
  const was = waysOf(pair.before, renamedSchemes(apis));
  const at = { pointer: pair.after.pointer, side: 'new', tool: false, where: 'security' } as const;
  const changed = schemeChanges(apis, is).map((message): AccessChange => ({ ...at, effect: 'breaking', message }));
  if (textOf(was) === textOf(is)) return changed;
  const refused = was.find((way) => !is.some((other) => admits(other, way)));
  const message =
    refused === undefined
      ? 'The security requirements changed; every caller that was admitted still is.'
      : `A caller with ${describe(refused)} is no longer admitted; needed: ${is.map(describe).join(', or ')}.`;
  return [...changed, { ...at, effect: refused === undefined ? 'compatible' : 'breaking', message }];
}

/** One way to be admitted: schemes with their scopes, all of them needed. */
type Way = ReadonlyMap<string, readonly string[]>;

/** Without requirements, everybody is admitted. */
function waysOf({ security }: ApiOperation, renamed: ReadonlyMap<string, string> = new Map()): Way[] {
  const ways = (security ?? []).map(
    (each) => new Map(Object.entries(each).map(([scheme, scopes]) => [renamed.get(scheme) ?? scheme, namesOf(scopes)])),
  );
  return ways.length === 0 ? [new Map()] : ways;
}

function namesOf(value: JsonValue): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string').sort() : [];
}

/** Schemes and alternatives are sets: their order admits nobody else. */
function textOf(ways: readonly Way[]): string {
  return ways
    .map((way) => JSON.stringify([...way].sort()))
    .sort()
    .join();
}

/** True when the credentials for one way are enough for another. */
function admits(needed: Way, held: Way): boolean {
  return [...needed].every(([scheme, scopes]) => {
    const known = held.get(scheme);
    return known !== undefined && scopes.every((scope) => known.includes(scope));
  });
}

function describe(way: Way): string {
  if (way.size === 0) return 'no credentials';
  return [...way]
    .map(([scheme, scopes]) => (scopes.length === 0 ? scheme : `${scheme} (${scopes.join(', ')})`))
    .join(' and ');
}

/** Schemes that keep their name but take another credential, or take it elsewhere. */
function schemeChanges({ before, after }: { before: Api; after: Api }, ways: readonly Way[]): string[] {
  const names = new Set(ways.flatMap((way) => [...way.keys()]));
  return [...names].flatMap((name) => {
    const [was, is] = [schemeOf(before, name), schemeOf(after, name)];
    if (was === undefined || is === undefined || was === is) return [];
    return [`The security scheme ${name} takes another credential, or takes it in another place.`];
  });
}

/** Newer names of schemes that only have another name: callers send the same credential. */
function renamedSchemes({ before, after }: { before: Api; after: Api }): ReadonlyMap<string, string> {
  const [old, now] = [schemesOf(before), schemesOf(after)];
  const added = Object.keys(now).filter((name) => !Object.hasOwn(old, name));
  const identity = (api: Api, name: string) => `${schemeOf(api, name)} ${issuerOf(api, name)}`;
  const names = new Map(added.map((name) => [identity(after, name), name]));
  return new Map(
    Object.keys(old).flatMap((name) => {
      const isNow = Object.hasOwn(now, name) ? undefined : names.get(identity(before, name));
      return isNow === undefined ? [] : [[name, isNow] as const];
    }),
  );
}

function schemesOf({ root }: Api): JsonObject {
  const schemes = isJsonObject(root.components) ? root.components.securitySchemes : undefined;
  return isJsonObject(schemes) ? schemes : {};
}

function definitionOf(api: Api, name: string): JsonObject | undefined {
  const given = schemesOf(api)[name];
  return given === undefined ? undefined : api.follow({ value: given, pointer: '' })?.value;
}

/** Where the credential comes from: tokens of another server are other credentials. */
function issuerOf(api: Api, name: string): string {
  const { flows, openIdConnectUrl } = definitionOf(api, name) ?? {};
  const urls = Object.values(isJsonObject(flows) ? flows : {}).map((flow) => (isJsonObject(flow) ? flow.tokenUrl : ''));
  return canonicalJson([openIdConnectUrl ?? null, ...urls.map((url) => url ?? null)]);
}

function schemeOf(api: Api, name: string): string | undefined {
  const scheme = definitionOf(api, name);
  if (scheme === undefined) return undefined;
  const { type, in: place, name: parameter, scheme: method } = scheme;
  const key = typeof parameter === 'string' && place === 'header' ? parameter.toLowerCase() : parameter;
  return canonicalJson(
    [type, place, key, typeof method === 'string' ? method.toLowerCase() : method].map((each) => each ?? null),
  );
}
