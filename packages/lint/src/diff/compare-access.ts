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
  const [was, is] = [waysOf(pair.before), waysOf(pair.after)];
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
function waysOf({ security }: ApiOperation): Way[] {
  const ways = (security ?? []).map(
    (each) => new Map(Object.entries(each).map(([scheme, scopes]) => [scheme, namesOf(scopes)])),
  );
  return ways.length === 0 ? [new Map()] : ways;
}

function namesOf(value: JsonValue): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string').sort() : [];
}

function textOf(ways: readonly Way[]): string {
  return ways.map((way) => JSON.stringify([...way].sort())).join();
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

function schemeOf(api: Api, name: string): string | undefined {
  const components = isJsonObject(api.root.components) ? api.root.components.securitySchemes : undefined;
  const given = isJsonObject(components) ? components[name] : undefined;
  const scheme: JsonObject | undefined =
    given === undefined ? undefined : api.follow({ value: given, pointer: '' })?.value;
  if (scheme === undefined) return undefined;
  const { type, in: place, name: parameter, scheme: method } = scheme;
  return canonicalJson(
    [type, place, parameter, typeof method === 'string' ? method.toLowerCase() : method].map((each) => each ?? null),
  );
}
