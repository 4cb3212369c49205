/** Dry runs of the server's own write operations: one way to request them and one response format. */
import type { HttpReply, RouteContext } from '@dragoman/core/http';
import { dryRunSchema, flag, invalidParameters, jsonReply } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';

/** Result of a dry run. */
export interface DryRunResult {
  would_change: boolean;
  reversible: boolean;
  outcome: 'created' | 'deleted' | 'revoked' | 'rotated' | 'unchanged';
  /** Operation that undoes the change. */
  undo?: string;
}

/** Schema of the result of a dry run. */
export const dryRunResultSchema: JsonObject = dryRunSchema({
  title: 'DryRunResult',
  outcomes: ['created', 'deleted', 'revoked', 'rotated', 'unchanged'],
  optional: { undo: { type: 'string', description: 'Operation that undoes the change.' } },
});

/** True when the request asks for a dry run; any value other than true or false is rejected. */
export function wantsDryRun({ request, url }: RouteContext): boolean {
  const asked = [
    ['X-Dry-Run', request.headers.get('x-dry-run')],
    ['dry_run', url.searchParams.get('dry_run')],
  ] as const;
  const wrong = asked.filter(([, text]) => text !== null && flag(text) === undefined);
  if (wrong.length > 0) {
    throw invalidParameters(wrong.map(([field]) => ({ field, code: 'request/type', detail: 'must be true or false' })));
  }
  return asked.some(([, text]) => text !== null && flag(text) === true);
}

/** The response to a dry run. */
export function dryRunReply(result: DryRunResult): HttpReply {
  return jsonReply({ dry_run: true, ...result }, { headers: { 'Cache-Control': 'no-store' } });
}
