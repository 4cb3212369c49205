/**
 * Reads `endpoint` of an agent or of an operation (-01 §3.1; -00 §4), and `upstream` of an agent that is called
 * through the gateway.
 */
import { childPointer } from '@dragoman/documents';
import type { Place } from './findings.js';
import { member } from './findings.js';
import { readText } from './read-fields.js';
import { documentLimits } from './wire.js';

/** Decides whether a URL points back to the agent itself. */
export interface OwnAddress {
  /** The agent's id, if known. */
  id: string | undefined;
  origins: readonly string[];
}

/** The endpoint as given; undefined when it is absent or a problem was reported. */
export function readEndpoint(place: Place, own: OwnAddress, required: boolean): string | undefined {
  const text = readText(place, 'endpoint', { limit: documentLimits.endpoint, required });
  if (text === undefined) return undefined;
  const at = childPointer(place.pointer, 'endpoint');
  if (isPath(text)) {
    place.findings.report('aidip/path-endpoint', at);
    return text;
  }
  return checkAddress(place, at, text, own);
}

/**
 * The URL of an agent whose `endpoint` is a path on this registry, because it is called only through the gateway.
 * With any other endpoint the member is treated as unknown.
 */
export function readUpstream(place: Place, own: OwnAddress, endpoint: string): string | undefined {
  if (!isPath(endpoint) || typeof member(place.object, 'upstream') !== 'string') return undefined;
  const text = readText(place, 'upstream', { limit: documentLimits.endpoint });
  return text === undefined ? undefined : checkAddress(place, childPointer(place.pointer, 'upstream'), text, own);
}

function checkAddress(place: Place, at: string, text: string, own: OwnAddress): string | undefined {
  const url = parseAddress(text);
  if (url === undefined) place.findings.report('aidip/endpoint-address', at);
  else if (url.username !== '' || url.password !== '') place.findings.report('aidip/endpoint-credentials', at);
  else if (leadsBack(url, own)) place.findings.report('aidip/endpoint-loop', at);
  else {
    if (url.protocol === 'http:') place.findings.report('aidip/plain-http', at);
    return text;
  }
  return undefined;
}

/** True for a path on this registry: `/x` is one; `//x` and `/\x` name another host. */
export function isPath(text: string): boolean {
  return /^\/(?![/\\])[^\p{Cc}\s]*$/u.test(text);
}

function parseAddress(text: string): URL | undefined {
  if (!/^https?:\/\/[^\p{Cc}\s]+$/iu.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text);
}

function leadsBack(url: URL, { id, origins }: OwnAddress): boolean {
  if (id === undefined || !origins.some((origin) => URL.canParse(origin) && new URL(origin).origin === url.origin)) {
    return false;
  }
  const [first, second] = url.pathname.split('/').filter((segment) => segment !== '');
  return first === 'agents' && second !== undefined && decodeSegment(second) === id;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
