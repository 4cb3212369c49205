/** State of one request while it passes through the steps. */
import type { Caller } from '@dragoman/core/engine';
import { accountOf, anonymous } from '@dragoman/core/engine';
import type { HttpReply, HttpRequest, PipelineStep, Route, TraceContext } from '@dragoman/core/http';
import { noTrace, restoreQuery } from '@dragoman/core/http';
import type { Failure } from '@dragoman/model';
import type { CertificateNames } from '../access/certificate-callers.js';

/** Result of routing an address. */
export interface Match {
  /** Template of the path, for logs and metrics; undefined when no route matches the address. */
  path: string | undefined;
  /** The route for this method; undefined if no route handles it. */
  route: Route | undefined;
  /** Methods that the address supports. */
  allow: readonly string[];
  /** Path parameters, percent-decoded once. */
  params: Readonly<Record<string, string>>;
}

/** Facts known when a request arrives. */
export interface Arrival {
  request: HttpRequest;
  /** Request target as it was sent in the request line. */
  target: string;
  /** Client address, determined through the trusted proxies. */
  clientAddress: string;
  /** Names in the client certificate of the connection; undefined without a certificate. */
  certificate: CertificateNames | undefined;
}

/** State of one request; each step fills in its part. */
export class Exchange {
  /** A step may replace the request with one that has another method. */
  request: HttpRequest;
  /** Path as it was sent, neither decoded nor normalized. */
  readonly rawPath: string;
  /** Query as it was sent, with its question mark; empty without a query. */
  readonly search: string;
  /** True when the request line contains only the path, so that the Host header names the host. */
  readonly isOriginForm: boolean;
  /** Length of the whole address as it was sent. */
  readonly targetLength: number;
  readonly clientAddress: string;
  readonly certificate: CertificateNames | undefined;
  /** Headers added to every response, by lower-case name. */
  readonly headers: Record<string, string> = {};
  /** Headers that report the caller's rate limit; created only for responses that do not report another one. */
  rateLimitHeaders: (() => Record<string, string>) | undefined = undefined;
  trace: TraceContext = noTrace;
  match: Match | undefined = undefined;
  caller: Caller = anonymous;
  /** The name under which rate limits and shares count what the caller uses. */
  account = accountOf(anonymous);
  /** True once the route handler has run, whatever its result. */
  handled = false;
  /** Why the request was rejected or failed. */
  failure: Failure | undefined = undefined;
  #url: URL | undefined = undefined;

  constructor({ request, target, clientAddress, certificate }: Arrival) {
    this.isOriginForm = target.startsWith('/');
    const path = this.isOriginForm ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
    const end = endOfPath(path);
    this.request = request;
    this.rawPath = (end < 0 ? path : path.slice(0, end)) || '/';
    this.search = end < 0 ? '' : this.url.search;
    this.targetLength = Buffer.byteLength(target);
    this.clientAddress = clientAddress;
    this.certificate = certificate;
  }

  /** The whole URL; parsed on first access. */
  get url(): URL {
    this.#url ??= restoreQuery(new URL(this.request.url), this.request.method);
    return this.#url;
  }
}

/**
 * Where the query or the fragment begins; -1 without either. Most paths have neither, and `includes` is cheaper than
 * the search.
 */
function endOfPath(path: string): number {
  return path.includes('?') || path.includes('#') ? path.search(/[?#]/) : -1;
}

/** The next step. */
export type Next = (exchange: Exchange) => Promise<HttpReply>;

/** A step of the pipeline. */
export type Step = PipelineStep<Exchange, HttpReply>;

/** True for the operator's public probes, which must respond regardless of the store and the load. */
export function isProbe({ match }: Exchange): boolean {
  return match?.route?.budget === 'none' && match.route.access === 'anyone';
}

/** The route's template, or a constant for unknown addresses, so that clients cannot create label values. */
export function routeName(exchange: Exchange): string {
  return exchange.match?.path ?? '(none)';
}
