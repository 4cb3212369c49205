/**
 * The only way from the probe to the API. One origin, an even pace, bounded in requests, time and size; waits where the API
 * says so, and stops for good where it fails again and again. Nothing here throws: what goes wrong is told in the exchange.
 */
import { addressOf, redirectOf } from './address.js';
import type { Answer, Exchange, ProbeRequest } from './exchange.js';
import { readAnswer } from './read-answer.js';
import { secondsOf } from './retry-delay.js';

/** Any implementation of the Fetch standard. */
export type ProbeFetch = (input: string, init: RequestInit) => Promise<Response>;

/** What the probe needs of the world. */
export interface ProbePorts {
  fetch: ProbeFetch;
  /** Resolves after so many milliseconds, or rejects when the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A text that nobody has used before. */
  newId(): string;
  signal: AbortSignal;
}

/** How much the probe may ask of the API. */
export interface ProbeLimits {
  /** Requests per second. */
  rate: number;
  requests: number;
  /** Milliseconds for one answer. */
  timeout: number;
  /** Bytes of one answer. */
  bytes: number;
  /** Longest Retry-After that is waited out, in seconds. */
  wait: number;
}

/** Limits that spare an API. */
export const defaultLimits: ProbeLimits = Object.freeze({
  rate: 5,
  requests: 400,
  timeout: 10_000,
  bytes: 1_000_000,
  wait: 60,
});

/** How a client is made. */
export interface ClientOptions {
  base: URL;
  credentials: Readonly<Record<string, string>>;
  limits: ProbeLimits;
  ports: ProbePorts;
  /** True: nothing is sent, and every request is told. */
  dryRun: boolean;
  onRequest?: (line: string) => void;
}

/** The way to the API. */
export interface PoliteClient {
  send(request: ProbeRequest): Promise<Exchange>;
  /** Starts them at once, for what only shows when requests meet. */
  sendTogether(requests: readonly ProbeRequest[]): Promise<Exchange[]>;
  /** Every exchange so far, in order. */
  seen: readonly Exchange[];
  /** Why no more is sent; undefined while it goes on. */
  stopped(): string | undefined;
}

/** So many failures in a row end the probing. */
const mostFailures = 5;
const mostWaits = 3;
const mostRedirects = 3;

/** Makes the way to one API. */
export function createPoliteClient(options: ClientOptions): PoliteClient {
  const { limits, ports, base } = options;
  const seen: Exchange[] = [];
  const state = { sent: 0, nextAt: 0, failures: 0, waits: 0, stop: undefined as string | undefined };

  /** Waits for the turn of so many requests that leave together. */
  async function pace(count: number): Promise<void> {
    const at = Math.max(ports.now(), state.nextAt);
    state.nextAt = at + (count * 1_000) / limits.rate;
    if (at > ports.now()) await ports.sleep(at - ports.now(), ports.signal);
  }

  async function sendOnce(request: ProbeRequest, turn = () => pace(1)): Promise<Exchange> {
    const url = addressOf(base, request.target);
    if (url === undefined) return { request, trouble: 'not sent: the address lies outside of the base address' };
    if (state.sent >= limits.requests) state.stop ??= `the limit of ${limits.requests} requests is reached`;
    if (state.stop !== undefined && request.always !== true) return { request, trouble: `not sent: ${state.stop}` };
    state.sent += 1;
    options.onRequest?.(`${request.method} ${request.target}`);
    if (options.dryRun) return { request, trouble: 'not sent: this is a dry run' };
    try {
      // A burst that is wanted is a burst.
      if (request.impatient !== true) await turn();
    } catch {
      state.stop = 'stopped by the caller';
      return { request, trouble: `not sent: ${state.stop}` };
    }
    return perform(url, request);
  }

  async function perform(url: URL, request: ProbeRequest): Promise<Exchange> {
    const exchange = await exchangeOnce(url, request, options);
    seen.push(exchange);
    const failed = exchange.answer === undefined || exchange.answer.status >= 500;
    state.failures = failed ? state.failures + 1 : 0;
    if (ports.signal.aborted) state.stop = 'stopped by the caller';
    else if (state.failures >= mostFailures) state.stop = `the API failed ${mostFailures} times in a row`;
    return exchange;
  }

  /** Waits where the API asks for it, a few times over all. */
  async function waitOut(answer: Answer): Promise<boolean> {
    const seconds = secondsOf(answer.headers['retry-after'], ports.now());
    state.waits += 1;
    if (state.waits > mostWaits || seconds === undefined || seconds > limits.wait) {
      state.stop = `the API asked to slow down${seconds === undefined ? ' without saying for how long' : ` for ${seconds} s`}`;
      return false;
    }
    try {
      await ports.sleep(seconds * 1_000, ports.signal);
      return true;
    } catch {
      return false;
    }
  }

  async function send(request: ProbeRequest): Promise<Exchange> {
    let exchange = await sendOnce(request);
    for (let hop = 0; hop < mostRedirects; hop += 1) {
      const next = redirectOf(exchange, base);
      if (next === undefined) break;
      exchange = await sendOnce({ ...request, target: next });
    }
    const { answer } = exchange;
    if (answer?.status !== 429 || request.impatient === true) return exchange;
    return (await waitOut(answer)) ? send(request) : exchange;
  }

  return {
    send,
    sendTogether(requests) {
      const turn = pace(requests.length);
      return Promise.all(requests.map((request) => sendOnce(request, () => turn)));
    },
    seen,
    stopped: () => state.stop,
  };
}

async function exchangeOnce(url: URL, request: ProbeRequest, options: ClientOptions): Promise<Exchange> {
  const { ports, limits } = options;
  // A timer of our own holds the controller: signals joined by AbortSignal.any may be collected before they fire.
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
    // Said here, since fetch says no-cache beside conditions, for which some servers rightly send everything again.
    'cache-control': 'max-age=0',
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(request.anonymous === true ? {} : credentials),
    ...request.headers,
  };
  return { method: request.method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) };
}

function troubleOf(error: unknown, signal: AbortSignal, { timeout }: ProbeLimits): string {
  if (signal.aborted) return `no whole answer within ${timeout} ms`;
  const { cause } = error as { cause?: { code?: unknown } };
  const code = typeof cause?.code === 'string' ? ` (${cause.code})` : '';
  return `the connection failed${code}`;
}
