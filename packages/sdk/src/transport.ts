/**
 * One request over the wire and, where that is safe, again: the only place in this package that calls fetch.
 * Everything thrown from here is a `DragomanError`, but for what the caller's own credential function throws.
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

/** How a client reaches its registry. */
export interface TransportOptions {
  /** Address of the registry, `https://registry.example` or with a path below which it lives. */
  baseUrl: string;
  /** Sends requests; the platform's own unless given. */
  fetch?: Fetch;
  credential?: Credential;
  /** Milliseconds until one attempt counts as failed; 30,000 unless given. */
  timeoutMs?: number;
  retry?: Partial<RetryPolicy>;
  /** True: plain http to a loopback address is allowed. */
  allowInsecure?: boolean;
  /** Largest answer that is read, in bytes; 64 MiB unless given. */
  maxResponseBytes?: number;
  /** Waits; ends early when the signal aborts. */
  sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** A number from 0 up to 1, for the spread of retries. */
  random?: () => number;
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** A text that nobody has used before, for idempotency keys; a random UUID unless given. */
  newId?: () => string;
}

/** What every call takes. */
export interface CallOptions {
  /** Ends the call, also between two attempts. */
  signal?: AbortSignal;
}

/** A request before it has an address and a credential. */
export interface Outgoing extends CallOptions {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path segments below the base, not yet encoded; or a complete address of the same registry. */
  to: readonly string[] | URL;
  query?: URLSearchParams;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** Whether it may arrive twice without doing anything twice. */
  repeatable: boolean;
  /** Statuses outside 2xx that are answers and not errors. */
  expected?: readonly number[];
  /** Media types asked for, instead of the usual JSON. */
  accept?: string;
  /** Milliseconds until one attempt counts as failed, instead of the client's own. */
  timeoutMs?: number;
  /** False: the registry's credential stays here, because the request goes to somebody else. */
  credential?: boolean;
  /** Sends this one request, instead of the client's own. */
  fetch?: Fetch;
}

/** An answer that is no error. */
export interface Incoming {
  status: number;
  headers: Headers;
  /** Value of the JSON body; undefined when there is none. */
  body: unknown;
  /** How often the request was sent. */
  attempts: number;
}

/** An answer that is no error and whose body is still to be read. */
export interface OpenIncoming {
  response: Response;
  attempts: number;
}

/** Sends requests to one registry. */
export interface Transport {
  readonly base: URL;
  readonly allowInsecure: boolean;
  /** Largest answer that is read, in bytes. */
  readonly maxResponseBytes: number;
  send(outgoing: Outgoing): Promise<Incoming>;
  /** As `send`, but hands the body over unread as soon as the head is there; only the signal ends it then. */
  open(outgoing: Outgoing): Promise<OpenIncoming>;
  /** Waits; ends early, with an error, when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A text that nobody has used before. */
  newId(): string;
  /** An address that the registry gave, if it belongs to this registry; an error otherwise. */
  ownAddress(reference: string, from: URL): URL;
}

type Settings = Required<Omit<TransportOptions, 'baseUrl' | 'credential' | 'retry' | 'allowInsecure'>> & {
  credential: Credential | undefined;
  policy: RetryPolicy;
};

/** Makes the transport of one client. */
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
        message: `The registry named a next page on ${url.origin}; a credential must not follow it there.`,
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

/** Takes what the caller of a request wants from an answer that is no error. */
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
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(settings, { url, outgoing: { ...outgoing, body }, attempt, read });
    } catch (thrown) {
      if (!isDragomanError(thrown)) throw thrown;
      const { policy, random } = settings;
      const { repeatable } = outgoing;
      const delay = planRetry(thrown, { policy, attempt, waitedMs, repeatable, random: random() });
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
      // A redirect could carry the credential to another host.
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
    throw clientError('INVALID_ARGUMENT', { message: 'The content cannot be written as JSON.', cause });
  }
}

async function requestHeaders(settings: Settings, outgoing: Outgoing): Promise<Record<string, string>> {
  return {
    accept: outgoing.accept ?? 'application/json, application/problem+json',
    ...(outgoing.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...outgoing.headers,
    ...(outgoing.credential === false ? {} : await credentialHeaders(settings.credential)),
  };
}

/** Throws when the answer is a redirect or an error. */
async function refuse(settings: Settings, response: Response, outgoing: Outgoing, attempts: number): Promise<void> {
  const { status } = response;
  const expected = outgoing.expected?.includes(status) ?? false;
  if (!expected && (response.type === 'opaqueredirect' || (status >= 300 && status < 400))) {
    throw clientError('INVALID_RESPONSE', {
      message: `${outgoing.credential === false ? 'The agent' : 'The registry'} answered with a redirect, which is not followed; use its final address.`,
      attempts,
      ...(status === 0 ? {} : { status }),
    });
  }
  if (response.ok || expected) return;
  const text = await readText(response, settings.maxResponseBytes);
  throw readProblem(response, text, { attempts, now: settings.now(), direct: outgoing.credential === false });
}

/** No answer came, so nobody knows whether the server did what was asked. */
function broken(cause: unknown, timedOut: boolean, outgoing: Outgoing, attempts: number): DragomanError {
  if (outgoing.signal?.aborted === true) return clientError('ABORTED', { attempts, cause: outgoing.signal.reason });
  const sentence = timedOut ? 'No complete answer came in time.' : 'The connection broke, or could not be made.';
  const doubt = outgoing.repeatable
    ? ''
    : ' It is not known whether the server has done it, and doing it twice would matter, so it was not sent again.';
  return clientError(timedOut ? 'TIMED_OUT' : 'CONNECTION_FAILED', { message: sentence + doubt, attempts, cause });
}

/** Waits by the platform's own clock; ends early, with an error, when the signal aborts. */
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
