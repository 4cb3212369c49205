/** URLs below the base URL of one API: no response or identifier can lead the probe away from it. */
import type { Exchange, ProbeRequest } from './exchange.js';

/** What the target of a request is below: the base URL, the path of another server at its origin, or the root of it. */
export function rootOf(base: URL, { document, root }: Pick<ProbeRequest, 'document' | 'root'>): URL {
  if (root !== undefined) return new URL(`${root}/`, base.origin);
  return document === 'origin' ? new URL('/', base) : base;
}

/** The path of a request with the base path, as it is sent. */
export function pathOf(base: URL, request: Pick<ProbeRequest, 'target' | 'document' | 'root'>): string {
  return `${rootOf(base, request).pathname.replace(/\/+$/, '')}${request.target}`;
}

/** A path of the origin as the description has it: relative to the base path where it is below it. */
export function describedTarget(base: URL, path: string): string {
  const prefix = base.pathname.replace(/\/+$/, '');
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}

/** The absolute URL; undefined when it leaves the base. */
export function addressOf(base: URL, target: string): URL | undefined {
  const prefix = base.pathname.replace(/\/+$/, '');
  const whole = `${base.origin}${prefix}${target}`;
  if (!target.startsWith('/') || !URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  return url.origin === base.origin && url.pathname.startsWith(`${prefix}/`) ? url : undefined;
}

/** A URL of the API as a target below the base; undefined when it belongs to another API. */
export function targetOf(base: URL, reference: string, from = '/'): string | undefined {
  const prefix = base.pathname.replace(/\/+$/, '');
  const start = `${base.origin}${prefix}${from}`;
  if (!URL.canParse(reference, start)) return undefined;
  const url = new URL(reference, start);
  if (url.origin !== base.origin || !url.pathname.startsWith(`${prefix}/`)) return undefined;
  return `${url.pathname.slice(prefix.length)}${url.search}`;
}

/** Only reads are followed, and only within the origin. */
export function redirectOf({ request, answer }: Exchange, base: URL): string | undefined {
  const place = answer?.headers.location;
  if (answer === undefined || place === undefined || ![301, 302, 307, 308].includes(answer.status)) return undefined;
  return ['GET', 'HEAD'].includes(request.method) ? targetOf(rootOf(base, request), place, request.target) : undefined;
}

/** The decoded path segment; unchanged when it is malformed. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
