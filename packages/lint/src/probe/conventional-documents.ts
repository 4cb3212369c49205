/**
 * Requests for documents at conventional locations. Those below `/.well-known/` belong to the root of the origin
 * (RFC 8615); the others may be there or below the base path.
 */
import type { Probe } from './check.js';
import type { Exchange, ProbeRequest } from './exchange.js';

/** The requests for these paths, in order; those outside the base path carry no credentials. */
export function documentRequests(
  { base }: Pick<Probe, 'base'>,
  paths: readonly string[],
  headers: Readonly<Record<string, string>>,
): ProbeRequest[] {
  const isRoot = base.pathname === '/';
  const get = (target: string, document: 'base' | 'origin'): ProbeRequest => ({
    method: 'GET',
    target,
    headers,
    document,
    ...(document === 'origin' ? { anonymous: true } : {}),
  });
  return paths.flatMap((path) => {
    if (isRoot) return [get(path, 'base')];
    return path.startsWith('/.well-known/') ? [get(path, 'origin')] : [get(path, 'base'), get(path, 'origin')];
  });
}

/** The first document that is accepted, and every exchange up to it. */
export async function findDocument(
  { send }: Pick<Probe, 'send'>,
  requests: readonly ProbeRequest[],
  accepts: (exchange: Exchange) => boolean,
): Promise<{ found?: Exchange; tried: readonly Exchange[] }> {
  const tried: Exchange[] = [];
  for (const request of requests) {
    const exchange = await send(request);
    tried.push(exchange);
    if (accepts(exchange)) return { found: exchange, tried };
  }
  return { tried };
}
