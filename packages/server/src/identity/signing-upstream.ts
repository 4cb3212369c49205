/**
 * Signs requests to services with the server's key (AIDIP-GATE-08), so that a service can accept calls from this gateway
 * only. The signature covers the request as sent: method, URL with query, and content.
 */

import type { Upstream, UpstreamRequest } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { writeItem } from '@dragoman/model';
import { withCredentialQuery } from '../outbound/credential-query.js';
import type { Signer } from './signer.js';
import { contentDigest } from './signer.js';

/** Dependencies of request signing. */
export interface SigningUpstreamPorts {
  upstream: Upstream;
  signer: Signer;
  clock: Clock;
  /** Base URL at which services find the public key. */
  origin: () => string;
  /** Which requests are signed; `demanded`: those whose credential requires it. */
  which: 'demanded' | 'always' | 'never';
}

/** Lifetime of a signature in seconds, long enough for a call with its retries. */
const signatureLifetimeSeconds = 300;

/** Wraps an upstream client with request signing. */
export function createSigningUpstream(ports: SigningUpstreamPorts): Upstream {
  const { upstream, which } = ports;
  return {
    send(request) {
      const wanted = which === 'always' || (which === 'demanded' && request.credential?.signed === true);
      return upstream.send(wanted ? signed(ports, request) : request);
    },
    check: async (url) => upstream.check?.(url),
    close: () => upstream.close(),
  };
}

function signed({ signer, clock, origin }: SigningUpstreamPorts, request: UpstreamRequest): UpstreamRequest {
  const aimed = withQuery(request);
  const headers: Record<string, string> = {
    ...aimed.headers,
    'signature-agent': writeItem(origin()),
    ...(!hasContent(aimed)
      ? {}
      : { 'content-type': aimed.headers['content-type'] ?? 'application/json', 'content-digest': digestOf(aimed) }),
  };
  const covered = ['@method', '@authority', '@path', '@query', 'signature-agent'];
  if (hasContent(aimed)) covered.push('content-type', 'content-digest');
  const created = Math.floor(clock.now() / 1000);
  const signature = signer(
    { method: aimed.method.toUpperCase(), url: aimed.url, headers: { get: (name) => headers[name] ?? null } },
    { components: covered.map((name) => ({ name })), created, expires: created + signatureLifetimeSeconds },
  );
  if (signature === undefined) return request;
  headers['signature-input'] = `dragoman=${signature.input}`;
  headers.signature = `dragoman=${signature.signature}`;
  return { ...aimed, signal: request.signal, headers };
}

/** Query parameters of the credential are part of the signed URL. */
function withQuery(request: UpstreamRequest): UpstreamRequest {
  const { query, ...credential } = request.credential ?? {};
  if (query === undefined || !URL.canParse(request.url)) return request;
  const { origin, pathname, search } = new URL(request.url);
  const url = `${origin}${withCredentialQuery(`${pathname}${search}`, query)}`;
  return { ...request, signal: request.signal, url, credential };
}

function hasContent({ body, bytes }: UpstreamRequest): boolean {
  return body !== undefined || bytes !== undefined;
}

/** Computes the digest of the body as the upstream client serializes it. */
function digestOf({ body, bytes }: UpstreamRequest): string {
  return contentDigest(Buffer.from(bytes ?? JSON.stringify(body)));
}
