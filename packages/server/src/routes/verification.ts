/** Whether an agent does what it says: read by whoever sees it, tried and taken back by administrators. */
import type { BrowsePorts, VerificationPorts } from '@dragoman/core/engine';
import { readEntry, verificationOf, verifyAgent, withdrawVerification } from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  agentParameter,
  createReply,
  dryRunAnswer,
  dryRunMetadata,
  dryRunParameters,
  jsonReply,
} from '@dragoman/core/http';
import type { Entry, JsonObject } from '@dragoman/model';
import { rehearsalReply, rehearsalSchema, wantsDryRun } from './dry-run.js';
import { createEntryViewRoute } from './entry-view.js';

const tryId = 'agent_verification_try';
const withdrawId = 'agent_verification_withdraw';

/** The routes; an agent can be tried only where there is a gateway to call it through. */
export function createVerificationRoutes(ports: BrowsePorts & VerificationPorts): Route[] {
  const path = '/agents/{id}/verification';
  return [
    createEntryViewRoute(ports, { path, describe: describeRead, view }),
    {
      method: 'POST',
      path,
      budget: 'write',
      access: 'admin',
      action: 'entry.update',
      describe: describeTry,
      handle: (context) => tryNow(ports, context),
    },
    {
      method: 'DELETE',
      path,
      budget: 'write',
      access: 'admin',
      action: 'entry.update',
      describe: describeWithdraw,
      handle: (context) => withdraw(ports, context),
    },
  ];
}

async function tryNow(ports: BrowsePorts & VerificationPorts, context: RouteContext): Promise<HttpReply> {
  const { params, caller, traceId, traceparent, signal } = context;
  if (wantsDryRun(context)) {
    await readEntry(ports, params.id ?? '', caller);
    return rehearsalReply({ would_change: true, reversible: true, outcome: 'created', undo: withdrawId });
  }
  const { entry } = await verifyAgent(ports, params.id ?? '', { caller, traceId, traceparent, signal });
  return jsonReply(view(entry), { headers: { 'Cache-Control': 'no-store' } });
}

async function withdraw(ports: BrowsePorts & VerificationPorts, context: RouteContext): Promise<HttpReply> {
  const { params, caller, traceId } = context;
  const id = params.id ?? '';
  if (wantsDryRun(context)) {
    const isThere = verificationOf((await readEntry(ports, id, caller)).entry) !== undefined;
    const outcome = isThere ? 'deleted' : 'unchanged';
    return rehearsalReply({ would_change: isThere, reversible: true, outcome, undo: tryId });
  }
  await withdrawVerification(ports, id, { caller, traceId });
  return createReply(null, { status: 204 });
}

function view(entry: Entry): JsonObject {
  const report = verificationOf(entry);
  if (report === undefined) return { id: entry.id, verified: false, examples: [] };
  const { passed, at, by, examples } = report;
  return { id: entry.id, verified: passed, at, by, examples: examples.map((each) => ({ ...each })) };
}

const schema: JsonObject = {
  type: 'object',
  title: 'AgentVerification',
  description: 'What came of trying an agent’s own examples.',
  required: ['id', 'verified', 'examples'],
  properties: {
    id: { type: 'string', description: 'Id of the agent.' },
    verified: { type: 'boolean', description: 'True: some examples were tried, and all of them fit.' },
    at: { type: 'string', format: 'date-time', description: 'When they were tried; absent when they never were.' },
    by: { type: 'string', description: 'Who had them tried.' },
    examples: {
      type: 'array',
      description: 'One verdict per example.',
      maxItems: 50,
      items: {
        type: 'object',
        description: 'One verdict.',
        required: ['operation', 'example', 'verdict'],
        properties: {
          operation: { type: 'string', description: 'Name of the operation.' },
          example: { type: 'integer', minimum: 0, description: 'Place among the examples of the operation, from 0.' },
          verdict: { type: 'string', enum: ['fits', 'fails', 'untried'], description: 'What came of it.' },
          detail: { type: 'string', description: 'Why, unless it fits.' },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};

const responses = { '200': { description: 'The verdicts.', content: { 'application/json': { schema } } } };

const describeRead: Route['describe'] = {
  operationId: 'agent_verification_read',
  tag: 'discovery',
  summary: 'Read whether one agent was found to do what it says.',
  description:
    'Gives the verdicts on an agent’s own examples, in order of its operations, and whether it bears the mark that verified_only of agents_resolve asks for. Use this before you trust an agent that you did not know. ' +
    'Do not use it to see what callers say of an agent: agents_resolve weighs that. No side effects.',
  parameters: [agentParameter()],
  responses,
  failures: [404],
  agent: { read_only: true, untrusted: ['/examples/*/detail'] },
};

const describeTry: Route['describe'] = {
  operationId: tryId,
  tag: 'registration',
  summary: 'Try the examples of one agent, and mark it by what comes of them.',
  description:
    'Calls the examples of operations that change nothing, through this gateway, and holds the answers against the declared schemas. All that were tried fit: the agent is marked as verified; otherwise it loses the mark. ' +
    'A change of the agent takes the mark away too. Use this after registration and from time to time. Do not use it to read the last verdicts: use agent_verification_read instead. For administrators. ' +
    'Side effects: the agent is called, at most 50 times within a minute; the mark is kept and audited.',
  parameters: [agentParameter(), ...dryRunParameters],
  responses: {
    '200': {
      description: 'The verdicts, or what a dry run foresees.',
      content: { 'application/json': { schema: { oneOf: [schema, rehearsalSchema] } } },
    },
  },
  failures: [400, 404, 409],
  agent: {
    read_only: false,
    side_effects: ['calls operations of the agent that change nothing', 'sets or removes the agent’s mark'],
    dry_run: dryRunMetadata,
    idempotent: true,
    risk: { irreversible: false, requires_confirmation: false },
    undo: withdrawId,
  },
};

const withdrawal = {
  summary: 'A mark that would be taken away',
  value: { dry_run: true, would_change: true, reversible: true, outcome: 'deleted', undo: tryId },
};

const describeWithdraw: Route['describe'] = {
  operationId: withdrawId,
  tag: 'registration',
  summary: 'Take the mark of verification from one agent.',
  description:
    'Removes the mark and the verdicts. Use this when an agent is not to be trusted whatever its examples say. Do not use it to stop calls of the agent: use agents_delete instead. ' +
    'For administrators. Side effects: verified_only leaves the agent out from now on; the change is audited.',
  parameters: [agentParameter(), ...dryRunParameters],
  responses: {
    '200': dryRunAnswer(rehearsalSchema, { withdrawal }),
    '204': { description: 'The mark is gone.' },
  },
  failures: [400, 404],
  agent: {
    read_only: false,
    side_effects: ['removes the agent’s mark'],
    dry_run: dryRunMetadata,
    idempotent: true,
    risk: { irreversible: false, requires_confirmation: false },
    undo: tryId,
  },
};
