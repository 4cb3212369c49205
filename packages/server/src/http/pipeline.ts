/** The ordered list of steps that every request passes through, outermost first. */

import type { Authenticate, Caller, CallLog, Store } from '@dragoman/core/engine';
import type { AgisPorts } from '@dragoman/core/faces';
import type { AcquireKey, Awaitable, Clock, HttpReply, RateLimiter } from '@dragoman/core/http';
import { compose } from '@dragoman/core/http';
import type { RecognizeCertificate } from '../access/certificate-callers.js';
import type { RecognizeSession } from '../access/recognize-session.js';
import type { Config } from '../config/config.js';
import type { OwnIdentity } from '../identity/open-identity.js';
import type { Logger } from '../observe/logger.js';
import type { Metrics } from '../observe/metrics.js';
import { createDelayRefusal } from './delay-refusal.js';
import type { Exchange } from './exchange.js';
import type { RefusalLog } from './refusal-log.js';
import type { Router } from './router.js';
import type { Shares } from './shares.js';
import { createAdmit } from './steps/admit.js';
import { createAnswerFailures } from './steps/answer-failures.js';
import { createAuditConsole } from './steps/audit-console.js';
import { createAuthenticateStep } from './steps/authenticate.js';
import { createAuthorize } from './steps/authorize.js';
import { createCheckGrammar } from './steps/check-grammar.js';
import { checkParameters } from './steps/check-parameters.js';
import { conditionalRead } from './steps/conditional-read.js';
import { createCors } from './steps/cors.js';
import { createDeduplicateWrites } from './steps/deduplicate-writes.js';
import { createGuardHost } from './steps/guard-host.js';
import { handle } from './steps/handle.js';
import { createLimitRate } from './steps/limit-rate.js';
import { createMatchRoute } from './steps/match-route.js';
import { createReceiveBody } from './steps/receive-body.js';
import { createRequireFreshStep } from './steps/require-fresh.js';
import { createRequireHttps } from './steps/require-https.js';
import { createSignResponse } from './steps/sign-response.js';
import type { SpanSink } from './steps/trace.js';
import { createTrace } from './steps/trace.js';
import { createWatch } from './steps/watch.js';
import { createAuditRefusals } from './watchers/audit-refusals.js';
import { createObserve } from './watchers/observe.js';

/** What the steps need. */
export interface PipelinePorts {
  config: Config;
  router: Pick<Router, 'match'>;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  tracing: SpanSink;
  limiter: RateLimiter;
  shares: Shares;
  refusals: RefusalLog;
  /** Notes writes before they are made; absent where intents are not written. */
  intend?: CallLog['intend'];
  /** Called when the record of a write could not be written. */
  onAuditError: (error: unknown) => void;
  acquireKey: AcquireKey;
  store: Pick<Store, 'audit'>;
  /** Checks AGIS methods. */
  validator: AgisPorts['validator'];
  authenticate: Authenticate;
  recognizeCertificate: RecognizeCertificate;
  session: RecognizeSession;
  /** Adds the scopes of roles and takes denied ones away. */
  applyPolicy: (caller: Caller) => Caller;
  identity: OwnIdentity;
  /** Resolves when this node has the changes of other nodes; undefined where it has no other nodes. */
  requireFresh: (() => Promise<void>) | undefined;
  isOpen: () => Awaitable<boolean>;
  isStopping: () => boolean;
  /** URL of the protected resource metadata. */
  metadataAddress: () => string;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
}

/** True when clients reach the server through a proxy that terminates TLS. */
function isBehindTls({ server: { tlsTerminated, publicUrl } }: Config): boolean {
  return tlsTerminated || publicUrl?.startsWith('https:') === true;
}

/** Creates the pipeline that turns a request into its response. */
export function createPipeline(ports: PipelinePorts): (exchange: Exchange) => Promise<HttpReply> {
  const { config, clock, logger, metrics, limiter, shares } = ports;
  const { limits, server, cors } = config;
  return compose([
    createWatch(
      [createAuditRefusals({ refusals: ports.refusals, clock }), createObserve({ logger, metrics })],
      ports.elapsed,
    ),
    createTrace(ports.tracing),
    createSignResponse({ signer: ports.identity.signer, keyId: ports.identity.key.id, clock }),
    createAnswerFailures({ metadataAddress: ports.metadataAddress, delayRefusal: createDelayRefusal(ports.elapsed) }),
    createCheckGrammar({ words: () => ports.validator().words, status: config.agis.grammarStatus }),
    createMatchRoute({ router: ports.router, urlBytes: limits.urlBytes }),
    createRequireHttps({ behindTls: isBehindTls(config), trustsProxy: server.trustProxy > 0 }),
    createCors({ origins: cors.origins }),
    createRequireFreshStep(ports.requireFresh),
    createGuardHost({ isOpen: ports.isOpen, origins: cors.origins }),
    createAuthenticateStep({
      authenticate: ports.authenticate,
      recognizeCertificate: ports.recognizeCertificate,
      session: ports.session,
      applyPolicy: ports.applyPolicy,
      limiter,
      failures: { limit: limits.failedAuthPerMinute, windowSeconds: 60 },
    }),
    createLimitRate({
      limiter,
      perMinute: { known: limits.perMinute, anonymous: limits.anonymousPerMinute, local: limits.localPerMinute },
      onRefused: (budget) => metrics.limited.inc({ budget }),
    }),
    createAuthorize(config.auth.mode === 'required'),
    createReceiveBody({ buffers: shares.buffers, bodyBytes: limits.bodyBytes }),
    createAdmit({ ...shares, isStopping: ports.isStopping }),
    checkParameters,
    conditionalRead,
    createAuditConsole({
      audit: ports.store.audit,
      ...(ports.intend === undefined ? {} : { intend: ports.intend }),
      clock,
      onError: ports.onAuditError,
    }),
    createDeduplicateWrites({
      acquireKey: ports.acquireKey,
      audit: ports.store.audit,
      bodyBytes: Math.max(limits.bodyBytes, limits.importBodyBytes),
      answerSize: config.ledger.answerBytes,
    }),
    handle,
  ]);
}
