/**
 * Evaluates one method or one endpoint without a document: for gateways that check a request with passes 2 and 3 (AGIS
 * §9.2), importers that choose verbs, and benchmarks of the word rules.
 */
import type { JsonObject } from '@dragoman/model';
import type { Finding } from './finding.js';
import { defaultValidation, type EndpointView, type Pass, type ValidationOptions } from './pass.js';
import { methodClass } from './passes/method-class.js';
import { methodSyntax } from './passes/method-syntax.js';
import { pathSyntax } from './passes/path-syntax.js';
import { semanticConsistency } from './passes/semantic-consistency.js';
import type { Words } from './words/words.js';

/** The endpoint to evaluate; absent members are not evaluated. */
export interface EvaluatedEndpoint {
  method: string;
  path?: string;
  intent?: string;
}

/** Findings of passes 2 and 3 about a method identifier, without path, document or model. */
export function evaluateMethod(method: string, words: Words, options: Partial<ValidationOptions> = {}): Finding[] {
  return run([methodSyntax, methodClass], { method }, { words, options });
}

/** Warnings about words that real services use; drafts from such services cannot avoid them. */
const doubts: ReadonlySet<string> = new Set(['agis/path-possible-verb', 'agis/path-reads-as-state']);

/** Findings of passes 2, 3, 4 and 6 about the given members of an endpoint, without warnings about words that services use. */
export function evaluateEndpoint(
  evaluated: EvaluatedEndpoint,
  words: Words,
  options: Partial<ValidationOptions> = {},
): Finding[] {
  const passes = [
    methodSyntax,
    methodClass,
    ...(evaluated.path === undefined ? [] : [pathSyntax]),
    ...(evaluated.intent === undefined ? [] : [semanticConsistency]),
  ];
  return run(passes, evaluated, { words, options }).filter(({ code }) => !doubts.has(code));
}

interface Knowing {
  words: Words;
  options: Partial<ValidationOptions>;
}

function run(passes: readonly Pass[], evaluated: EvaluatedEndpoint, { words, options }: Knowing): Finding[] {
  const context = {
    document: {},
    endpoints: [viewOf(evaluated)],
    locate: (pointer: string) => ({ pointer }),
    words,
    options: { ...defaultValidation, ...options },
  };
  return passes.flatMap((pass) => pass.run(context));
}

function viewOf({ method, path, intent }: EvaluatedEndpoint): EndpointView {
  const semantic: JsonObject | undefined = intent === undefined ? undefined : { intent };
  const node: JsonObject = { method, ...(path === undefined ? {} : { path }) };
  const given = { ...(path === undefined ? {} : { path }), ...(semantic === undefined ? {} : { semantic }) };
  return { index: 0, pointer: '', node, method, elided: false, label: `${method} ${path ?? ''}`.trim(), ...given };
}
