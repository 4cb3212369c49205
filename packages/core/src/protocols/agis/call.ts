/**
 * Calls endpoints of AGIS services over HTTP (§10.1; agis.md R35): a POST of the input as JSON to the AGIS path, with
 * the method in a header; GET with query parameters if the provider declared it for a call that only reads.
 */

import { agisExtra, agisHeaders, grammar, memberOf, textOf } from '@dragoman/agis';
import type { AgisBinding, JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { BindingCaller, Target } from '../../gateway/call.js';

/** Dependencies of the AGIS caller. */
export interface AgisCallerOptions {
  /** Origins of this gateway; a service at one of them would cause a call loop. */
  ownOrigins: readonly string[];
}

/** Creates the caller for operations that were imported from AGIS documents. */
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
  if (binding.kind !== 'agis') throw new Error('the AGIS caller received an operation with another binding');
  if (binding.transport !== 'http' || !URL.canParse(binding.base)) {
    throw new Failure('UNAVAILABLE', {
      message: 'This service is available over AGTP only, which this gateway does not support.',
    });
  }
  const { origin } = new URL(binding.base);
  if (ownOrigins.some((own) => URL.canParse(own) && new URL(own).origin === origin)) {
    throw new Failure('UPSTREAM_REFUSED', { message: "The service's URL points back to this gateway." });
  }
  return binding;
}

function headersFor({ stored, operation }: Target): Record<string, string> {
  const { vocabulary } = agisExtra(stored.entry.extra);
  const namespace = isJsonObject(vocabulary) ? textOf(memberOf(vocabulary, 'namespace')) : undefined;
  return {
    [agisHeaders.method.toLowerCase()]: operation.verb ?? '',
    [agisHeaders.grammar.toLowerCase()]: grammar,
    // A name that is not a valid header value is omitted; the URL identifies the service.
    ...(namespace !== undefined && /^[\x21-\x7e]{1,200}$/.test(namespace)
      ? { [agisHeaders.namespace.toLowerCase()]: namespace }
      : {}),
  };
}

interface FilledPath {
  path: string;
  /** Inputs that are not in the path. */
  rest: JsonObject;
}

/** The path with its parameters filled in from the input; each value stays one segment. */
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
    message: `The path of this endpoint requires '${name.slice(0, 80)}'.`,
    fieldErrors: [
      {
        field: name.slice(0, 80),
        pointer: `/${name.slice(0, 80)}`,
        code: 'agis/path-parameter',
        detail: 'must be a string or number that is valid as one path segment',
      },
    ],
  });
}

/** Lists repeat their name; objects are written as JSON. */
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
