/** Differences of the addresses at which an API, or one of its operations, is served. */
import { canonicalJson } from '@dragoman/documents';
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Placed } from '../api/api.js';
import type { PartChange } from './part-changes.js';

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
