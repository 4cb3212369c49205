/** One request on its way through the steps. */
import type { Caller } from '@dragoman/core/engine';
import { anonymous } from '@dragoman/core/engine';
import type { HttpReply, HttpRequest, PipelineStep, Route, TraceContext } from '@dragoman/core/http';
import { noTrace } from '@dragoman/core/http';
import type { Failure } from '@dragoman/model';
import type { CertificateNames } from '../access/certificate-callers.js';

/** What the route list has for an address. */
export interface Match {
  /** Template of the path, for logs and metrics; undefined when no route has the address. */
  path: string | undefined;
  /** The route for this method; undefined when there is none. */
  route: Route | undefined;
  /** Methods that the address takes. */
  allow: readonly string[];
  /** Path parameters, percent-decoded once. */
  params: Readonly<Record<string, string>>;
}

/** What is known of a request when it arrives. */
export interface Arrival {
  request: HttpRequest;
  /** Address as it stood in the request line. */
  target: string;
  /** Address that the request came from, behind trusted proxies. */
  clientAddress: string;
  /** Names of the client certificate that the connection was made with; undefined when there was none. */
  certificate: CertificateNames | undefined;
}

/** One request on its way; each step fills in what it finds out. */
export class Exchange {
  /** A step may replace it by one with another method. */
  request: HttpRequest;
  /** Path as it was sent, nothing decoded and nothing normalised. */
  readonly rawPath: string;
  /** Query as it was sent, with its question mark; empty when there is none. */
  readonly search: string;
  /** True when the request line names the path only, so that the host is that of the Host header. */
  readonly isOriginForm: boolean;
  /** Length of the whole address as it was sent. */
  readonly targetLength: number;
  readonly clientAddress: string;
  readonly certificate: CertificateNames | undefined;
  /** Headers that go onto the answer whatever it is, by lower-case name. */
  readonly headers: Record<string, string> = {};
  /** The headers that tell the caller's allowance; made only for answers that do not tell another one. */
  tellAllowance: (() => Record<string, string>) | undefined = undefined;
  trace: TraceContext = noTrace;
  match: Match | undefined = undefined;
  caller: Caller = anonymous;
  /** True once the route itself has run, whatever came of it. */
  handled = false;
  /** Why the request was refused or went wrong. */
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

  /** The whole address; taken apart when somebody looks. */
  get url(): URL {
    this.#url ??= new URL(this.request.url);
    return this.#url;
  }
}

/** Where the query or the fragment begins; -1 when there is neither. Nearly always so, and an expression would cost more. */
function endOfPath(path: string): number {
  return path.includes('?') || path.includes('#') ? path.search(/[?#]/) : -1;
}

/** What comes after a step. */
export type Next = (exchange: Exchange) => Promise<HttpReply>;

/** A step of the pipeline. */
export type Step = PipelineStep<Exchange, HttpReply>;

/** True for the operator's public probes, which must answer whatever state the store and the load are in. */
export function isProbe({ match }: Exchange): boolean {
  return match?.route?.budget === 'none' && match.route.access === 'public';
}

/** The route's template, or a constant for addresses that nobody has, so that strangers cannot make up names. */
export function routeName(exchange: Exchange): string {
  return exchange.match?.path ?? '(none)';
}
