/**
 * How an endpoint of somebody's AGIS service is called over HTTP (§10.1; agis.md R35): POST of the input as JSON to the
 * AGIS path, the method in a header; GET with query parameters where the provider declared it for a call that reads.
 */

import { agisExtra, agisHeaders, grammar, memberOf, textOf } from '@dragoman/agis';
import type { AgisBinding, JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { BindingCaller, Target } from '../../gateway/call.js';

/** What the caller of AGIS services needs to know. */
export interface AgisCallerOptions {
  /** Origins under which this gateway itself is reached; a service there would be called in circles. */
  ownOrigins: readonly string[];
}

/** Makes the way to call operations that came from AGIS documents. */
export function createAgisCaller({ ownOrigins }: AgisCallerOptions): BindingCaller {
  return {
    kind: 'agis',
    prepare(target, call) {
      const { base, method } = bindingOf(target, ownOrigins);
      const input = isJsonObject(call.input) ? call.input : {};
      const { path, rest } = fillPath(target.operation.path ?? '/', input);
      const url = `${base.replace(/\/+$/, '')}${path}`;
      const headers = headersFor(target);
      if (method === 'GET') return { url: `${url}${queryOf(rest)}`, method, headers };
      return { url, method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: input };
    },
  };
}

function bindingOf({ operation }: Target, ownOrigins: readonly string[]): AgisBinding {
  const { binding } = operation;
  if (binding.kind !== 'agis') throw new Error('an operation of another kind was given to the AGIS caller');
  if (binding.transport !== 'http' || !URL.canParse(binding.base)) {
    throw new Failure('UNAVAILABLE', {
      message: 'This service is reached over AGTP only, which this gateway does not speak.',
    });
  }
  const { origin } = new URL(binding.base);
  if (ownOrigins.some((own) => URL.canParse(own) && new URL(own).origin === origin)) {
    throw new Failure('UPSTREAM_REFUSED', { message: "The service's address leads back to this gateway." });
  }
  return binding;
}

function headersFor({ stored, operation }: Target): Record<string, string> {
  const { vocabulary } = agisExtra(stored.entry.extra);
  const namespace = isJsonObject(vocabulary) ? textOf(memberOf(vocabulary, 'namespace')) : undefined;
  return {
    [agisHeaders.method.toLowerCase()]: operation.verb ?? '',
    [agisHeaders.grammar.toLowerCase()]: grammar,
    // A name that no header can carry is left out; the address says which service is meant.
    ...(namespace !== undefined && /^[\x21-\x7e]{1,200}$/.test(namespace)
      ? { [agisHeaders.namespace.toLowerCase()]: namespace }
      : {}),
  };
}

interface FilledPath {
  path: string;
  /** Inputs that do not stand in the path. */
  rest: JsonObject;
}

/** The path with its parameters filled in from the input; each stays one segment, whatever it holds. */
export function fillPath(template: string, input: JsonObject): FilledPath {
  const used = new Set<string>();
  const path = template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = memberOf(input, name);
    const text = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? `${value}` : '';
    if (text === '' || text === '.' || text === '..') throw notFillable(name);
    used.add(name);
    return encodeURIComponent(text);
  });
  return { path, rest: Object.fromEntries(Object.entries(input).filter(([name]) => !used.has(name))) };
}

function notFillable(name: string): Failure {
  return new Failure('INVALID_INPUT', {
    message: `The path of this endpoint needs '${name.slice(0, 80)}'.`,
    fieldErrors: [
      {
        field: name.slice(0, 80),
        pointer: `/${name.slice(0, 80)}`,
        code: 'agis/path-parameter',
        detail: 'must be a text or a number that can stand as one segment of a path',
      },
    ],
  });
}

/** Lists repeat their name; what has parts is written as JSON. */
function queryOf(input: JsonObject): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, queryText(each));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

function queryText(value: JsonValue): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
