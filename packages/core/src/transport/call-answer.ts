/** Common parts of the answers to calls in all interfaces: provenance headers, findings, failures. */
import type { Diagnostic, Failure, JsonObject, JsonSchema } from '@dragoman/model';
import { changeFailure, toFailure } from '@dragoman/model';
import type { Call, Preview } from '../gateway/call.js';
import { deprecationHeaders } from '../gateway/deprecation.js';
import { pathTo } from './links.js';

/** Headers that mark a body as a service's output. */
export const originHeader = 'X-Dragoman-Origin';
export const trustHeader = 'X-Dragoman-Trust';

/** The same failure with the headers that every answer of this call carries. */
export function refuseCall(call: Call, thrown: unknown): Failure {
  const failure = toFailure(thrown);
  return changeFailure(failure, { headers: { ...callHeaders(call), ...failure.headers } });
}

/**
 * Headers of every answer to a call: rate limits, the correlation id, and the sunset of the operation when it is near.
 */
export function callHeaders(call: Call): Record<string, string> {
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  const { attempts = 0 } = call.facts;
  if (attempts > 1) headers['x-dragoman-attempts'] = String(attempts);
  Object.assign(headers, call.rateLimitHeaders?.(), call.headers);
  if (call.requestId !== undefined) headers['x-request-id'] = call.requestId;
  if (call.target !== undefined) Object.assign(headers, deprecationHeaders(call.target));
  return headers;
}

/** Headers that state the provenance of the body; names are in lower case. */
export function originHeaders(call: Call): Record<string, string> {
  const headers: Record<string, string> = {
    'x-dragoman-origin': pathTo('/agents', call.agentId),
    'x-dragoman-trust': 'untrusted',
  };
  if (call.target !== undefined && acceptsAnything(call.target.operation.output))
    headers['x-dragoman-output'] = 'unchecked';
  return headers;
}

/** True for an operation without an output schema: nothing was compared. */
function acceptsAnything(schema: JsonSchema): boolean {
  return schema === true || (schema !== false && Object.keys(schema).length === 0);
}

/** Headers that report findings on the body; names are in lower case. */
export function findingHeaders(findings: readonly Diagnostic[]): Record<string, string> {
  if (findings.length === 0) return {};
  return {
    'x-dragoman-warnings': String(findings.length),
    'x-dragoman-findings': [...new Set(findings.map(({ code }) => code))].join(', '),
  };
}

/** A preview as it is answered. */
export function writePreview(preview: Preview): JsonObject {
  const { confirmationRequired, confirmation, input, request, ...rest } = preview;
  return {
    dry_run: true,
    ...rest,
    confirmation_required: confirmationRequired,
    ...(confirmation === undefined
      ? {}
      : { confirmation: { token: confirmation.token, expires_at: confirmation.expiresAt } }),
    input,
    ...(request === undefined ? {} : { request: writeRequest(request) }),
  };
}

function writeRequest({ bodyBytes, ...request }: NonNullable<Preview['request']>): JsonObject {
  return { ...request, ...(bodyBytes === undefined ? {} : { body_bytes: bodyBytes }) };
}
