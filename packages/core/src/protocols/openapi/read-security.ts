/** Reads security schemes and requirements of all versions as authentication requirements of the service. */

import { getPointer } from '@dragoman/documents';
import type { Authentication, HttpCredentialDemand, JsonObject, JsonValue, LoginAddresses } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { count, type OpenApiDocument } from './document.js';
import { member, textOf } from './wire.js';

/** Alternatives, each a list of requirements that apply together; undefined when nothing is declared. */
export type Demands = HttpCredentialDemand[][];

/** Maximum number of alternatives that are kept. */
const maxAlternatives = 20;

/** Reads a list of requirements; undefined when the object has none. */
export function readSecurity(document: OpenApiDocument, object: JsonObject, pointer: string): Demands | undefined {
  const security = member(object, 'security');
  if (!Array.isArray(security)) return undefined;
  return security.slice(0, maxAlternatives).flatMap((requirement, at) => {
    if (!isJsonObject(requirement)) return [];
    const demands = Object.entries(requirement).map(([name, scopes]) =>
      readDemand(document, { name, scopes, pointer: `${pointer}/security/${at}` }),
    );
    return [demands.filter((demand) => demand !== undefined)];
  });
}

interface NamedDemand {
  name: string;
  scopes: JsonValue;
  pointer: string;
}

/** Since 3.2 a scheme is named by its component or by its address. */
function readDemand(
  document: OpenApiDocument,
  { name, scopes, pointer }: NamedDemand,
): HttpCredentialDemand | undefined {
  const schemes = getPointer(document.root, '/components/securitySchemes');
  const isAddress = document.version === '3.2' && /[#/:]/.test(name);
  const value = (isJsonObject(schemes) ? member(schemes, name) : undefined) ?? (isAddress ? { $ref: name } : undefined);
  const scheme = value === undefined ? undefined : document.references.object({ value, pointer }, 'a security scheme');
  if (scheme === undefined) {
    if (!isAddress) document.findings.report('openapi/security-unknown', pointer, { name });
    return { scheme: name.slice(0, 100), type: 'unknown' };
  }
  const [, component = name] = /^#\/components\/securitySchemes\/([^/]+)$/.exec(name) ?? [];
  const wanted = Array.isArray(scopes) ? scopes.filter((scope): scope is string => typeof scope === 'string') : [];
  const login = loginOf(scheme.value);
  return {
    scheme: component.slice(0, 100),
    ...kindOf(scheme.value),
    ...(login === undefined ? {} : { login }),
    ...(wanted.length === 0 ? {} : { scopes: wanted.slice(0, 100) }),
  };
}

/** Counts the parts of security schemes that an entry does not store: other OAuth flows, and descriptions of scopes. */
export function countSchemes(document: OpenApiDocument): void {
  const schemes = getPointer(document.root, '/components/securitySchemes');
  for (const value of Object.values(isJsonObject(schemes) ? schemes : {})) {
    const followed = document.references.follow({ value, pointer: '/components/securitySchemes' })?.value;
    const flows = isJsonObject(followed) ? member(followed, 'flows') : undefined;
    if (!isJsonObject(followed) || !isJsonObject(flows)) continue;
    const login = loginOf(followed);
    for (const [kind, flow] of Object.entries(flows)) {
      if (!isJsonObject(flow)) continue;
      if (kind !== 'authorizationCode' || login?.tokenUrl === undefined) count(document, `OAuth flow ${kind}`);
      const scopes = member(flow, 'scopes');
      const texts = Object.values(isJsonObject(scopes) ? scopes : {});
      for (const _ of texts.filter((text) => typeof text === 'string' && text !== ''))
        count(document, 'description of a scope');
    }
  }
}

const places = new Set(['header', 'query', 'cookie']);

function kindOf(scheme: JsonObject): Pick<HttpCredentialDemand, 'type' | 'in' | 'name'> {
  const type = textOf(member(scheme, 'type'), 50) ?? 'unknown';
  const place = member(scheme, 'in');
  const name = textOf(member(scheme, 'name'), 200);
  switch (type) {
    case 'apiKey':
      return {
        type: 'api_key',
        ...(typeof place === 'string' && places.has(place) ? { in: place as 'header' } : {}),
        ...(name === undefined ? {} : { name }),
      };
    case 'http':
      return { type: httpKind(textOf(member(scheme, 'scheme'), 50)) };
    case 'oauth2':
    case 'openIdConnect':
      return { type: 'oauth2_bearer' };
    case 'mutualTLS':
      return { type: 'mtls' };
    default:
      return { type: 'unknown' };
  }
}

/** Where people log in: metadata of the authorization server if it is named, else the authorization-code flow. */
function loginOf(scheme: JsonObject): LoginAddresses | undefined {
  const type = member(scheme, 'type');
  const metadataUrl = addressIn(scheme, type === 'openIdConnect' ? 'openIdConnectUrl' : 'oauth2MetadataUrl');
  if (type === 'openIdConnect') return metadataUrl === undefined ? undefined : { metadataUrl };
  if (type !== 'oauth2') return undefined;
  const flows = member(scheme, 'flows');
  const flow = isJsonObject(flows) ? member(flows, 'authorizationCode') : undefined;
  if (!isJsonObject(flow)) return undefined;
  const [authorizationUrl, tokenUrl] = [addressIn(flow, 'authorizationUrl'), addressIn(flow, 'tokenUrl')];
  if (authorizationUrl === undefined || tokenUrl === undefined) {
    return metadataUrl === undefined ? undefined : { metadataUrl };
  }
  return { ...(metadataUrl === undefined ? {} : { metadataUrl }), authorizationUrl, tokenUrl };
}

/** An absolute URL; a login checks it again before it is used. */
function addressIn(object: JsonObject, name: string): string | undefined {
  const value = textOf(member(object, name), 2048);
  return value !== undefined && /^https?:\/\//i.test(value) && URL.canParse(value) ? value : undefined;
}

function httpKind(scheme: string | undefined): string {
  const lower = scheme?.toLowerCase() ?? 'unknown';
  return lower === 'bearer' ? 'oauth2_bearer' : lower.replaceAll(/[^a-z0-9]+/g, '_');
}

/** The requirement of the entry as a whole: its first alternative that is not empty. */
export function authenticationOf(demands: Demands | undefined): Authentication | undefined {
  const [first] = (demands ?? []).filter((each) => each.length > 0);
  const [demand] = first ?? [];
  if (demand === undefined || (demands ?? []).some((each) => each.length === 0)) return undefined;
  const { type, scopes, in: place, name } = demand;
  const how = place === undefined || name === undefined ? undefined : `Send the key in the ${place} parameter ${name}.`;
  return {
    type,
    ...(how === undefined ? {} : { instructions: how.replace('header parameter', 'header') }),
    ...(scopes === undefined ? {} : { scopes }),
  };
}
