/** Servers of a description, and what their addresses say. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** The URLs of a list of servers. */
export function urlsOf(servers: JsonValue | undefined): string[] {
  if (!Array.isArray(servers)) return [];
  return servers.flatMap((each) => (isJsonObject(each) && typeof each.url === 'string' ? [each.url] : []));
}

/** True for the machine of the caller. */
export function isOwnMachine(url: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)$|\.localhost$/.test(hostOf(url));
}

/** True for a name below `.test`, which is reserved for tests (RFC 6761) and has no public address. */
export function isTestHost(url: string): boolean {
  return /(?:^|\.)test$/.test(hostOf(url));
}

/** True for an address that only some networks have, or the machine of the caller. */
export function isPrivate(url: string): boolean {
  return (
    isOwnMachine(url) ||
    isTestHost(url) ||
    /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$|(?:^|[.-])(?:10|127|192[.-]168|172[.-](?:1[6-9]|2\d|3[01]))(?:[.-]\d+)+\.(?:nip|sslip)\.io$|^local\.|\.(?:local|internal|lan|corp|intranet|svc|home)$|^(?:unix|lo|loopback|sock(?:et)?)$/.test(
      hostOf(url),
    )
  );
}

/** True when the API is reached through a socket on the machine of the caller, whose file permissions protect it. */
export function usesLocalSocket({ info, servers }: JsonObject): boolean {
  const about = isJsonObject(info) ? String(info.description ?? '').slice(0, 2_000) : '';
  const listed = Array.isArray(servers) ? servers.filter(isJsonObject) : [];
  const texts = [about, ...listed.map(({ url, description }) => `${String(url)} ${String(description ?? '')}`)];
  return texts.some((text) =>
    /\bunix(?:[- ]domain)?[- ]sockets?\b|\bnamed pipe\b|\bunix:\/|\.sock\b|\bnpipe:/i.test(text),
  );
}

/** True for the names that documents use as examples. */
export function isPlaceholderHost(url: string): boolean {
  return /(?:^|\.)example\.(?:com|org|net)$|^petstore\d*\.|(?:^|\.)swagger\.io$|(?:^|\.)(?:my|your)-?(?:domain|server|host|company|instance)\.|[{}<>]/.test(
    hostOf(url),
  );
}

function hostOf(url: string): string {
  return (/^https?:\/\/(?:[^/@?#]*@)?(\[[^\]]*\]|[^/:?#]*)/i.exec(url)?.[1] ?? '').toLowerCase();
}
