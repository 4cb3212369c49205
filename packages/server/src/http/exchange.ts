/** One request on its way through the steps, and how steps are put together. */
import type { Caller, Route } from '@dragoman/core';
import type { Failure } from '@dragoman/model';
import type { CertificateNames } from '../access/certificate-callers.js';
import type { TraceContext } from './trace-context.js';

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

/** One request on its way; each step fills in what it finds out. */
export interface Exchange {
  /** A step that reads the body puts a request with the same body in its place. */
  request: Request;
  readonly url: URL;
  /** Path as it was sent, nothing decoded and nothing normalised. */
  readonly rawPath: string;
  /** Length of the whole address as it was sent. */
  readonly targetLength: number;
  /** Address that the request came from, behind trusted proxies. */
  readonly clientAddress: string;
  /** Names of the client certificate that the connection was made with; undefined when there was none. */
  readonly certificate: CertificateNames | undefined;
  /** Headers that go onto the answer whatever it is. */
  readonly headers: Headers;
  trace: TraceContext;
  match: Match | undefined;
  caller: Caller;
  /** True once the route itself has run, whatever came of it. */
  handled?: boolean;
  /** Why the request was refused or went wrong. */
  failure: Failure | undefined;
}

/** What comes after a step. */
export type Next = () => Promise<Response>;

/** Wraps everything that comes after it. */
export type Step = (exchange: Exchange, next: Next) => Promise<Response>;

/** Puts steps together, the first one outermost; the last one must answer. */
export function compose(steps: readonly Step[]): (exchange: Exchange) => Promise<Response> {
  const run = (exchange: Exchange, index: number): Promise<Response> => {
    const step = steps[index];
    if (step === undefined) throw new Error('the last step called for a next one');
    return step(exchange, () => run(exchange, index + 1));
  };
  return (exchange) => run(exchange, 0);
}

/** True for the operator's public probes, which must answer whatever state the store and the load are in. */
export function isProbe({ match }: Exchange): boolean {
  return match?.route?.budget === 'none' && match.route.access === 'public';
}

/** The route's template, or a constant for addresses that nobody has, so that strangers cannot make up names. */
export function routeName(exchange: Exchange): string {
  return exchange.match?.path ?? '(none)';
}
