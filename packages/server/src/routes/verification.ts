/** Verification of a service by its own examples: readable by callers that see it, run and withdrawn by administrators. */
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
import { dryRunReply, dryRunResultSchema, wantsDryRun } from './dry-run.js';
import { createEntryViewRoute } from './entry-view.js';

const tryId = 'agent_verification_try';
const withdrawId = 'agent_verification_withdraw';

/** Creates the routes; a service can be verified only where the gateway is enabled. */
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
    return dryRunReply({
      would_change: true,
      reversible: true,
      outcome: 'created',
      changes: ['Calls each operation that has an example and no effect, and stores the results.'],
      undo: withdrawId,
    });
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
    const changes = isThere ? ['Removes the stored verification.'] : [];
    return dryRunReply({ would_change: isThere, reversible: true, outcome, changes, undo: tryId });
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
  description: 'Results of running the examples of a service.',
  required: ['id', 'verified', 'examples'],
  properties: {
    id: { type: 'string', description: 'Id of the service.' },
    verified: { type: 'boolean', description: 'True when at least one example was run and all of them passed.' },
    at: {
      type: 'string',
      format: 'date-time',
      description: 'When the examples were run; absent when they never were.',
    },
    by: { type: 'string', description: 'Subject that requested the run.' },
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
          example: { type: 'integer', minimum: 0, description: 'Index among the examples of the operation, from 0.' },
          verdict: { type: 'string', enum: ['fits', 'fails', 'untried'], description: 'Verdict on the example.' },
          detail: { type: 'string', description: 'Reason, unless the verdict is fits.' },
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
  summary: 'Read the verification of one service.',
  description:
    'Returns the verdicts on the examples of a service, in order of its operations, and whether it has the verified mark that verified_only of agents_resolve requires. Use this before you trust an unfamiliar service. ' +
    'Do not use it to see feedback of callers: agents_resolve takes that into account. No side effects.',
  parameters: [agentParameter()],
  responses,
  failures: [404],
  agent: { read_only: true, untrusted: ['/examples/*/detail'] },
};

const describeTry: Route['describe'] = {
  operationId: tryId,
  tag: 'registration',
  summary: 'Run the examples of one service and set or remove its verified mark.',
  description:
    'Calls the examples of read-only operations through this gateway and compares the responses with the declared schemas. When all examples that were run pass, the service is marked as verified; otherwise it loses the mark. ' +
    'A change of the service also removes the mark. Use this after registration and from time to time. Do not use it to read the last verdicts: use agent_verification_read instead. For administrators. ' +
    'Side effects: the service is called at most 50 times within a minute; the mark is stored and audited.',
  parameters: [agentParameter(), ...dryRunParameters],
  responses: {
    '200': {
      description: 'The verdicts, or the result of a dry run.',
      content: { 'application/json': { schema: { oneOf: [schema, dryRunResultSchema] } } },
    },
  },
  failures: [400, 404, 409],
  agent: {
    read_only: false,
    side_effects: ['calls read-only operations of the service', 'sets or removes the verified mark'],
    dry_run: dryRunMetadata,
    idempotent: true,
    risk: { irreversible: false, requires_confirmation: false },
    undo: withdrawId,
  },
};

const withdrawal = {
  summary: 'A mark that would be removed',
  value: {
    dry_run: true,
    would_change: true,
    reversible: true,
    outcome: 'deleted',
    changes: ['Removes the stored verification.'],
    undo: tryId,
  },
};

const describeWithdraw: Route['describe'] = {
  operationId: withdrawId,
  tag: 'registration',
  summary: 'Remove the verified mark from one service.',
  description:
    'Removes the mark and the verdicts. Use this when a service should not be trusted regardless of its examples. Do not use it to stop calls of the service: use agents_delete instead. ' +
    'For administrators. Side effects: verified_only excludes the service from now on; the change is audited.',
  parameters: [agentParameter(), ...dryRunParameters],
  responses: {
    '200': dryRunAnswer(dryRunResultSchema, { withdrawal }),
    '204': { description: 'The mark was removed.' },
  },
  failures: [400, 404],
  agent: {
    read_only: false,
    side_effects: ['removes the verified mark'],
    dry_run: dryRunMetadata,
    idempotent: true,
    risk: { irreversible: false, requires_confirmation: false },
    undo: tryId,
  },
};
