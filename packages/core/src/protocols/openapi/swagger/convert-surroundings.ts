/** Converts the document-wide parts of 2.0 that 3.x expresses differently: servers and security schemes. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { member } from '../wire.js';

/** The URL from host, base path and the preferred scheme; relative as far as the document leaves it open. */
export function serverUrl(root: JsonObject, schemes: JsonValue | undefined): string {
  const [host, basePath] = [member(root, 'host'), member(root, 'basePath')];
  const path = typeof basePath === 'string' ? basePath : '';
  if (typeof host !== 'string') return path === '' ? '/' : path;
  const offered = Array.isArray(schemes) ? schemes : [];
  const scheme = ['https', 'http'].find((each) => offered.includes(each));
  const rooted = path.startsWith('/') || path === '' ? path : `/${path}`;
  // 2.0 has no variables: braces in a host are not placeholders.
  const name = host.replaceAll('{', '%7B').replaceAll('}', '%7D');
  return `${scheme === undefined ? '' : `${scheme}:`}//${name}${rooted}`;
}

/** Servers of an operation whose own schemes differ from the document's. */
export function ownServers(root: JsonObject, operation: JsonObject): JsonObject {
  const schemes = member(operation, 'schemes');
  if (!Array.isArray(schemes)) return {};
  const url = serverUrl(root, schemes);
  return url === serverUrl(root, member(root, 'schemes')) ? {} : { servers: [{ url }] };
}

const flowNames: Readonly<Record<string, string>> = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};

/** The security schemes; invalid ones are left unchanged. */
export function convertSecurity(definitions: JsonValue | undefined): JsonObject | undefined {
  if (!isJsonObject(definitions)) return undefined;
  const made = Object.entries(definitions).map(([name, scheme]): [string, JsonValue] => [name, convertScheme(scheme)]);
  return Object.fromEntries(made);
}

function convertScheme(scheme: JsonValue): JsonValue {
  if (!isJsonObject(scheme)) return scheme;
  if (scheme.type === 'basic') return { ...scheme, type: 'http', scheme: 'basic' };
  if (scheme.type !== 'oauth2' || typeof scheme.flow !== 'string') return scheme;
  const { flow, authorizationUrl, tokenUrl, scopes, ...rest } = scheme;
  const name = Object.hasOwn(flowNames, flow) ? flowNames[flow] : undefined;
  if (name === undefined) return scheme;
  return {
    ...rest,
    flows: {
      [name]: {
        ...(authorizationUrl === undefined ? {} : { authorizationUrl }),
        ...(tokenUrl === undefined ? {} : { tokenUrl }),
        scopes: scopes ?? {},
      },
    },
  };
}
