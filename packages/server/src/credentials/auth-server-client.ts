/**
 * Requests to authorization servers and to the services that name them. Their URLs are untrusted input, so every
 * connection passes the outbound guard; redirects are not followed and responses are bounded.
 */
import type { AddressPolicy, DnsLookup } from '@dragoman/core/http';
import { createAddressPolicy, parseAddress, requireCallable } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { GuardedAgent } from '../outbound/guarded-agent.js';
import { createGuardedAgent } from '../outbound/guarded-agent.js';
import type { ConnectorTls } from '../outbound/guarded-connector.js';
import { lookUpAll } from '../outbound/guarded-connector.js';
import type { Answer } from '../outbound/read-answer.js';
import { discard, headerOf } from '../outbound/read-answer.js';
import { toUpstreamFailure } from '../outbound/upstream-failure.js';

/** Limits of a request. */
export interface AuthServerClientOptions {
  allow: readonly string[];
  allowHttp: boolean;
  timeouts: { connectMs: number; firstByteMs: number; totalMs: number };
  tls?: ConnectorTls;
  dnsLookup?: DnsLookup;
}

/** A request. */
export interface AuthServerRequest {
  url: string;
  method: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Reads only the head of the response: the body may be endless. */
  headOnly?: true;
}

/** A response; its body was read whole. */
export interface AuthServerAnswer {
  status: number;
  body: Buffer;
  /** Challenges of the response, one for each header field. */
  challenges: string[];
  /** Nonce for the next proof of possession (DPoP). */
  dpopNonce?: string;
}

/** Sends requests. */
export interface AuthServerClient {
  /** Throws `UPSTREAM_REFUSED` for a URL that may not be called, and the other upstream failures. */
  request(request: AuthServerRequest): Promise<AuthServerAnswer>;
  close(): Promise<void>;
}

/** Maximum size of a response in bytes. */
const largestAnswer = 131_072;

/** Creates the client; throws on an invalid allow-list entry. */
export function createAuthServerClient(options: AuthServerClientOptions): AuthServerClient {
  const policy = createAddressPolicy(options.allow);
  const agent = openAgent(options, policy);
  return {
    async request(request) {
      const url = parseAddress(request.url);
      requireCallable({ policy, allowHttp: options.allowHttp }, url);
      await agent.ready();
      const signal = AbortSignal.timeout(options.timeouts.totalMs);
      try {
        const answer = await send(agent, url, request, signal);
        const challenges = [answer.headers['www-authenticate'] ?? []].flat();
        if (request.headOnly === true) discard(answer);
        const body = request.headOnly === true ? Buffer.alloc(0) : await readBounded(answer);
        const dpopNonce = headerOf(answer, 'dpop-nonce');
        return { status: answer.statusCode, body, challenges, ...(dpopNonce === undefined ? {} : { dpopNonce }) };
      } catch (error) {
        if (signal.aborted) throw new Failure('UPSTREAM_TIMEOUT', { message: late, cause: error });
        throw toUpstreamFailure(error);
      }
    },
    close: () => agent.destroy(),
  };
}

const late = "The authorization server of the service's credential did not respond in time.";

function openAgent({ timeouts, tls, dnsLookup = lookUpAll }: AuthServerClientOptions, policy: AddressPolicy) {
  return createGuardedAgent({
    policy,
    dnsLookup,
    connectMs: timeouts.connectMs,
    idleMs: timeouts.firstByteMs,
    connections: 4,
    ...(tls === undefined ? {} : { tls }),
  });
}

function send(
  agent: GuardedAgent,
  url: URL,
  { method, headers, body }: AuthServerRequest,
  signal: AbortSignal,
): Promise<Answer> {
  return agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method,
    signal,
    headers: { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'dragoman', ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

async function readBounded(answer: Answer): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    if (Number(headerOf(answer, 'content-length') ?? 0) > largestAnswer) throw tooLarge();
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      size += chunk.byteLength;
      if (size > largestAnswer) throw tooLarge();
      chunks.push(chunk);
    }
  } finally {
    discard(answer);
  }
  return Buffer.concat(chunks, size);
}

function tooLarge(): Failure {
  return new Failure('UPSTREAM_ERROR', {
    message: `The authorization server of the service sent more than ${largestAnswer} bytes.`,
  });
}
