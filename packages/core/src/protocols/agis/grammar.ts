/**
 * The grammar check of incoming requests (§9.2, §13): a request that names an AGIS method is checked with passes 2
 * and 3 only, before routing. Requests without an AGIS method are not checked.
 */

import type { Words } from '@dragoman/agis';
import { agisHeaders, evaluateMethod, grammar } from '@dragoman/agis';
import { Failure } from '@dragoman/model';
import type { HttpRequest } from '../../transport/http-request.js';

/** Dependencies of the check. */
export interface GrammarCheckPorts {
  words: () => Words;
  /** HTTP status of a rejection; the draft specifies 454 (agis.md R26). */
  status: number;
}

/** The parts of a request that are checked. */
export type GrammarRequest = Pick<HttpRequest, 'method' | 'headers'>;

const maxShownLength = 80;

/** The AGIS method of a request; undefined when it has none. */
export function agisMethodOf({ method, headers }: GrammarRequest): string | undefined {
  const named = headers.get(agisHeaders.method);
  if (named !== null) return named.trim();
  return headers.has(agisHeaders.methodGrammar) ? method : undefined;
}

/** Maximum number of accepted methods that are remembered. */
const maxAccepted = 1000;

/** Creates the check, which rejects a method that breaks the grammar, and an unsupported grammar. */
export function createGrammarCheck(ports: GrammarCheckPorts): (request: GrammarRequest) => void {
  const accepted = new Set<string>();
  return (request) => {
    const { headers } = request;
    requireGrammar(agisHeaders.grammar, headers.get(agisHeaders.grammar));
    requireGrammar(agisHeaders.methodGrammar, headers.get(agisHeaders.methodGrammar));
    const method = agisMethodOf(request);
    if (method === undefined || accepted.has(method)) return;
    checkMethod(method, ports);
    if (accepted.size < maxAccepted) accepted.add(method);
  };
}

function checkMethod(method: string, { words, status }: GrammarCheckPorts): void {
  const shown = method.slice(0, maxShownLength);
  // Longer than any verb: skip the morphology.
  const fault = evaluateMethod(shown, words()).find(({ severity }) => severity === 'error');
  if (fault === undefined && method.length <= maxShownLength) return;
  const { pass = 2, rule = 'AGIS-METH-01', message = 'The method is too long to be a verb.', help } = fault ?? {};
  const fix = help ?? 'Use one imperative verb.';
  throw new Failure('GRAMMAR_VIOLATION', {
    message: `${shown}: ${message}`,
    status,
    members: { method: shown, pass, rule, fix },
    fieldErrors: [{ field: agisHeaders.method, code: rule, detail: `${message} ${fix}` }],
  });
}

/** An unknown grammar is not an error of the method (agis.md R26). */
function requireGrammar(header: string, value: string | null): void {
  if (value === null || value.trim().toUpperCase() === grammar) return;
  throw new Failure('INVALID_INPUT', {
    message: `This server supports the method grammar ${grammar}, not '${value.slice(0, 40)}'.`,
    fieldErrors: [{ field: header, code: 'agis/grammar-unknown', detail: `must be ${grammar}` }],
  });
}
