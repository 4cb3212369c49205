/**
 * The probe's only client. One origin, a steady rate, limits on requests, time and size; it waits when the API asks for
 * it, and stops after repeated failures. It never throws: errors are part of the exchange.
 */
import { addressOf, pathOf, redirectOf, rootOf } from './address.js';
import type { Answer, Exchange, ProbeRequest } from './exchange.js';
import { readAnswer } from './read-answer.js';
import { secondsOf } from './retry-delay.js';

/** Any implementation of the Fetch standard. */
export type ProbeFetch = (input: string, init: RequestInit) => Promise<Response>;

/** Environment of the probe. */
export interface ProbePorts {
  fetch: ProbeFetch;
  /** Resolves after so many milliseconds, or rejects when the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Returns a unique text. */
  newId(): string;
  signal: AbortSignal;
}

/** Limits of the probe. */
export interface ProbeLimits {
  /** Requests per second. */
  rate: number;
  requests: number;
  /** Timeout of one response, in milliseconds. */
  timeout: number;
  /** Maximum size of one response, in bytes. */
  bytes: number;
  /** Longest Retry-After that the client waits for, in seconds. */
  wait: number;
}

/** Default limits, chosen to keep the load low. */
export const defaultLimits: ProbeLimits = Object.freeze({
  rate: 5,
  requests: 400,
  timeout: 10_000,
  bytes: 1_000_000,
  wait: 60,
});

/** Client options. */
export interface ClientOptions {
  base: URL;
  credentials: Readonly<Record<string, string>>;
  limits: ProbeLimits;
  ports: ProbePorts;
  /** True: nothing is sent, and every request is reported. */
  dryRun: boolean;
  onRequest?: (line: string) => void;
  /** Why a read, or a request to a URL of a response, may not be sent; undefined when it may. */
  refuse(request: ProbeRequest): string | undefined;
}

/** The client of one API. */
export interface ThrottledClient {
  send(request: ProbeRequest): Promise<Exchange>;
  /** Sends requests concurrently, for behavior that shows only under concurrency. */
  sendTogether(requests: readonly ProbeRequest[]): Promise<Exchange[]>;
  /** Every exchange so far, in order. */
  seen: readonly Exchange[];
  /** Stops when all of these exchanges were answered with 404. */
  stopUnless(exchanges: readonly Exchange[]): void;
  /** Why the client stopped; undefined while it is running. */
  stopped(): string | undefined;
}

/** Number of consecutive failures that stop the probe. */
const mostFailures = 5;

/** Number of responses with 404 from the start that stop the probe. */
const mostMissing = 8;
const mostWaits = 3;
const mostRedirects = 3;

interface ClientState {
  sent: number;
  nextAt: number;
  failures: number;
  waits: number;
  stop: string | undefined;
}

/** Creates the client of one API. */
export function createThrottledClient(options: ClientOptions): ThrottledClient {
  const { limits, ports, base } = options;
  const seen: Exchange[] = [];
  const state: ClientState = { sent: 0, nextAt: 0, failures: 0, waits: 0, stop: undefined };

  /** Waits for the turn of a group of requests that are sent together. */
  async function pace(count: number): Promise<void> {
    const at = Math.max(ports.now(), state.nextAt);
    state.nextAt = at + (count * 1_000) / limits.rate;
    if (at > ports.now()) await ports.sleep(at - ports.now(), ports.signal);
  }

  async function sendOnce(request: ProbeRequest, turn = () => pace(1)): Promise<Exchange> {
    const url = addressOf(rootOf(base, request), request.target);
    if (url === undefined) return { request, trouble: 'not sent: the URL is outside the base URL' };
    const isChecked = request.linked === true || ['GET', 'HEAD'].includes(request.method);
    const refused = isChecked ? options.refuse(request) : undefined;
    if (refused !== undefined) return { request, trouble: `not sent: ${refused}` };
    if (state.sent >= limits.requests) state.stop ??= `the limit of ${limits.requests} requests is reached`;
    if (state.stop !== undefined && request.always !== true) return { request, trouble: `not sent: ${state.stop}` };
    state.sent += 1;
    options.onRequest?.(`${request.method} ${pathOf(base, request)}`);
    if (options.dryRun) return { request, trouble: 'not sent: this is a dry run' };
    try {
      // A deliberate burst is not paced.
      if (request.impatient !== true) await turn();
    } catch {
      state.stop = 'aborted by the caller';
      return { request, trouble: `not sent: ${state.stop}` };
    }
    return perform(url, request);
  }

  async function perform(url: URL, request: ProbeRequest): Promise<Exchange> {
    const exchange = await exchangeOnce(url, request, options);
    seen.push(exchange);
    const failed = exchange.answer === undefined || exchange.answer.status >= 500;
    state.failures = failed ? state.failures + 1 : 0;
    if (ports.signal.aborted) state.stop = 'aborted by the caller';
    else if (state.failures >= mostFailures) state.stop = `the API failed ${mostFailures} times in a row`;
    if (seen.length === mostMissing) state.stop ??= whyMissing(seen, base);
    return exchange;
  }

  async function send(request: ProbeRequest): Promise<Exchange> {
    let exchange = await sendOnce(request);
    for (let hop = 0; hop < mostRedirects; hop += 1) {
      const next = redirectOf(exchange, base);
      if (next === undefined) break;
      exchange = await sendOnce({ ...request, target: next, linked: true });
    }
    const { answer } = exchange;
    if (answer?.status !== 429 || request.impatient === true) return exchange;
    return (await waitOut(answer, state, options)) ? send(request) : exchange;
  }

  return {
    send,
    sendTogether(requests) {
      const turn = pace(requests.length);
      return Promise.all(requests.map((request) => sendOnce(request, () => turn)));
    },
    seen,
    stopUnless(exchanges) {
      if (exchanges.length > 1) state.stop ??= whyMissing(exchanges, base);
    },
    stopped: () => state.stop,
  };
}

