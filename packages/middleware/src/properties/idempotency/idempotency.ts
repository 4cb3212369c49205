/**
 * Idempotency keys (PROF-WRITE-02 to -08): a write with a key is executed once. A repeat gets the first response, or an
 * error that the first call is still running or that its outcome is unknown. Temporary failures are not stored.
 */
import { createHash } from 'node:crypto';
import type { Hold, KeyedCall } from '@dragoman/core/http';
import { checkKey, createAcquireKey } from '@dragoman/core/http';
import { Failure, isFailure } from '@dragoman/model';
import { readAnswer } from '../../calls/answer.js';
import { type CallContext, callerKey } from '../../calls/call-context.js';
import { comparableBody } from '../../calls/comparable-body.js';
import { defineProperty, type Handle, type Property } from '../../calls/property.js';
import { warnProcess } from '../../calls/report.js';
import { createRouteTest, type RoutePattern } from '../../calls/route-pattern.js';
import { createMemoryStore, type PropertyStore } from '../../stores/index.js';
import { createProcessTime, type TimeOptions } from '../../stores/process-time.js';
import { createPruning } from '../../stores/prune-occasionally.js';
import { findDryRun } from '../dry-run/dry-run-of.js';
import { describeIdempotency } from './describe-idempotency.js';
import { type EndRules, endAnswered, endThrown } from './end-call.js';
import { createKeyLedger } from './keys-in-store.js';
import { type KeepRules, replay, toKeptAnswer } from './stored-response.js';

/** Idempotency options. */
export interface IdempotencyOptions extends TimeOptions {
  /** Where keyed calls are stored; in memory by default. */
  store?: PropertyStore;
  /** Seconds for which a key is stored; a day by default. */
  windowSeconds?: number;
  /** Seconds without a heartbeat after which a process counts as dead; 30 by default. */
  leaseSeconds?: number;
  /** Writes that require a key: all POST and PATCH, or these routes; none by default. */
  required?: boolean | readonly RoutePattern[];
  /** Scope in which a key is unique; caller, method and path by default. */
  scope?(request: Request, call: CallContext): string;
  /** Status when a key is reused with another request; 409 by default. */
  conflictStatus?: 409 | 422;
  /** What a repeat gets after a 500, 502 or 504: an unknown outcome, unless `release` lets it run again. */
  serverErrors?: 'unknown' | 'release';
  /** Additional response headers to store, besides those that describe the body. */
  keptHeaders?: readonly string[];
  /** Maximum size of a request body with a key, in bytes; 1 MiB by default. */
  bodyBytes?: number;
  /**
   * Maximum size of a stored response, in bytes; 256 KiB by default. A larger one cannot be replayed; a repeated
   * request gets an error that says so.
   */
  answerBytes?: number;
  /** Receives store errors; a process warning by default. */
  report?(problem: unknown): void;
}

const keyHeader = 'Idempotency-Key';
const writes: readonly string[] = ['POST', 'PATCH', 'PUT', 'DELETE'];

/** Creates the property. */
export function createIdempotency(options: IdempotencyOptions = {}): Property {
  const { store = createMemoryStore(), report = warnProcess } = options;
  const time = createProcessTime(options);
  const { windowSeconds = 86_400, leaseSeconds = 30 } = options;
  const acquireKey = createAcquireKey({
    ledger: createKeyLedger(store),
    clock: time.later,
    comparing: time.earlier,
    windowSeconds,
    leaseSeconds,
    onError: report,
  });
  const isRequired = requirement(options.required ?? false);
  const prune = createPruning(store, time, report);
  const rules: KeepRules = { bytes: options.answerBytes ?? 256 * 1024, headers: options.keptHeaders ?? [] };

  const runOnce = async (key: string, request: Request, call: CallContext, next: Handle): Promise<Response> => {
    prune();
    const keyed = await toKeyedCall(options, checkKey(key), request, call);
    const taken = await acquireKey(keyed).catch((thrown: unknown) => {
      if (!isFailure(thrown)) report(thrown);
      throw asTold(thrown, options.conflictStatus);
    });
    if ('answer' in taken) return replay(taken.answer);
    return run(taken.hold, () => next(request, call), { ...rules, release: options.serverErrors === 'release' });
  };

  return defineProperty(
    (next) => async (request, call) => {
      if (!writes.includes(request.method) || findDryRun(call)?.wanted === true) return next(request, call);
      const key = request.headers.get(keyHeader);
      if (key !== null) return runOnce(key, request, call, next);
      if (isRequired(request)) throw keyMissing();
      return next(request, call);
    },
    { describe: describeIdempotency({ windowSeconds, isRequired, conflictStatus: options.conflictStatus ?? 409 }) },
  );
}

async function toKeyedCall(
  { scope, bodyBytes = 1024 * 1024 }: IdempotencyOptions,
  key: string,
  request: Request,
  call: CallContext,
): Promise<KeyedCall> {
  const { method, headers } = request;
  const { pathname, search } = new URL(request.url);
  const condition = headers.get('if-match');
  // A dry run that the host does not know, and therefore executes, is another request.
  const facts = [method, pathname, search, condition, headers.get('content-type'), headers.get('x-dry-run')];
  const fingerprint = createHash('sha256')
    .update(JSON.stringify(facts))
    .update(comparableBody(await call.readBody(bodyBytes), headers.get('content-type')));
  return {
    scope: scope?.(request, call) ?? JSON.stringify([callerKey(request, call), method, pathname]),
    key,
    fingerprint: fingerprint.digest('hex'),
    // Replacing the whole resource again is safe, unless somebody else changed it in between.
    repeatable: method === 'PUT' && condition === null,
    sentAtOnce: true,
  };
}

async function run(hold: Hold, handle: () => Promise<Response>, rules: KeepRules & EndRules): Promise<Response> {
  let response: Response;
  try {
    response = await handle();
  } catch (thrown) {
    await endThrown(hold, thrown, rules);
    throw thrown;
  }
  const { response: answer, bytes } = await readAnswer(response, rules.bytes);
  await endAnswered(hold, toKeptAnswer(answer, bytes, rules), rules);
  return answer;
}

function requirement(
  required: boolean | readonly RoutePattern[],
): (request: Pick<Request, 'method' | 'url'>) => boolean {
  if (typeof required !== 'boolean') return createRouteTest(required);
  return ({ method }) => required && (method === 'POST' || method === 'PATCH');
}

function keyMissing(): Failure {
  const detail = 'send a new random value, such as a UUID, and the same one when you retry the request';
  return new Failure('INVALID_INPUT', {
    message: 'This request requires an Idempotency-Key; nothing was executed.',
    fieldErrors: [{ field: keyHeader, code: 'request/required', detail }],
  });
}

/** An unavailable store prevents the call: a repeat could not be detected. */
function asTold(thrown: unknown, status: number | undefined): Failure {
  if (!isFailure(thrown)) {
    const message = 'Idempotency keys are temporarily unavailable; nothing was executed.';
    return new Failure('UNAVAILABLE', { message, retryAfter: 5, cause: thrown });
  }
  if (status === undefined || thrown.code !== 'IDEMPOTENCY_CONFLICT') return thrown;
  return new Failure(thrown.code, { message: thrown.message, status });
}
