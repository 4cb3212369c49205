/**
 * Fetches documents from untrusted URLs. Only https, only public addresses, bounded in time, bytes and redirects; the
 * operator's allow list is the only exception. An error reveals nothing about the blocked target.
 */
import { randomBytes } from 'node:crypto';
import type { AddressPolicy, DnsLookup, DocumentHost, Fetched, FetchRequest } from '@dragoman/core/http';
import { createAddressPolicy, maxAddressLength, parseAddress, requireCallable } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { withCredentialQuery } from './credential-query.js';
import type { GuardedAgent } from './guarded-agent.js';
import { createGuardedAgent } from './guarded-agent.js';
import type { ConnectorTls } from './guarded-connector.js';
import { lookUpAll } from './guarded-connector.js';
import type { Answer } from './read-answer.js';
import { discard, headerOf, readAnswer } from './read-answer.js';
import { toUpstreamFailure } from './upstream-failure.js';

/** Limits of a fetch. */
export interface GuardedHostOptions {
  /** Hosts, hosts with ports, addresses and ranges that may be called although they are not public. */
  allow: readonly string[];
  /** Allows plain http, for allowed hosts only; meant for development. */
  allowHttp: boolean;
  /** Milliseconds until connected, until the first byte and between bytes, and for the whole fetch. */
  timeouts: { connectMs: number; firstByteMs: number; totalMs: number };
  /** Maximum size of a document in bytes. */
  maxBytes: number;
  /** Maximum number of redirects. */
  maxRedirects: number;
  /** Trace headers; by default a W3C `traceparent` with a new span. */
  traceHeaders?: (traceId: string) => Readonly<Record<string, string>>;
  /** The system resolver by default. */
  dnsLookup?: DnsLookup;
}

/** A host with its own connections. */
export interface GuardedHost extends DocumentHost {
  /** Closes every connection. */
  close(): Promise<void>;
}

/** Maximum number of connections to one origin, over all callers, so that the server cannot be used to flood it. */
const perOrigin = 2;

const redirects = new Set([301, 302, 303, 307, 308]);

/** Creates the guarded host; throws on an invalid allow-list entry. */
export function createGuardedHost(options: GuardedHostOptions): GuardedHost {
  const policy = createAddressPolicy(options.allow);
  const agent = createAgent(options, policy);
  return {
    fetch: (uri, request = {}) => fetchGuarded({ agent, policy, options }, uri, request),
    close: () => agent.destroy(),
  };
}

function createAgent(
  { timeouts, dnsLookup = lookUpAll }: GuardedHostOptions,
  policy: AddressPolicy,
  tls?: ConnectorTls,
): GuardedAgent {
  return createGuardedAgent({
    policy,
    dnsLookup,
    connectMs: timeouts.connectMs,
    idleMs: timeouts.firstByteMs,
    connections: perOrigin,
    ...(tls === undefined ? {} : { tls }),
  });
}

interface Guard {
  agent: GuardedAgent;
  policy: AddressPolicy;
  options: GuardedHostOptions;
}

async function fetchGuarded(guard: Guard, uri: string, request: FetchRequest): Promise<Fetched> {
  await guard.agent.ready();
  const deadline = AbortSignal.timeout(guard.options.timeouts.totalMs);
  const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal]);
  try {
    return await followRedirects(guard, parseAddress(uri), { ...request, signal });
  } catch (error) {
    if (request.signal?.aborted === true)
      throw new Failure('UNAVAILABLE', { message: 'The fetch was canceled.', cause: error });
    if (deadline.aborted) throw new Failure('UPSTREAM_TIMEOUT', { cause: error });
    throw toUpstreamFailure(error);
  }
}

/** A fetch with a client certificate gets its own connections, which are closed after it. */
async function followRedirects(guard: Guard, start: URL, request: FetchRequest): Promise<Fetched> {
  const { tls } = request.credential ?? {};
  if (tls === undefined) return follow(guard, { start, agent: guard.agent, request });
  const agent = createAgent(guard.options, guard.policy, tls);
  try {
    return await follow(guard, { start, agent, request });
  } finally {
    await agent.destroy();
  }
}

interface Following {
  start: URL;
  /** Connections to the origin of the first request. */
  agent: GuardedAgent;
  request: FetchRequest;
}

