/** Similarities of an entry to entries of other providers: readable by callers that may see it, accepted by administrators. */
import type { BrowsePorts, PublishPorts } from '@dragoman/core/engine';
import { acceptFindings, changeEntry, lookAlikesOf, rehearse } from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import { agentParameter, dryRunMetadata, dryRunParameters, jsonReply } from '@dragoman/core/http';
import type { Entry, JsonObject } from '@dragoman/model';
import { type DryRunResult, dryRunReply, wantsDryRun, withDryRun } from './dry-run.js';
import { createEntryViewRoute } from './entry-view.js';

/** Creates both routes. */
export function createLookAlikeRoutes(ports: BrowsePorts & PublishPorts): Route[] {
  const path = '/agents/{id}/findings';
  return [
    createEntryViewRoute(ports, { path, describe: describeRead, view }),
    {
      method: 'POST',
      path: `${path}/accept`,
      budget: 'write',
      access: 'admin',
      action: 'entry.update',
      describe: describeAccept,
      handle: (context) => accept(ports, context),
    },
  ];
}

function view(entry: Entry): JsonObject {
  const { findings, held } = lookAlikesOf(entry);
  return { id: entry.id, status: entry.status, held, findings };
}

/** An accepted finding stays accepted when the entry is registered again; a new finding holds the entry again. */
async function accept(ports: PublishPorts, context: RouteContext): Promise<HttpReply> {
  const { params, caller, traceId } = context;
  const isDryRun = wantsDryRun(context);
  let count = 0;
  const { stored } = await changeEntry(
    isDryRun ? rehearse(ports) : ports,
    params.id ?? '',
    { caller, traceId },
    ({ entry }) => {
      count = lookAlikesOf(entry).findings.length;
      return count === 0 ? entry : acceptFindings(entry);
    },
  );
  if (isDryRun) return dryRunReply(acceptDryRun(count));
  return jsonReply(view(stored.entry), { headers: { 'Cache-Control': 'no-store' } });
}

function acceptDryRun(count: number): DryRunResult {
  const changes =
    count === 0 ? [] : [`Accepts ${count} findings; calls of the service are no longer held because of them.`];
  return { would_change: count > 0, reversible: false, outcome: count > 0 ? 'updated' : 'unchanged', changes };
}

const schema: JsonObject = {
  type: 'object',
  description: 'Findings about one service.',
  required: ['id', 'status', 'held', 'findings'],
  properties: {
    id: { type: 'string', description: 'Id of the service.' },
    status: { type: 'string', description: 'Whether it can be called.', enum: ['active', 'inactive', 'deprecated'] },
    held: { type: 'boolean', description: 'True while calls are held until an administrator accepts the findings.' },
    findings: {
      type: 'array',
      description: 'Similarities to other services, and texts of the service that contain instructions.',
      maxItems: 20,
      items: {
        type: 'object',
        description: 'One finding.',
        properties: {
          code: { type: 'string', description: 'Code of the finding.' },
          pointer: { type: 'string', description: 'JSON pointer into the entry.' },
          agent: {
            type: 'string',
            description: 'Id of the other service, or of this one when its own text contains instructions.',
          },
          name: { type: 'string', description: 'Name of that service.' },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};

const responses = { '200': { description: 'The findings.', content: { 'application/json': { schema } } } };

const describeRead: Route['describe'] = {
  operationId: 'agent_findings_read',
  tag: 'discovery',
  summary: 'Read the similarities of one service to others.',
  description:
    'Reports which services have the same or a similar name or description, which texts of the service contain instructions to the reader, ordered by kind starting with equal names, and whether calls are held because of it. Use this before you trust an unfamiliar service. ' +
    'Do not use it to find services: use agents_search instead. No side effects.',
  parameters: [agentParameter()],
  responses,
  failures: [404],
  agent: { read_only: true, untrusted: ['/findings/*/name'] },
};

const describeAccept: Route['describe'] = {
  operationId: 'agent_findings_accept',
  tag: 'registration',
  summary: 'Accept the findings about one service.',
  description:
    'Allows calls of a service that was held because it looks like another, and remembers the accepted findings. Use this after a person has reviewed both services. ' +
    'Do not use it to read the findings: use agent_findings_read instead. For administrators.',
  parameters: [agentParameter(), ...dryRunParameters],
  responses: { '200': withDryRun({ description: 'The findings.', schema }, acceptDryRun(1)) },
  failures: [404],
  agent: {
    read_only: false,
    side_effects: ['a held service can be called again'],
    idempotent: true,
    dry_run: dryRunMetadata,
    risk: { irreversible: true, requires_confirmation: false },
  },
};
