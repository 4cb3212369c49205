/** Repairs: properties that the gateway supplies where a service lacks them; read by callers that see it, switched by its owner. */
import type { BrowsePorts, PublishPorts, StoredEntry } from '@dragoman/core/engine';
import { readEntry, rehearse, switchRepairs } from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  agentParameter,
  dryRunMetadata,
  dryRunParameters,
  etagHeader,
  fieldsParameter,
  ifMatchParameter,
  readJsonBody,
  writePrecondition,
} from '@dragoman/core/http';
import { wantsDryRun } from './dry-run.js';
import { dryRunSchema, replyToDryRun, replyWithChoice } from './entry-choice.js';
import { readSwitches, repairMembers, repairsSchema, switchesSchema, viewRepairs } from './repair-view.js';

/** Maximum request body in bytes. */
const bodyBytes = 16_384;

/** Creates both routes. */
export function createRepairRoutes(ports: BrowsePorts & PublishPorts): Route[] {
  const path = '/agents/{id}/repairs';
  return [
    {
      method: 'GET',
      path,
      budget: 'read',
      access: 'public',
      describe: describeRead,
      async handle(context) {
        return answer(await readEntry(ports, context.params.id ?? '', context.caller), context);
      },
    },
    {
      method: 'PUT',
      path,
      budget: 'write',
      access: 'registry:write',
      action: 'entry.update',
      describe: describeSwitch,
      handle: (context) => replace(ports, context),
    },
  ];
}

async function replace(ports: PublishPorts, context: RouteContext): Promise<HttpReply> {
  const { request, params, caller, traceId } = context;
  const switches = readSwitches(await readJsonBody(request, { bytes: bodyBytes }));
  const precondition = writePrecondition(request);
  const isDryRun = wantsDryRun(context);
  const { stored, changed } = await switchRepairs(isDryRun ? rehearse(ports) : ports, params.id ?? '', {
    caller,
    traceId,
    switches,
    ...(precondition === undefined ? {} : { precondition }),
  });
  return isDryRun ? replyToDryRun(changed, 'agent_repairs', viewRepairs(stored.entry)) : answer(stored, context);
}

function answer(stored: StoredEntry, context: RouteContext): HttpReply {
  return replyWithChoice(stored, { view: viewRepairs(stored.entry), members: repairMembers }, context);
}

const describeRead: Route['describe'] = {
  operationId: 'agent_repairs_read',
  tag: 'registration',
  summary: 'Read the repairs that the gateway applies to one service.',
  description:
    'Lists the repairs in order of application: properties that AI agents rely on, that a service may lack, and that calls through this gateway have. Reports which repairs are on and how many operations each one affects. ' +
    'Use this before you switch repairs. Do not use it to evaluate a service against the profile: use agent_profile_read instead. No side effects.',
  parameters: [agentParameter(), fieldsParameter('the answer')],
  responses: {
    '200': {
      description: 'The repairs.',
      headers: etagHeader,
      content: { 'application/json': { schema: repairsSchema } },
    },
  },
  failures: [404],
  agent: { read_only: true, next: ['agent_repairs_switch', 'agent_profile_read'] },
};

const describeSwitch: Route['describe'] = {
  operationId: 'agent_repairs_switch',
  tag: 'registration',
  summary: 'Switch repairs of one of your services on or off.',
  description:
    'Replaces the choices: a repair that you do not list returns to its default. Use this when a service lacks cursors, field selection, bounded responses or closed inputs, or when a repair causes problems. ' +
    'Do not use it to change the service itself: use agents_replace instead. ' +
    'Side effects: operations whose tool signatures change get a new version, so that pinned versions stay unchanged; the change is stored and audited.',
  parameters: [agentParameter(), ifMatchParameter, ...dryRunParameters],
  requestBody: {
    description: 'The choices.',
    required: true,
    content: {
      'application/json': {
        schema: switchesSchema,
        examples: {
          lists: { summary: 'Bounded lists', value: { repairs: { 'cursor-pages': true, truncation: true } } },
          defaults: { summary: 'Back to the defaults', value: { repairs: {} } },
        },
      },
    },
  },
  responses: {
    '200': {
      description: 'The repairs after the change, or the result of a dry run.',
      headers: etagHeader,
      content: {
        'application/json': {
          schema: { oneOf: [repairsSchema, dryRunSchema('ForeseenRepairs', 'agent_repairs', repairsSchema)] },
        },
      },
    },
  },
  failures: [400, 403, 404, 412, 413, 415],
  agent: {
    read_only: false,
    side_effects: ['updates one registry entry', 'operations whose tool signatures change get a new version'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: false },
    idempotent: true,
    undo: 'agent_repairs_switch',
  },
};
