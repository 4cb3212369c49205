/** Rehearsals of the server's own risky writes: asked for like everywhere, answered in the one form. */
import type { ParameterDescription, RouteContext } from '@dragoman/core';
import { flag, invalidParameters, jsonResponse } from '@dragoman/core';
import type { JsonObject } from '@dragoman/model';

/** Header and query parameter that ask for a rehearsal. */
export const dryRunParameters: readonly ParameterDescription[] = [
  {
    name: 'X-Dry-Run',
    in: 'header',
    description: 'true: check everything and say what would happen, but change nothing.',
    schema: { type: 'boolean', default: false },
  },
  {
    name: 'dry_run',
    in: 'query',
    description: 'The same as the header X-Dry-Run.',
    schema: { type: 'boolean', default: false },
  },
];

/** The same for machines, in `x-agent`. */
export const dryRunMetadata: JsonObject = { in: 'header', name: 'X-Dry-Run' };

/** What a rehearsal says. */
export interface Rehearsal {
  would_change: boolean;
  reversible: boolean;
  outcome: 'created' | 'deleted' | 'revoked' | 'rotated' | 'unchanged';
  /** Operation that takes the change back. */
  undo?: string;
}

/** Schema of what a rehearsal says. */
export const rehearsalSchema: JsonObject = {
  type: 'object',
  title: 'Rehearsal',
  description: 'Dry run only: what the same request without it would do; nothing was changed.',
  required: ['dry_run', 'would_change', 'reversible', 'outcome'],
  properties: {
    dry_run: { type: 'boolean', const: true, description: 'Always true: nothing was changed.' },
    would_change: { type: 'boolean', description: 'Whether anything would change.' },
    reversible: { type: 'boolean', description: 'Whether the change could be taken back.' },
    outcome: {
      type: 'string',
      enum: ['created', 'deleted', 'revoked', 'rotated', 'unchanged'],
      description: 'What would happen.',
    },
    undo: { type: 'string', description: 'Operation that takes the change back.' },
  },
  additionalProperties: false,
};

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
export function rehearsalResponse(rehearsal: Rehearsal): Response {
  return jsonResponse({ dry_run: true, ...rehearsal }, { headers: { 'Cache-Control': 'no-store' } });
}
