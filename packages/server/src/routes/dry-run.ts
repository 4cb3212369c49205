/** Rehearsals of the server's own risky writes: asked for like everywhere, answered in the one form. */
import type { HttpReply, RouteContext } from '@dragoman/core/http';
import { dryRunSchema, flag, invalidParameters, jsonReply } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';

/** What a rehearsal says. */
export interface Rehearsal {
  would_change: boolean;
  reversible: boolean;
  outcome: 'created' | 'deleted' | 'revoked' | 'rotated' | 'unchanged';
  /** Operation that takes the change back. */
  undo?: string;
}

/** Schema of what a rehearsal says. */
export const rehearsalSchema: JsonObject = dryRunSchema({
  title: 'Rehearsal',
  outcomes: ['created', 'deleted', 'revoked', 'rotated', 'unchanged'],
  optional: { undo: { type: 'string', description: 'Operation that undoes the change.' } },
});

/** True when the request asks for a rehearsal; a word that is no answer to it is refused rather than guessed at. */
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

/** The answer to a rehearsal. */
export function rehearsalReply(rehearsal: Rehearsal): HttpReply {
  return jsonReply({ dry_run: true, ...rehearsal }, { headers: { 'Cache-Control': 'no-store' } });
}
