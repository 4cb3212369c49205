/** Reads the authentication that an agent requires, from the security schemes of either revision. */
import type { Authentication, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { memberOf, textOf, textsOf } from './wire.js';

/** The first requirement of the card; undefined when it has none. */
export function readAuthentication(card: JsonObject): Authentication | undefined {
  const demand = firstDemand(card);
  if (demand === undefined) return undefined;
  const schemes = memberOf(card, 'securitySchemes');
  const scheme = isJsonObject(schemes) ? memberOf(schemes, demand.name) : undefined;
  const found = isJsonObject(scheme) ? kindOf(scheme) : { type: 'unknown' };
  return {
    ...found,
    ...(demand.scopes.length === 0 ? {} : { scopes: demand.scopes }),
    extra: { scheme: demand.name },
  };
}

interface Demand {
  name: string;
  scopes: string[];
}

/** 1.0 writes `{ schemes: { name: { list: [] } } }`, 0.3 `{ name: [] }`. */
function firstDemand(card: JsonObject): Demand | undefined {
  const listed = memberOf(card, 'securityRequirements') ?? memberOf(card, 'security');
  const first = Array.isArray(listed) ? listed.find(isJsonObject) : undefined;
  if (first === undefined) return undefined;
  const schemes = memberOf(first, 'schemes');
  const [demand] = Object.entries(isJsonObject(schemes) ? schemes : first);
  if (demand === undefined) return undefined;
  const [name, scopes] = demand;
  return { name: name.slice(0, 100), scopes: textsOf(isJsonObject(scopes) ? memberOf(scopes, 'list') : scopes) };
}

const newer: Readonly<Record<string, string>> = {
  apiKeySecurityScheme: 'apiKey',
  httpAuthSecurityScheme: 'http',
  oauth2SecurityScheme: 'oauth2',
  openIdConnectSecurityScheme: 'openIdConnect',
  mtlsSecurityScheme: 'mutualTLS',
};

function kindOf(scheme: JsonObject): Authentication {
  const [wrapped] = Object.entries(scheme).filter(([name]) => Object.hasOwn(newer, name));
  const inner: JsonValue | undefined = wrapped?.[1];
  const body = isJsonObject(inner) ? inner : scheme;
  const kind = wrapped === undefined ? textOf(memberOf(scheme, 'type'), 50) : newer[wrapped[0]];
  const instructions = textOf(memberOf(body, 'description'), 500);
  return { type: typeOf(kind, body), ...(instructions === undefined ? {} : { instructions }) };
}

function typeOf(kind: string | undefined, body: JsonObject): string {
  if (kind === 'apiKey') return 'api_key';
  if (kind === 'oauth2' || kind === 'openIdConnect') return 'oauth2_bearer';
  if (kind === 'mutualTLS') return 'mtls';
  if (kind !== 'http') return 'unknown';
  const scheme = textOf(memberOf(body, 'scheme'), 50)?.toLowerCase();
  return scheme === 'bearer' || scheme === undefined ? 'oauth2_bearer' : scheme.replaceAll(/[^a-z0-9]+/g, '_');
}
