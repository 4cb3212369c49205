/**
 * Holds requests that name an AGIS method to the grammar of methods before anything looks at where they go (AGIS §9.2).
 * A verb in the place of the HTTP method is led to the routes of the binding, which know it from the header.
 */

import { agisHeaders } from '@dragoman/agis';
import type { GrammarCheckPorts } from '@dragoman/core/faces';
import { agisMethodOf, checkGrammar } from '@dragoman/core/faces';
import type { Step } from '../exchange.js';

/** Methods that HTTP itself gives a meaning; all others can only be meant by AGIS. */
const httpMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Makes the step. */
export function createCheckGrammar(ports: GrammarCheckPorts): Step {
  return (exchange, next) => {
    const { request } = exchange;
    if (!isNamed(request.headers)) return next(exchange);
    try {
      checkGrammar(request, ports);
    } catch (thrown) {
      return Promise.reject(thrown);
    }
    const verb = agisMethodOf(request);
    if (verb === undefined || httpMethods.has(request.method) || 'kind' in request) return next(exchange);
    const headers = new Headers(request.headers);
    headers.set(agisHeaders.method, verb);
    exchange.request = new Request(request.url, {
      method: 'POST',
      headers,
      signal: request.signal,
      ...(request.body === null ? {} : { body: request.body, duplex: 'half' as const }),
    });
    return next(exchange);
  };
}

function isNamed(headers: Pick<Headers, 'has'>): boolean {
  return headers.has(agisHeaders.method) || headers.has(agisHeaders.methodGrammar) || headers.has(agisHeaders.grammar);
}
