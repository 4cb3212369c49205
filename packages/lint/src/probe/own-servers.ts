/**
 * Servers that a description gives for single paths or operations. Where such a server represents the probed host, its
 * base path counts; requests to any other host are never sent.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../api/api.js';

/** Gives every operation with servers of its own their base path, or the reason why it is not called. */
export function locateOperations(api: Api, base: URL, isPathGiven: boolean): Api {
  const origins = originsOf(api.root, base);
  const operations = api.operations.map((operation) => {
    const servers = ownServers(api, operation);
    if (servers === undefined) return operation;
    const server = locate(servers.map(serverUrl), {
      origins,
      base,
      documented: serverPath(api.root, base.origin),
      isPathGiven,
    });
    return server === undefined ? operation : { ...operation, server };
  });
  return operations.some((each, at) => each !== api.operations[at]) ? { ...api, operations } : api;
}

/** The path of the server at this origin, or else of the first one; `/` when its variables have no defaults. */
export function serverPath({ servers }: JsonObject, origin: string): string {
  const urls = (Array.isArray(servers) ? servers : []).map(serverUrl);
  return (urls.find((url) => url?.origin === origin) ?? urls[0])?.pathname ?? '/';
}

/** The origin of a server whose URL is relative. */
const relative = 'http://relative.invalid';

function serverUrl(server: JsonValue): URL | undefined {
  if (!isJsonObject(server) || typeof server.url !== 'string') return undefined;
  const { variables } = server;
  const url = server.url.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variable = isJsonObject(variables) && Object.hasOwn(variables, name) ? variables[name] : undefined;
    return isJsonObject(variable) && typeof variable.default === 'string' ? variable.default : whole;
  });
  return URL.canParse(url, relative) && !/[{}]/.test(url) ? new URL(url, relative) : undefined;
}

/** Origins that the probed one represents: itself, and that of the first server unless the document lists the probed one. */
function originsOf({ servers }: JsonObject, { origin }: URL): ReadonlySet<string> {
  const listed = (Array.isArray(servers) ? servers : []).map((each) => serverUrl(each)?.origin);
  const [first] = listed;
  const isListed = listed.includes(origin) || first === undefined;
  return new Set([origin, relative, ...(isListed ? [] : [first])]);
}

function ownServers({ root, follow }: Api, { value, path }: ApiOperation): readonly JsonValue[] | undefined {
  const item = isJsonObject(root.paths) ? root.paths[path] : undefined;
  const shared = item === undefined ? undefined : follow({ value: item, pointer: '' })?.value.servers;
  return [value.servers, shared].find((each) => Array.isArray(each) && each.length > 0) as JsonValue[] | undefined;
}

interface Known {
  origins: ReadonlySet<string>;
  base: URL;
  /** Path of the server of the document. */
  documented: string;
  /** True when the caller chose the base path. */
  isPathGiven: boolean;
}

function locate(urls: readonly (URL | undefined)[], known: Known): ApiOperation['server'] {
  const { origins, base, documented, isPathGiven } = known;
  const found = urls.filter((url) => url !== undefined);
  const url = found.find(({ origin }) => origin === base.origin) ?? found.find(({ origin }) => origins.has(origin));
  if (url === undefined) {
    const [first] = found;
    return { elsewhere: first === undefined ? 'the URL of its server is incomplete' : `its server is ${first.origin}` };
  }
  const [path, common] = [trimmed(url.pathname), trimmed(documented)];
  if (path === common) return undefined;
  if (!isPathGiven) return { basePath: path };
  // The caller moved the whole API; what is not below its base path may be anywhere.
  if (!path.startsWith(`${common}/`))
    return { elsewhere: `the path of its server, ${path || '/'}, is outside the base URL` };
  return { basePath: trimmed(base.pathname) + path.slice(common.length) };
}

function trimmed(path: string): string {
  return path.replace(/\/+$/, '');
}
