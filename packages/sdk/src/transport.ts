/**
 * Sends one request and retries it where that is safe: the only module in this package that calls fetch. It throws only
 * `DragomanError`, except for errors of the caller's own credential function.
 */
import { addressBelow, baseAddress, secureAddress } from './address.js';
import type { Credential } from './credential.js';
import { credentialHeaders } from './credential.js';
import type { DragomanError } from './dragoman-error.js';
import { clientError, isDragomanError } from './dragoman-error.js';
import { parseBody, readProblem, readText } from './read-response.js';
import type { RetryPolicy } from './retry.js';
import { defaultRetry, planRetry } from './retry.js';

/** Any implementation of the Fetch standard. */
export type Fetch = (input: string, init: RequestInit) => Promise<Response>;

/** Transport options. */
export interface TransportOptions {
  /** URL of the registry, `https://registry.example` or with its base path. */
  baseUrl: string;
  /** Sends requests; defaults to the platform's fetch. */
  fetch?: Fetch;
  credential?: Credential;
  /** Timeout of one attempt in milliseconds; 30,000 by default. */
  timeoutMs?: number;
  retry?: Partial<RetryPolicy>;
  /** True: plain http to a loopback address is allowed. */
  allowInsecure?: boolean;
  /** Maximum response size in bytes; 64 MiB by default. */
  maxResponseBytes?: number;
  /** Waits; ends early when the signal aborts. */
  sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** A number in [0, 1), for the retry jitter. */
  random?: () => number;
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** A unique text for idempotency keys; a random UUID by default. */
  newId?: () => string;
}

/** Preference of a call that has a signal: the gateway cancels it at the service when the connection closes. */
export const cancelPreference = 'cancel-on-disconnect';

/** Common call options. */
export interface CallOptions {
  /**
   * Aborts the call, also between two attempts. A gateway then cancels it at the service; a write that was already sent
   * may have taken effect.
   */
  signal?: AbortSignal;
  /** W3C trace context that the call continues, so that its events and audit records can be found. */
  traceparent?: string;
}

/** A request without URL and credentials. */
export interface Outgoing extends CallOptions {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Unencoded path segments below the base, or a complete URL of the same registry. */
  to: readonly string[] | URL;
  query?: URLSearchParams;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** Whether it is idempotent. */
  repeatable: boolean;
  /** Statuses outside 2xx that are results, not errors. */
  expected?: readonly number[];
  /** Media types to request instead of JSON. */
  accept?: string;
  /** Timeout of one attempt in milliseconds, instead of the client's. */
  timeoutMs?: number;
  /** False: sent without the registry's credentials, because the request goes to another server. */
  credential?: boolean;
  /** Sends this one request, instead of the client's fetch. */
  fetch?: Fetch;
}

/** A successful response. */
export interface Incoming {
  status: number;
  headers: Headers;
  /** Value of the JSON body; undefined when there is none. */
  body: unknown;
  /** Number of attempts. */
  attempts: number;
  /** True when the body was collected from a stream. */
  streamed?: true;
}

/** A successful response with an unread body. */
export interface OpenIncoming {
  response: Response;
  attempts: number;
}

/** Sends requests to one registry. */
export interface Transport {
  readonly base: URL;
  readonly allowInsecure: boolean;
  /** Maximum response size in bytes. */
  readonly maxResponseBytes: number;
  send(outgoing: Outgoing): Promise<Incoming>;
  /** As `send`, but returns as soon as the headers arrive, with the body unread; then only the signal ends it. */
  open(outgoing: Outgoing): Promise<OpenIncoming>;
  /** Waits; rejects early when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A unique text. */
  newId(): string;
  /** A URL from the registry, if it belongs to this registry; throws otherwise. */
  ownAddress(reference: string, from: URL): URL;
}

type Settings = Required<Omit<TransportOptions, 'baseUrl' | 'credential' | 'retry' | 'allowInsecure'>> & {
  credential: Credential | undefined;
  policy: RetryPolicy;
};

/** Creates the transport of one client. */
export function createTransport(options: TransportOptions): Transport {
  const allowInsecure = options.allowInsecure ?? false;
  const base = baseAddress(options.baseUrl, allowInsecure);
  const settings = settle(options);
  const addressOf = ({ to, query }: Outgoing) => (to instanceof URL ? to : addressBelow(base, to, query));
  return {
    base,
    allowInsecure,
    maxResponseBytes: settings.maxResponseBytes,
    sleep: settings.sleep,
    now: settings.now,
    newId: settings.newId,
    send: (outgoing) => sendPatiently(settings, addressOf(outgoing), outgoing, readWhole),
    open: (outgoing) =>
      sendPatiently(settings, addressOf(outgoing), outgoing, async (_, response, { attempts }) => ({
        response,
        attempts,
      })),
    ownAddress(reference, from) {
      const url = secureAddress(reference, allowInsecure, from);
      if (url.origin === base.origin) return url;
      throw clientError('INVALID_RESPONSE', {
        message: `The registry returned a next page on ${url.origin}; credentials must not be sent there.`,
      });
    },
  };
}

function settle(options: TransportOptions): Settings {
  return {
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    credential: options.credential,
    timeoutMs: options.timeoutMs ?? 30_000,
    policy: { ...defaultRetry, ...options.retry },
    maxResponseBytes: options.maxResponseBytes ?? 64 * 1024 * 1024,
    sleep: options.sleep ?? sleepFor,
    random: options.random ?? Math.random,
    now: options.now ?? Date.now,
    newId: options.newId ?? (() => globalThis.crypto.randomUUID()),
  };
}

