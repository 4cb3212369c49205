/**
 * Checks requests that name an AGIS method against the method grammar before routing (AGIS §9.2). A verb used as the
 * HTTP method is routed to the routes of the binding, which read it from the header.
 */

import { agisHeaders } from '@dragoman/agis';
import type { GrammarCheckPorts } from '@dragoman/core/faces';
import { agisMethodOf, createGrammarCheck } from '@dragoman/core/faces';
import type { Awaitable, BodyIntake, HeaderView, HttpRequest } from '@dragoman/core/http';
import type { Step } from '../exchange.js';

/** Methods defined by HTTP; all others can only be AGIS methods. */
const httpMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Creates the step. */
export function createCheckGrammar(ports: GrammarCheckPorts): Step {
  const checkGrammar = createGrammarCheck(ports);
  return (exchange, next) => {
    const { request } = exchange;
    if (!isNamed(request.headers)) return next(exchange);
    try {
      checkGrammar(request);
    } catch (thrown) {
      return Promise.reject(thrown);
    }
    const verb = agisMethodOf(request);
    if (verb !== undefined && !httpMethods.has(request.method)) exchange.request = new PostedRequest(request, verb);
    return next(exchange);
  };
}

/** The same request as a POST with the verb in its header. */
class PostedRequest implements HttpRequest {
  readonly method = 'POST';
  readonly headers: HeaderView;
  readonly receive?: (intake: BodyIntake) => Promise<void>;
  readonly #request: HttpRequest;

  constructor(request: HttpRequest, verb: string) {
    const { headers } = request;
    const isMethod = (name: string) => name.toLowerCase() === agisHeaders.method.toLowerCase();
    this.headers = {
      get: (name) => (isMethod(name) ? verb : headers.get(name)),
      has: (name) => isMethod(name) || headers.has(name),
    };
    this.#request = request;
    if (request.receive !== undefined) this.receive = (intake) => request.receive?.(intake) ?? Promise.resolve();
  }

  get url(): string {
    return this.#request.url;
  }

  get hasBody(): boolean {
    return this.#request.hasBody;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  hasLeft(): boolean {
    return this.#request.hasLeft();
  }

  bytes(limit: number): Awaitable<Uint8Array> {
    return this.#request.bytes(limit);
  }
}

function isNamed(headers: HeaderView): boolean {
  return headers.has(agisHeaders.method) || headers.has(agisHeaders.methodGrammar) || headers.has(agisHeaders.grammar);
}
