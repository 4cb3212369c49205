/** Differences of the addresses at which an API, or one of its operations, is served. */
import { canonicalJson, childPointer } from '@dragoman/documents';
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation, Placed } from '../api/api.js';
import type { ApiPair, PartChange } from './part-changes.js';

/** Lists the differences; a removed address may still answer, so it is a change of meaning and not a break. */
export function compareServers(before: Placed, after: Placed): PartChange[] {
  const [was, is] = [serversOf(before.value), serversOf(after.value)];
  const change = (url: string, isRemoved: boolean): PartChange => ({
    effect: isRemoved ? 'meaning' : 'compatible',
    message: isRemoved
      ? `The server ${url} was removed; callers that use it may no longer reach the API.`
      : `The server ${url} was added.`,
    pointer: `${(isRemoved ? before : after).pointer}/servers`,
    side: isRemoved ? 'old' : 'new',
    tool: false,
    where: 'servers',
  });
  return [
    ...[...was].flatMap(([key, url]) => (is.has(key) ? [] : [change(url, true)])),
    ...[...is].flatMap(([key, url]) => (was.has(key) ? [] : [change(url, false)])),
  ];
}

/** Differences of the servers of one operation: its own ones, or those of its path, replace those of the document. */
export function compareOwnServers(
  { before, after }: { before: ApiOperation; after: ApiOperation },
  apis: ApiPair,
): PartChange[] {
  const [was, is] = [ownServers(apis.before, before), ownServers(apis.after, after)];
  if (apis.isReversed === true || (was === undefined && is === undefined)) return [];
  return compareServers(was ?? rootOf(apis.before), is ?? rootOf(apis.after));
}

/** Without servers, an API is at the root of the host that serves its description. */
function rootOf({ root }: Api): Placed {
  return { value: isStated(root) ? root : { servers: [{ url: '/' }] }, pointer: '' };
}

function ownServers(api: Api, { value, pointer, path }: ApiOperation): Placed | undefined {
  if (isStated(value)) return { value, pointer };
  const item = isJsonObject(api.root.paths) ? api.root.paths[path] : undefined;
  const placed = item === undefined ? undefined : api.follow({ value: item, pointer: childPointer('/paths', path) });
  return placed !== undefined && isStated(placed.value) ? placed : undefined;
}

function isStated({ servers }: JsonObject): boolean {
  return Array.isArray(servers) && servers.length > 0;
}

/** Addresses by their meaning: without a slash at the end, and with the values of their variables. */
function serversOf({ servers }: JsonObject): Map<string, string> {
  const list = Array.isArray(servers) ? servers.filter(isJsonObject) : [];
  return new Map(
    list.flatMap(({ url, variables }) =>
      typeof url === 'string' ? [[`${url.replace(/\/$/, '')} ${canonicalJson(values(variables))}`, url] as const] : [],
    ),
  );
}

function values(variables: JsonObject[string] | undefined): JsonObject {
  if (!isJsonObject(variables)) return {};
  return Object.fromEntries(
    Object.entries(variables).map(([name, given]) => [
      name,
      isJsonObject(given) ? [given.default ?? null, given.enum ?? null] : null,
    ]),
  );
}
