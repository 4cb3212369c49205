/** What an entry has in common with those of other providers: read by whoever may see it, accepted by administrators. */
import type { BrowsePorts, PublishPorts } from '@dragoman/core/engine';
import { acceptFindings, changeEntry, lookAlikesOf } from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import { agentParameter, jsonReply } from '@dragoman/core/http';
import type { Entry, JsonObject } from '@dragoman/model';
import { createEntryViewRoute } from './entry-view.js';

/** Both routes. */
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

/** What was accepted stays accepted when the entry is registered again; a new finding holds it again. */
async function accept(ports: PublishPorts, { params, caller, traceId }: RouteContext): Promise<HttpReply> {
  const { stored } = await changeEntry(ports, params.id ?? '', { caller, traceId }, ({ entry }) =>
    lookAlikesOf(entry).findings.length === 0 ? entry : acceptFindings(entry),
  );
  return jsonReply(view(stored.entry), { headers: { 'Cache-Control': 'no-store' } });
}

const schema: JsonObject = {
  type: 'object',
  description: 'Findings of one agent.',
  required: ['id', 'status', 'held', 'findings'],
  properties: {
    id: { type: 'string', description: 'Id of the agent.' },
    status: { type: 'string', description: 'Whether it takes calls.', enum: ['active', 'inactive', 'deprecated'] },
    held: { type: 'boolean', description: 'True while it waits for an administrator.' },
    findings: {
      type: 'array',
      description: 'What it has in common with others, and texts of its own that give orders.',
      maxItems: 20,
      items: {
        type: 'object',
        description: 'One finding.',
        properties: {
          code: { type: 'string', description: 'Kind of the finding.' },
          pointer: { type: 'string', description: 'Where in the entry.' },
          agent: {
            type: 'string',
            description: 'Id of the other agent, or of this one where its own text speaks to its reader.',
          },
          name: { type: 'string', description: 'Name that is meant.' },
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
  summary: 'Read what one agent has in common with others.',
  description:
    'Tells whose name or description an agent shares, or comes close to, and which of its texts speak to their reader, in order of kinds from equal names on, and whether it is held for that. Use this before you trust an agent that you did not know. ' +
    'Do not use it to find agents: use agents_search instead. No side effects.',
  parameters: [agentParameter()],
  responses,
  failures: [404],
  agent: { read_only: true, untrusted: ['/findings/*/name'] },
};

const describeAccept: Route['describe'] = {
  operationId: 'agent_findings_accept',
  tag: 'registration',
  summary: 'Accept the findings of one agent.',
  description:
    'Lets an agent take calls that was held because it looks like another, and remembers what was accepted. Use this after a person has looked at both. ' +
    'Do not use it to read the findings: use agent_findings_read instead. For administrators.',
  parameters: [agentParameter()],
  responses,
  failures: [404],
  agent: { read_only: false, side_effects: ['a held agent takes calls again'], idempotent: true },
};
