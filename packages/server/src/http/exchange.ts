/** One request on its way through the steps, and how steps are put together. */
import type { Caller } from '@dragoman/core/engine';
import { anonymous } from '@dragoman/core/engine';
import type { Reply, Route, TraceContext } from '@dragoman/core/http';
import { noTrace } from '@dragoman/core/http';
import type { Failure } from '@dragoman/model';
import type { CertificateNames } from '../access/certificate-callers.js';
import type { PlainRequest } from './plain-request.js';

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

/** An answer on its way out, as a web response or in plain parts. */
export type Answer = Response | Reply;

/** What is known of a request when it arrives. */
export interface Arrival {
  request: Request | PlainRequest;
  /** Address as it stood in the request line. */
  target: string;
  /** Address that the request came from, behind trusted proxies. */
  clientAddress: string;
  /** Names of the client certificate that the connection was made with; undefined when there was none. */
  certificate: CertificateNames | undefined;
}

/** One request on its way; each step fills in what it finds out. */
export class Exchange {
  /** A step that reads the body puts a request with the same body in its place. */
  request: Request | PlainRequest;
  /** Path as it was sent, nothing decoded and nothing normalised. */
  readonly rawPath: string;
  /** Query as it was sent, with its question mark; empty when there is none. */
  readonly search: string;
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
    const path = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
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
export type Next = (exchange: Exchange) => Promise<Answer>;

/** Wraps everything that comes after it. One that only looks hands the promise of the next one on as it is. */
export type Step = (exchange: Exchange, next: Next) => Promise<Answer>;

/** Puts steps together, the first one outermost; the last one must answer. */
export function compose(steps: readonly Step[]): (exchange: Exchange) => Promise<Answer> {
  const end: Next = () => Promise.reject(new Error('the last step called for a next one'));
  return steps.reduceRight<Next>((next, step) => (exchange) => step(exchange, next), end);
}

/** The request as a web request, which everything but a route in plain parts gets. */
export function webRequestOf({ request }: Exchange): Request {
  if ('kind' in request) throw new Error('a request in plain parts came to a route that wants a web request');
  return request;
}

/** True for the operator's public probes, which must answer whatever state the store and the load are in. */
export function isProbe({ match }: Exchange): boolean {
  return match?.route?.budget === 'none' && match.route.access === 'public';
}

/** The route's template, or a constant for addresses that nobody has, so that strangers cannot make up names. */
export function routeName(exchange: Exchange): string {
  return exchange.match?.path ?? '(none)';
}
