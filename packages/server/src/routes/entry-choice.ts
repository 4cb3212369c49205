/** What `effects` and `repairs` share: choices of people that are stored with an entry, read and replaced as one resource. */
import type { StoredEntry } from '@dragoman/core/engine';
import { canChange } from '@dragoman/core/engine';
import type { HttpReply, RouteContext } from '@dragoman/core/http';
import {
  entryValidators,
  isUnchanged,
  jsonReply,
  notModified,
  pickFields,
  readFields,
  validatorHeaders,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';

/** A view of the choice, and the names of its members for field selection. */
export interface ChoiceView {
  view: JsonObject;
  members: readonly string[];
}

/** The ETag is that of the entry, so that a writer can refer to the state that it has read. */
export function replyWithChoice(stored: StoredEntry, { view, members }: ChoiceView, context: RouteContext): HttpReply {
  const { request, url, caller } = context;
  const validators = entryValidators(stored, canChange(caller, stored.entry) ? 'owner' : 'other');
  const headers = { ...validatorHeaders(validators), 'Cache-Control': 'private, no-cache', Vary: 'Authorization' };
  if (request.method !== 'PUT' && isUnchanged(request, validators)) return notModified(headers);
  return jsonReply(pickFields(view, readFields(url, members)), { headers });
}

/** The result of a dry run; `member` holds the choice as it would be. */
export function replyToDryRun(changed: boolean, member: string, view: JsonObject): HttpReply {
  const result = { dry_run: true, would_change: changed, reversible: true, [member]: view };
  return jsonReply(result, { headers: { 'Cache-Control': 'no-store' } });
}

/** The schema of {@link replyToDryRun}. */
export function dryRunSchema(title: string, member: string, schema: JsonObject): JsonObject {
  return {
    type: 'object',
    title,
    description: 'Dry run only: what the same request would do without dry run; nothing was changed.',
    required: ['dry_run', 'would_change', 'reversible', member],
    properties: {
      dry_run: { type: 'boolean', const: true, description: 'Always true: nothing was changed.' },
      would_change: { type: 'boolean', description: 'Whether anything would change.' },
      reversible: {
        type: 'boolean',
        const: true,
        description: 'Always true: send the previous choice to undo the change.',
      },
      [member]: schema,
    },
    additionalProperties: false,
  };
}
