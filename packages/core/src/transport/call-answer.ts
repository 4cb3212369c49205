/** What answers to calls have in common, whatever face they go out through: marks of origin, findings, refusals. */
import type { Diagnostic, JsonObject } from '@dragoman/model';
import { Failure, toFailure } from '@dragoman/model';
import type { Call, Preview } from '../gateway/call.js';
import { deprecationHeaders } from '../gateway/deprecation.js';
import { pathTo } from './links.js';

/** Headers that mark a body as an agent's output. */
export const originHeader = 'X-Dragoman-Origin';
export const trustHeader = 'X-Dragoman-Trust';

/** The same failure with the headers that every answer of this call carries. */
export function refuseCall(call: Call, thrown: unknown): Failure {
  const failure = toFailure(thrown);
  return new Failure(failure.code, {
    message: failure.message,
    fieldErrors: failure.fieldErrors,
    ...(failure.retryAfter === undefined ? {} : { retryAfter: failure.retryAfter }),
    headers: { ...callHeaders(call), ...failure.headers },
    cause: failure.cause,
  });
}

/** What every answer of a call carries: allowances, the correlation id, and the end of the operation when it is near. */
export function callHeaders(call: Call): Record<string, string> {
  return {
    'cache-control': 'no-store',
    ...call.headers,
    ...(call.requestId === undefined ? {} : { 'x-request-id': call.requestId }),
    ...(call.target === undefined ? {} : deprecationHeaders(call.target)),
  };
}

/** Says whose words the body holds. */
export function markOrigin(headers: Headers, call: Call): void {
  headers.set(originHeader, pathTo('/agents', call.agentId));
  headers.set(trustHeader, 'untrusted');
}

/** Says what was found wrong with the body. */
export function markFindings(headers: Headers, findings: readonly Diagnostic[]): void {
  if (findings.length === 0) return;
  headers.set('X-Dragoman-Warnings', String(findings.length));
  headers.set('X-Dragoman-Findings', [...new Set(findings.map(({ code }) => code))].join(', '));
}

/** A preview as it is answered. */
export function writePreview(preview: Preview): JsonObject {
  const { confirmationRequired, confirmation, input, ...rest } = preview;
  return {
    dry_run: true,
    ...rest,
    confirmation_required: confirmationRequired,
    ...(confirmation === undefined
      ? {}
      : { confirmation: { token: confirmation.token, expires_at: confirmation.expiresAt } }),
    input,
  };
}