/** Waits when the API asks for it, a limited number of times in total. */
async function waitOut(answer: Answer, state: ClientState, { limits, ports }: ClientOptions): Promise<boolean> {
  const seconds = secondsOf(answer.headers['retry-after'], ports.now());
  state.waits += 1;
  if (state.waits > mostWaits || seconds === undefined || seconds > limits.wait) {
    const length = seconds === undefined ? ' of unknown length' : ` of ${seconds} s`;
    const again = state.waits > mostWaits ? `, for the ${state.waits}th time; use a lower --rate` : '';
    state.stop = `the API asked for a delay${length}${again}`;
    return false;
  }
  try {
    await ports.sleep(seconds * 1_000, ports.signal);
    return true;
  } catch {
    return false;
  }
}

/** A wrong base URL answers everything with 404; more requests would show nothing. */
function whyMissing(exchanges: readonly Exchange[], { href }: URL): string | undefined {
  if (!exchanges.every(({ answer }) => answer?.status === 404)) return undefined;
  return `the first ${exchanges.length} responses were all 404, so ${href} is probably not the base URL of the paths (see --base-path)`;
}

async function exchangeOnce(url: URL, request: ProbeRequest, options: ClientOptions): Promise<Exchange> {
  const { ports, limits } = options;
  // An own timer holds the controller: signals joined by AbortSignal.any may be garbage-collected before they fire.
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, limits.timeout);
  ports.signal.addEventListener('abort', stop, { once: true });
  if (ports.signal.aborted) stop();
  const { signal } = controller;
  const sentAt = ports.now();
  try {
    const response = await ports.fetch(url.href, { ...initOf(request, options), signal });
    const answer = await readAnswer(response, { bytes: limits.bytes, signal });
    return { request, answer, milliseconds: ports.now() - sentAt };
  } catch (error) {
    return { request, trouble: troubleOf(error, signal, limits) };
  } finally {
    clearTimeout(timer);
    ports.signal.removeEventListener('abort', stop);
  }
}

function initOf(request: ProbeRequest, { credentials }: ClientOptions): RequestInit {
  const body = request.text ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
  const headers = {
    accept: 'application/json, application/problem+json',
    'user-agent': 'dragoman-probe',
    // Set explicitly, because fetch adds no-cache to conditional requests, and some servers then rightly resend
    // everything.
    'cache-control': 'max-age=0',
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(request.anonymous === true ? {} : credentials),
    ...request.headers,
  };
  return { method: request.method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) };
}

function troubleOf(error: unknown, signal: AbortSignal, { timeout }: ProbeLimits): string {
  if (signal.aborted) return `no complete response within ${timeout} ms`;
  const { cause } = error as { cause?: { code?: unknown } };
  const code = typeof cause?.code === 'string' ? ` (${cause.code})` : '';
  return `a connection error${code}`;
}
