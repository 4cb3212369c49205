/**
 * Determines the HTTP binding of a service: from the document, otherwise from its URL, otherwise from its AGTP host.
 */

import { memberOf, ownMembers, textOf } from '@dragoman/agis';
import type { Diagnostic, JsonObject } from '@dragoman/model';
import { diagnose } from '@dragoman/model';
import type { ReadContext } from '../../documents/reader.js';
import { agisDiagnostics } from './diagnostics.js';
import { isSameSite } from './http-request.js';

/** The URL that AGIS paths are appended to, without a trailing slash. */
export interface HttpAddress {
  address: string;
  /** True when it was derived. */
  derived: boolean;
}

/** The base of a document; undefined, with an error, when the document names an invalid one. */
export function readHttpAddress(
  document: JsonObject,
  { uri }: ReadContext,
  found: Diagnostic[],
): HttpAddress | undefined {
  const said = memberOf(document, ownMembers.httpBase);
  if (said !== undefined) {
    const read = readSaid(typeof said === 'string' ? said : '', found);
    if (read !== undefined) compareBase(read.address, document, uri, found);
    return read;
  }
  const fetched = uri === undefined ? undefined : httpRootOf(uri);
  if (fetched !== undefined) {
    compareHosts(fetched, textOf(document.agtp) ?? '', found);
    return { address: fetched, derived: true };
  }
  const base = `https://${agtpHost(textOf(document.agtp) ?? '')}`;
  found.push(diagnose(agisDiagnostics, 'agis/base-derived', { pointer: '/agtp' }, { base }));
  return { address: base, derived: true };
}

/** A document that sends calls to another service than it names, or than it was fetched from, is reported. */
function compareBase(base: string, document: JsonObject, uri: string | undefined, found: Diagnostic[]): void {
  const { host } = new URL(base);
  const agtp = textOf(document.agtp) ?? '';
  const named = agtpHost(agtp);
  const fetched = uri === undefined || !/^https?:/i.test(uri) || !URL.canParse(uri) ? undefined : new URL(uri).host;
  const addresses = [
    ...(named === '' || named.endsWith('.invalid') || isSameSite(named, new URL(base).hostname) ? [] : [agtp]),
    ...(fetched === undefined || isSameSite(fetched, host) ? [] : [fetched]),
  ];
  const [address] = addresses;
  if (address === undefined) return;
  const location = { pointer: `/${ownMembers.httpBase}` };
  found.push(diagnose(agisDiagnostics, 'agis/base-elsewhere', location, { host, address }));
}

/** A document that names another host is accepted with a warning. */
function compareHosts(fetched: string, address: string, found: Diagnostic[]): void {
  const { hostname: host } = new URL(fetched);
  const named = agtpHost(address);
  if (named === '' || named.toLowerCase() === host.toLowerCase()) return;
  found.push(diagnose(agisDiagnostics, 'agis/address-differs', { pointer: '/agtp' }, { host, address }));
}

function agtpHost(address: string): string {
  return /^agtp:\/\/([^/?#@]+)/i.exec(address)?.[1]?.replace(/:\d+$/, '') ?? '';
}

function readSaid(said: string, found: Diagnostic[]): HttpAddress | undefined {
  const url = URL.canParse(said) ? new URL(said) : undefined;
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (url !== undefined && isPlain && /^https?:$/.test(url.protocol)) return { address: trimmed(url), derived: false };
  found.push(diagnose(agisDiagnostics, 'agis/base-not-http', { pointer: `/${ownMembers.httpBase}` }));
  return undefined;
}

/** A document is the response of its root (§11); if its URL has a file name, the paths are siblings of the file. */
export function httpRootOf(uri: string): string | undefined {
  if (!URL.canParse(uri)) return undefined;
  const url = new URL(uri);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  url.pathname = url.pathname.replace(/\/[^/]+\.(?:agis|json|ya?ml)$/i, '/').replace(/\/\.well-known\/$/, '/');
  return trimmed(url);
}

function trimmed({ origin, pathname }: URL): string {
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}
