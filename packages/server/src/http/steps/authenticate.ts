/** Authenticates the caller. Addresses that repeatedly send invalid credentials are rate-limited. */

import type { Authenticate, Caller } from '@dragoman/core/engine';
import { accountOf, readCredential } from '@dragoman/core/engine';
import type { Awaitable, RateLimit, RateLimiter } from '@dragoman/core/http';
import { addressGroup } from '@dragoman/core/http';
import { Failure, isFailure } from '@dragoman/model';
import type { RecognizeCertificate } from '../../access/certificate-callers.js';
import type { RecognizeSession } from '../../access/recognize-session.js';
import type { Exchange, Step } from '../exchange.js';
import { isProbe } from '../exchange.js';

/** Dependencies of the step. */
export interface AuthenticateStepPorts {
  authenticate: Authenticate;
  recognizeCertificate: RecognizeCertificate;
  /** Absent on a server without sessions. */
  session?: RecognizeSession;
  limiter: RateLimiter;
  /** Adds the scopes of roles and takes denied ones away. */
  applyPolicy: (caller: Caller) => Caller;
  /** Rate limit for invalid credentials per address. */
  failures: RateLimit;
}

/** Creates the step. */
export function createAuthenticateStep(ports: AuthenticateStepPorts): Step {
  const { limiter, failures, applyPolicy } = ports;
  const slowDown = async (clientAddress: string, thrown: unknown): Promise<never> => {
    if (isFailure(thrown) && thrown.code === 'INVALID_CREDENTIAL') {
      const verdict = await limiter.take(`failed:${addressGroup(clientAddress)}`, failures);
      if (!verdict.allowed) {
        throw new Failure('RATE_LIMITED', {
          message: 'Too many invalid credentials came from this address.',
          retryAfter: verdict.retryAfterSeconds,
        });
      }
    }
    throw thrown;
  };
  return (exchange, next) => {
    if (isProbe(exchange)) return next(exchange);
    const pass = (recognized: Caller) => {
      const caller = applyPolicy(recognized);
      exchange.caller = caller.kind === 'anonymous' ? withAddress(caller, exchange.clientAddress) : caller;
      exchange.account = accountOf(exchange.caller);
      return next(exchange);
    };
    const refuse = (thrown: unknown) => slowDown(exchange.clientAddress, thrown);
    let caller: Awaitable<Caller>;
    try {
      caller = recognise(ports, exchange);
    } catch (thrown) {
      return refuse(thrown);
    }
    return caller instanceof Promise ? caller.then(pass, refuse) : pass(caller);
  };
}

function withAddress({ kind, subject, scopes }: Caller, clientAddress: string): Caller {
  return { kind, subject, scopes, address: addressGroup(clientAddress) };
}

/**
 * A credential in the request takes precedence over the session of a browser, and that over the client certificate of the
 * connection.
 */
function recognise(ports: AuthenticateStepPorts, exchange: Exchange): Awaitable<Caller> {
  const { authenticate, recognizeCertificate, session } = ports;
  const { request, certificate } = exchange;
  const secret = session?.secretOf(request);
  if (secret === undefined && certificate === undefined) return authenticate(request.headers);
  if (readCredential(request.headers) !== undefined) return authenticate(request.headers);
  const withoutSession = () =>
    certificate === undefined ? authenticate(request.headers) : recognizeCertificate(certificate);
  if (session === undefined || secret === undefined) return withoutSession();
  return session.callerOf(secret, request).then(async (caller) => {
    const known = caller ?? (await withoutSession());
    if (known.kind !== 'anonymous' || exchange.match?.route?.access === 'anyone') return known;
    // Public data alone would look as if everything else had been deleted.
    throw new Failure('UNAUTHENTICATED', { message: 'The session has ended; log in again.' });
  });
}
