/**
 * Differences of the security schemes that both versions use under the same name: where their tokens come from, and how
 * callers get them. Schemes that take another credential are reported by the operations (compare-access.ts).
 */
import { canonicalJson, childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, Placed } from '../api/api.js';
import type { ApiChange } from './change.js';

type SchemeChange = Pick<ApiChange, 'effect' | 'message'>;

/** Lists the differences, each scheme once. */
export function compareSchemes(before: Api, after: Api): ApiChange[] {
  const used = usedSchemes(after);
  return [...usedSchemes(before)].flatMap((name) => {
    const [was, is] = [schemeOf(before, name), schemeOf(after, name)];
    if (!used.has(name) || was === undefined || is === undefined || was.value.type !== is.value.type) return [];
    const at = { pointer: is.pointer, side: 'new', tool: false, where: 'security' } as const;
    return compareScheme(name, was.value, is.value).map((change) => ({ ...at, ...change }));
  });
}

/** Names of the schemes that operations need. */
function usedSchemes({ operations }: Api): ReadonlySet<string> {
  return new Set(operations.flatMap(({ security = [] }) => security.flatMap(Object.keys)));
}

function schemeOf(api: Api, name: string): Placed | undefined {
  const schemes = isJsonObject(api.root.components) ? api.root.components.securitySchemes : undefined;
  const given = isJsonObject(schemes) && Object.hasOwn(schemes, name) ? schemes[name] : undefined;
  if (given === undefined) return undefined;
  return api.follow({ value: given, pointer: childPointer('/components/securitySchemes', name) });
}

function compareScheme(name: string, was: JsonObject, is: JsonObject): SchemeChange[] {
  return [
    ...compareFlows(name, was, is),
    ...compareAddress(was.openIdConnectUrl, is.openIdConnectUrl, `the OpenID Connect configuration of ${name}`),
    ...compareAddress(was.oauth2MetadataUrl, is.oauth2MetadataUrl, `the OAuth 2 metadata of ${name}`),
    ...compareDeprecation(name, was, is),
    ...(canonicalJson(was.bearerFormat ?? null) === canonicalJson(is.bearerFormat ?? null)
      ? []
      : [{ effect: 'description' as const, message: `The bearer format of the security scheme ${name} changed.` }]),
    ...(canonicalJson(was.description ?? null) === canonicalJson(is.description ?? null)
      ? []
      : [{ effect: 'description' as const, message: `The description of the security scheme ${name} changed.` }]),
  ];
}

function compareDeprecation(name: string, was: JsonObject, is: JsonObject): SchemeChange[] {
  if ((was.deprecated === true) === (is.deprecated === true)) return [];
  const message = `The security scheme ${name} is ${is.deprecated === true ? 'now' : 'no longer'} deprecated.`;
  return [{ effect: 'compatible', message }];
}

/** A caller that gets its tokens by one flow cannot use another: a program has no browser for an authorization page. */
function compareFlows(name: string, was: JsonObject, is: JsonObject): SchemeChange[] {
  const [old, now] = [flowsOf(was), flowsOf(is)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((kind): SchemeChange[] => {
    const [before, after] = [old.get(kind), now.get(kind)];
    if (before === undefined)
      return [{ effect: 'compatible', message: `The security scheme ${name} now has the flow ${kind}.` }];
    if (after === undefined) {
      const message = `The security scheme ${name} no longer has the flow ${kind}; callers that use it get no token.`;
      return [{ effect: 'breaking', message }];
    }
    const of = `of the flow ${kind} of ${name}`;
    return [
      ...compareAddress(before.tokenUrl, after.tokenUrl, `the token URL ${of}`),
      ...compareAddress(before.authorizationUrl, after.authorizationUrl, `the authorization URL ${of}`),
      ...compareAddress(before.deviceAuthorizationUrl, after.deviceAuthorizationUrl, `the device URL ${of}`),
      ...compareAddress(before.refreshUrl, after.refreshUrl, `the refresh URL ${of}`),
      ...compareScopes(before.scopes, after.scopes, of),
    ];
  });
}

function flowsOf({ flows }: JsonObject): ReadonlyMap<string, JsonObject> {
  const list = isJsonObject(flows) ? Object.entries(flows) : [];
  return new Map(list.flatMap(([kind, flow]) => (isJsonObject(flow) && !kind.startsWith('x-') ? [[kind, flow]] : [])));
}

/** The older address may still answer, as with servers; a slash at the end changes nothing. */
function compareAddress(was: JsonValue | undefined, is: JsonValue | undefined, what: string): SchemeChange[] {
  const plain = (value: JsonValue | undefined) => (typeof value === 'string' ? value.replace(/\/$/, '') : undefined);
  const [old, now] = [plain(was), plain(is)];
  if (old === now) return [];
  const shown = (url: string | undefined) => url ?? 'missing';
  const message = `T${what.slice(1)} was ${shown(old)} and is ${shown(now)}${old === undefined ? '.' : '; callers that use the old one may no longer get tokens.'}`;
  return [{ effect: old === undefined ? 'compatible' : 'meaning', message }];
}

function compareScopes(was: JsonValue | undefined, is: JsonValue | undefined, of: string): SchemeChange[] {
  const [old, now] = [was, is].map((each) => (isJsonObject(each) ? each : {})) as [JsonObject, JsonObject];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((scope): SchemeChange[] => {
    const isOld = Object.hasOwn(old, scope);
    if (isOld && !Object.hasOwn(now, scope))
      return [{ effect: 'meaning', message: `The scope ${scope} ${of} was removed; callers may no longer get it.` }];
    if (!isOld) return [{ effect: 'compatible', message: `The scope ${scope} ${of} was added.` }];
    if (old[scope] === now[scope]) return [];
    return [{ effect: 'description', message: `The description of the scope ${scope} ${of} changed.` }];
  });
}