/** Converts a successful response for the caller. */
type Read<Answer> = (settings: Settings, response: Response, exchange: { attempts: number }) => Promise<Answer>;

async function readWhole({ maxResponseBytes }: Settings, response: Response, { attempts }: { attempts: number }) {
  const { status, headers } = response;
  return { status, headers, body: parseBody(await readText(response, maxResponseBytes), status), attempts };
}

async function sendPatiently<Answer>(
  settings: Settings,
  url: URL,
  outgoing: Outgoing,
  read: Read<Answer>,
): Promise<Answer> {
  const body = serialise(outgoing.body);
  let waitedMs = 0;
  let sent = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(settings, { url, outgoing: { ...outgoing, body }, attempt, read });
    } catch (thrown) {
      if (!isDragomanError(thrown)) throw thrown;
      const { policy, random } = settings;
      const repeatable = outgoing.repeatable && !(thrown.code === 'TIMED_OUT' && isOverWhenLeft(outgoing));
      sent += Math.max(1, thrown.upstreamAttempts);
      const delay = planRetry(thrown, { policy, attempt, sent, waitedMs, repeatable, random: random() });
      if (delay === undefined) throw thrown;
      await settings.sleep(delay, outgoing.signal);
      waitedMs += delay;
    }
  }
}

type Serialised = Outgoing & { body: string | undefined };

interface Attempt<Answer> {
  url: URL;
  outgoing: Serialised;
  attempt: number;
  read: Read<Answer>;
}

async function sendOnce<Answer>(settings: Settings, { url, outgoing, attempt, read }: Attempt<Answer>) {
  const headers = await requestHeaders(settings, outgoing);
  const timer = new AbortController();
  const alarm = setTimeout(() => timer.abort(), outgoing.timeoutMs ?? settings.timeoutMs);
  const fetch = outgoing.fetch ?? settings.fetch;
  try {
    const signal = outgoing.signal === undefined ? timer.signal : AbortSignal.any([timer.signal, outgoing.signal]);
    const response = await fetch(url.href, {
      method: outgoing.method,
      headers,
      signal,
      // A redirect could send the credentials to another host.
      redirect: 'manual',
      ...(outgoing.body === undefined ? {} : { body: outgoing.body }),
    });
    await refuse(settings, response, outgoing, attempt);
    return await read(settings, response, { attempts: attempt });
  } catch (thrown) {
    throw isDragomanError(thrown) ? thrown : broken(thrown, timer.signal.aborted, outgoing, attempt);
  } finally {
    clearTimeout(alarm);
  }
}

function serialise(body: unknown): string | undefined {
  try {
    return body === undefined ? undefined : JSON.stringify(body);
  } catch (cause) {
    throw clientError('INVALID_ARGUMENT', { message: 'The content cannot be serialized as JSON.', cause });
  }
}

async function requestHeaders(settings: Settings, outgoing: Outgoing): Promise<Record<string, string>> {
  return {
    accept: outgoing.accept ?? 'application/json, application/problem+json',
    ...(outgoing.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(outgoing.traceparent === undefined ? {} : { traceparent: outgoing.traceparent }),
    ...outgoing.headers,
    ...(outgoing.credential === false ? {} : await credentialHeaders(settings.credential)),
  };
}

/** Throws for a redirect or an error. */
async function refuse(settings: Settings, response: Response, outgoing: Outgoing, attempts: number): Promise<void> {
  const { status } = response;
  const expected = outgoing.expected?.includes(status) ?? false;
  if (!expected && (response.type === 'opaqueredirect' || (status >= 300 && status < 400))) {
    throw clientError('INVALID_RESPONSE', {
      message: `${outgoing.credential === false ? 'The service' : 'The registry'} returned a redirect, which is not followed; use its final URL.`,
      attempts,
      ...(status === 0 ? {} : { status }),
    });
  }
  if (response.ok || expected) return;
  const text = await readText(response, settings.maxResponseBytes);
  throw readProblem(response, text, { attempts, now: settings.now(), direct: outgoing.credential === false });
}

/** Without a response, it is unknown whether the server executed the request, unless no connection was made. */
function broken(cause: unknown, timedOut: boolean, outgoing: Outgoing, attempts: number): DragomanError {
  if (outgoing.signal?.aborted === true) return clientError('ABORTED', { attempts, cause: outgoing.signal.reason });
  if (!timedOut && isUnconnected(cause)) {
    const message = 'No connection could be made, so nothing was sent.';
    return clientError('CONNECTION_FAILED', { message, attempts, cause });
  }
  const sentence = timedOut ? 'No complete response arrived in time.' : 'The connection failed or was closed.';
  const isOver = timedOut && isOverWhenLeft(outgoing);
  const doubt = isOver
    ? ' The gateway cancels the call, which may have taken effect.'
    : outgoing.repeatable
      ? ''
      : ' It is unknown whether the server executed the request; it was not retried because it is not idempotent.';
  return clientError(timedOut ? 'TIMED_OUT' : 'CONNECTION_FAILED', { message: sentence + doubt, attempts, cause });
}

/** True for a call that the gateway cancels when its caller leaves: the same key does not execute it again. */
function isOverWhenLeft({ headers }: Outgoing): boolean {
  return headers?.prefer === cancelPreference && headers['idempotency-key'] !== undefined;
}

/** True for errors before a connection exists; `fetch` has them as the cause of its own error. */
function isUnconnected(error: unknown): boolean {
  const { cause } = error instanceof Error ? error : {};
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND';
}

/** Waits by the platform's clock; rejects early when the signal aborts. */
export function sleepFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = () => {
      clearTimeout(timer);
      reject(clientError('ABORTED', { cause: signal?.reason }));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', cancel);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
  });
}