async function follow(guard: Guard, { start, agent, request }: Following): Promise<Fetched> {
  let url = start;
  for (let hop = 0; hop <= guard.options.maxRedirects; hop += 1) {
    requireCallable({ policy: guard.policy, allowHttp: guard.options.allowHttp }, url);
    const home = url.origin === start.origin;
    const answer = await callWithRenewal(
      { ...guard, agent: home ? agent : guard.agent },
      url,
      home ? request : withoutCredential(request),
    );
    try {
      if (!redirects.has(answer.statusCode)) return await readHop(guard, url, answer, request);
      url = nextAddress(url, headerOf(answer, 'location'));
    } finally {
      discard(answer);
    }
  }
  throw new Failure('UPSTREAM_ERROR', {
    message: `The upstream redirects more than ${guard.options.maxRedirects} times.`,
  });
}

/** Credentials for one origin are not sent to another. */
function withoutCredential({ credential: _, ...request }: FetchRequest): FetchRequest {
  return request;
}

/** A token may be revoked early; then the request is sent once more with another one. */
async function callWithRenewal(guard: Guard, url: URL, request: FetchRequest): Promise<Answer> {
  const answer = await callWithNonce(guard, url, request);
  const { renew, ...old } = request.credential ?? {};
  if (answer.statusCode !== 401 || renew === undefined) return answer;
  const fresh = await renew().catch(() => undefined);
  if (fresh === undefined) return answer;
  discard(answer);
  return callWithNonce(guard, url, { ...request, credential: { ...old, ...fresh } });
}

/** A server that wants a nonce in the proof of possession sends it along; then the request is sent once more. */
async function callWithNonce(guard: Guard, url: URL, request: FetchRequest): Promise<Answer> {
  const answer = await callOnce(guard, url, request);
  const nonce = headerOf(answer, 'dpop-nonce');
  const proof = request.credential?.proof;
  if (nonce === undefined || proof === undefined) return answer;
  proof.note(url.href, nonce);
  if (answer.statusCode !== 401 || !/\buse_dpop_nonce\b/.test(headerOf(answer, 'www-authenticate') ?? ''))
    return answer;
  discard(answer);
  return callOnce(guard, url, request);
}

function callOnce(guard: Guard, url: URL, request: FetchRequest): Promise<Answer> {
  return guard.agent.request({
    origin: url.origin,
    path: withCredentialQuery(`${url.pathname}${url.search}`, request.credential?.query),
    method: 'GET',
    signal: request.signal ?? null,
    headers: {
      accept:
        'application/json, application/*+json;q=0.9, application/agis;q=0.9, application/yaml;q=0.8, text/plain;q=0.1',
      'accept-encoding': 'identity',
      'user-agent': 'dragoman',
      // A2A agents serve cards in the version of the request, which is 0.3 without this header.
      'a2a-version': '1.0',
      ...(request.etag === undefined ? {} : { 'if-none-match': request.etag }),
      ...(request.lastModified === undefined ? {} : { 'if-modified-since': request.lastModified }),
      ...traceHeadersOf(guard.options, request),
      ...request.credential?.headers,
      ...(request.credential?.proof === undefined ? {} : { dpop: request.credential.proof.header('GET', url.href) }),
    },
  });
}

async function readHop(guard: Guard, url: URL, answer: Answer, request: FetchRequest): Promise<Fetched> {
  const conditional = request.etag !== undefined || request.lastModified !== undefined;
  if (answer.statusCode === 304 && conditional) return { outcome: 'unchanged' };
  return readAnswer(answer, url.href, guard.options.maxBytes);
}

/** The next hop of a redirect; never from https to http. */
export function nextAddress(from: URL, location: string | undefined): URL {
  if (location === undefined || location.length > maxAddressLength || !URL.canParse(location, from.href)) {
    throw new Failure('UPSTREAM_ERROR', { message: 'The upstream redirects without a valid URL.' });
  }
  const to = new URL(location, from.href);
  if (from.protocol === 'https:' && to.protocol !== 'https:') {
    throw new Failure('UPSTREAM_REFUSED', { message: 'The upstream redirects from https to an unencrypted URL.' });
  }
  return to;
}

function traceHeadersOf(
  { traceHeaders = newTraceparent }: GuardedHostOptions,
  { traceId, traceparent }: FetchRequest,
): Readonly<Record<string, string>> {
  if (traceparent !== undefined) return { traceparent };
  return traceId === undefined ? {} : traceHeaders(traceId);
}

function newTraceparent(traceId: string): Record<string, string> {
  return { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` };
}
