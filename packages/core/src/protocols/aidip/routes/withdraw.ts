/** `DELETE /agents/{id}` and `POST /agents/{id}/restore`: a tombstone, and its removal (aidip.md GAP-23). */
import { Failure } from '@dragoman/model';
import { restore, withdraw } from '../../../catalogue/withdraw.js';
import {
  agentParameter,
  dryRunAnswer,
  dryRunMetadata,
  dryRunParameters,
  ifMatchParameter,
  stateHeaders,
} from '../../../transport/describe.js';
import { createReply, jsonReply } from '../../../transport/http-reply.js';
import type { Route } from '../../../transport/route.js';
import type { AidipPorts } from '../ports.js';
import { agentHeaders, viewOf } from '../serving/answers.js';
import { readChange } from '../serving/change-request.js';
import { pierWeatherServed } from '../serving/examples.js';
import { agentSchema, dryRunSchema } from '../serving/schemas.js';
import { writeAidip } from '../write.js';

/** The route that soft-deletes. */
export function createDeleteRoute(ports: AidipPorts): Route {
  return {
    method: 'DELETE',
    path: '/agents/{id}',
    budget: 'write',
    access: 'registry:write',
    action: 'entry.delete',
    describe: describeDelete,
    async handle(context) {
      const asked = readChange(ports, context, ['dry_run']);
      const id = context.params.id ?? '';
      await withdraw(asked.ports, id, asked.request);
      if (!asked.dryRun) return createReply(null, { status: 204 });
      return jsonReply(deletion(id));
    },
  };
}

/** The route that restores a deleted agent. */
export function createRestoreRoute(ports: AidipPorts): Route {
  return {
    method: 'POST',
    path: '/agents/{id}/restore',
    budget: 'write',
    access: 'registry:write',
    action: 'entry.restore',
    describe: describeRestore,
    async handle(context) {
      const asked = readChange(ports, context, ['dry_run']);
      // A deleted agent has no state that a condition could match (RFC 9110 §13.1.1).
      if (asked.request.precondition?.(undefined) === false) throw new Failure('PRECONDITION_FAILED');
      const stored = await restore(asked.ports, context.params.id ?? '', asked.request);
      if (asked.dryRun) return jsonReply(restoration(stored.entry.id));
      const view = viewOf(context.caller, stored);
      return jsonReply(writeAidip(stored, { view, form: 'full' }), { headers: agentHeaders(stored, view) });
    },
  };
}

const deletion = (id: string) => ({
  dry_run: true,
  would_change: true,
  reversible: true,
  outcome: 'deleted',
  changes: [`Removes ${id} from every list, search and read; a tombstone and all versions are kept.`],
  undo: 'agents_restore',
});

const restoration = (id: string) => ({
  dry_run: true,
  would_change: true,
  reversible: true,
  outcome: 'updated',
  changes: [`Makes ${id} findable again with its last content.`],
  undo: 'agents_delete',
});

const describeDelete: Route['describe'] = {
  operationId: 'agents_delete',
  tag: 'registration',
  summary: 'Delete one of your agents; it can be restored.',
  description:
    'Removes an agent that you own from the registry: it disappears from every list, search and read ' +
    'at once. Use this when the agent no longer exists. Do not use it to disable an agent ' +
    'temporarily: use agents_replace with status inactive instead. This is a soft delete: a tombstone ' +
    'and all versions are kept, and agents_restore restores the agent. The id stays yours.',
  parameters: [agentParameter(), ...dryRunParameters, ifMatchParameter],
  responses: {
    '200': dryRunAnswer(dryRunSchema, {
      dry_run: {
        summary: 'Nothing was deleted',
        value: deletion('pier-weather-001'),
      },
    }),
    '204': { description: 'Deleted.' },
  },
  failures: [400, 403, 404, 406, 412],
  agent: {
    read_only: false,
    side_effects: ['removes one agent from every response', 'keeps a tombstone and all versions'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: true },
    undo: 'agents_restore',
  },
};

const describeRestore: Route['describe'] = {
  operationId: 'agents_restore',
  tag: 'registration',
  summary: 'Restore an agent that you deleted.',
  description:
    'Undoes agents_delete: the last content is served and findable again under the same id. Use this ' +
    'after deleting by mistake. Do not use it to return to an older version: use agents_version_read ' +
    'and agents_replace for that. Updates one entry. Works only when the agent is deleted; for a live ' +
    'agent the response is 409.',
  parameters: [agentParameter(), ...dryRunParameters],
  responses: {
    '200': {
      description: 'The restored metadata.',
      headers: stateHeaders,
      content: {
        'application/json': {
          schema: {
            description: 'The restored metadata, or the report of a dry run.',
            anyOf: [agentSchema, dryRunSchema],
          },
          examples: {
            pier_weather: { summary: 'Pier Weather is back', value: pierWeatherServed },
            dry_run: { summary: 'Nothing was restored', value: restoration('pier-weather-001') },
          },
        },
      },
    },
  },
  failures: [400, 403, 404, 406, 409, 412],
  agent: {
    read_only: false,
    side_effects: ['makes one deleted agent findable again'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: false },
    undo: 'agents_delete',
    next: ['agents_read'],
    untrusted: [''],
  },
};
