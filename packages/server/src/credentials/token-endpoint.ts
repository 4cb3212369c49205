/**
 * Requests tokens from authorization servers (RFC 6749 §4.4, RFC 8693). Their URLs are untrusted input, so every
 * connection passes the outbound guard; redirects are not followed and responses are bounded.
 */
import type { AddressPolicy, DnsLookup } from '@dragoman/core/http';
import { createAddressPolicy, parseAddress, requireCallable } from '@dragoman/core/http';
import type { JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { GuardedAgent } from '../outbound/guarded-agent.js';
import { createGuardedAgent } from '../outbound/guarded-agent.js';
import type { ConnectorTls } from '../outbound/guarded-connector.js';
import { lookUpAll } from '../outbound/guarded-connector.js';
import type { Answer } from '../outbound/read-answer.js';
import { discard } from '../outbound/read-answer.js';
import { toUpstreamFailure } from '../outbound/upstream-failure.js';

/** Limits of a token request. */
export interface TokenEndpointOptions {
  allow: readonly string[];
  allowHttp: boolean;
  timeouts: { connectMs: number; firstByteMs: number; totalMs: number };
  tls?: ConnectorTls;
  dnsLookup?: DnsLookup;
}

/** A request for a token. */
export interface TokenRequest {
  url: string;
  form: URLSearchParams;
  /** `Authorization` of the client, where it is not in the form. */
  authorization?: string;
}

/** A token and its lifetime in seconds. */
export interface IssuedToken {
  token: string;
  expiresIn: number;
}

/** Requests tokens. */
export interface TokenEndpoint {
  /** Throws `FORBIDDEN` when the server rejects the credential, and the upstream failures otherwise. */
  request(request: TokenRequest): Promise<IssuedToken>;
  close(): Promise<void>;
}

const largestAnswer = 65_536;
/** Default token lifetime in seconds when its issuer does not give one. */
const usualLife = 300;
const longestLife = 86_400;

/** Creates the client for authorization servers; throws on an invalid allow-list entry. */
export function createTokenEndpoint(options: TokenEndpointOptions): TokenEndpoint {
  const policy = createAddressPolicy(options.allow);
  const agent = openAgent(options, policy);
  return {
    async request(request) {
      const url = parseAddress(request.url);
      requireCallable({ policy, allowHttp: options.allowHttp }, url);
      await agent.ready();
      const signal = AbortSignal.timeout(options.timeouts.totalMs);
      try {
        const answer = await post(agent, url, request, signal);
        return readToken(answer.statusCode, await readBounded(answer));
      } catch (error) {
        if (signal.aborted) throw new Failure('UPSTREAM_TIMEOUT', { message: late, cause: error });
        throw toUpstreamFailure(error);
      }
    },
    close: () => agent.destroy(),
  };
}

const late = "The authorization server of the service's credential did not respond in time.";

function openAgent({ timeouts, tls, dnsLookup = lookUpAll }: TokenEndpointOptions, policy: AddressPolicy) {
  return createGuardedAgent({
    policy,
    dnsLookup,
    connectMs: timeouts.connectMs,
    idleMs: timeouts.firstByteMs,
    connections: 4,
    ...(tls === undefined ? {} : { tls }),
  });
}

function post(
  agent: GuardedAgent,
  url: URL,
  { form, authorization }: TokenRequest,
  signal: AbortSignal,
): Promise<Answer> {
  return agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    signal,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'dragoman',
      ...(authorization === undefined ? {} : { authorization }),
    },
    body: form.toString(),
  });
}

async function readBounded(answer: Answer): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      size += chunk.byteLength;
      if (size > largestAnswer) throw unusable();
      chunks.push(chunk);
    }
  } finally {
    discard(answer);
  }
  return Buffer.concat(chunks, size);
}

/** Reads the response of a token endpoint (RFC 6749 §5). */
export function readToken(status: number, body: Buffer): IssuedToken {
  const answer = parse(body);
  if (status >= 400 && status < 500 && status !== 429) throw refused(status, answer);
  if (status !== 200 || !isJsonObject(answer)) throw unusable();
  const { access_token: token, token_type: type, expires_in: life } = answer;
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,16384}$/.test(token)) throw unusable();
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer') throw unusable();
  const seconds = typeof life === 'number' || typeof life === 'string' ? Number(life) : usualLife;
  return { token, expiresIn: Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), longestLife) : usualLife };
}

function parse(body: Buffer): JsonValue | undefined {
  try {
    return JSON.parse(body.toString('utf8')) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Only the registered form of an error code is shown; descriptions may repeat what was sent. */
function refused(status: number, answer: JsonValue | undefined): Failure {
  const error = isJsonObject(answer) && typeof answer.error === 'string' ? answer.error : '';
  const reason = /^[a-z_]{1,40}$/.test(error) ? error : `status ${status}`;
  return new Failure('FORBIDDEN', {
    message: `The authorization server of the service's credential issued no token (${reason}); nothing was sent to the service.`,
  });
}

function unusable(): Failure {
  return new Failure('UPSTREAM_ERROR', {
    message: "The authorization server of the service's credential returned an invalid response.",
  });
}
