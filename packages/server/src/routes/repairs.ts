/** What the gateway supplies for an agent where its upstream does not: read by whoever sees it, switched by its owner. */
import type { BrowsePorts, PublishPorts, StoredEntry } from '@dragoman/core/engine';
import { canChange, readEntry, rehearse, switchRepairs } from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  agentParameter,
  dryRunMetadata,
  dryRunParameters,
  entryValidators,
  etagHeader,
  fieldsParameter,
  ifMatchParameter,
  isUnchanged,
  jsonReply,
  notModified,
  pickFields,
  readFields,
  readJsonBody,
  validatorHeaders,
  writePrecondition,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { wantsDryRun } from './dry-run.js';
import { readSwitches, repairMembers, repairsSchema, switchesSchema, viewRepairs } from './repair-view.js';

/** Largest body of these routes, in bytes. */
const bodyBytes = 16_384;

/** Both routes. */
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
  const isRehearsal = wantsDryRun(context);
  const { stored, changed } = await switchRepairs(isRehearsal ? rehearse(ports) : ports, params.id ?? '', {
    caller,
    traceId,
    switches,
    ...(precondition === undefined ? {} : { precondition }),
  });
  if (!isRehearsal) return answer(stored, context);
  const foreseen = { dry_run: true, would_change: changed, reversible: true, agent_repairs: viewRepairs(stored.entry) };
  return jsonReply(foreseen, { headers: { 'Cache-Control': 'no-store' } });
}

/** The tag is that of the entry, so that a writer can name the state that it has read. */
function answer(stored: StoredEntry, { request, url, caller }: RouteContext): HttpReply {
  const validators = entryValidators(stored, canChange(caller, stored.entry) ? 'owner' : 'other');
  const headers = { ...validatorHeaders(validators), 'Cache-Control': 'private, no-cache', Vary: 'Authorization' };
  if (request.method !== 'PUT' && isUnchanged(request, validators)) return notModified(headers);
  return jsonReply(pickFields(viewRepairs(stored.entry), readFields(url, repairMembers)), { headers });
}

const foreseenSchema: JsonObject = {
  type: 'object',
  title: 'ForeseenRepairs',
  description: 'Dry run only: what the same request without it would do; nothing was changed.',
  required: ['dry_run', 'would_change', 'reversible', 'agent_repairs'],
  properties: {
    dry_run: { type: 'boolean', const: true, description: 'Always true: nothing was changed.' },
    would_change: { type: 'boolean', description: 'Whether anything would change.' },
    reversible: { type: 'boolean', const: true, description: 'Send the choices of before to take it back.' },
    agent_repairs: repairsSchema,
  },
  additionalProperties: false,
};

const describeRead: Route['describe'] = {
  operationId: 'agent_repairs_read',
  tag: 'registration',
  summary: 'Read what the gateway supplies for one agent.',
  description:
    'Lists the repairs in order of application: properties that agents rely on, that the upstream may lack, and that calls through this gateway have. Says which are on and for how many operations each is at work. ' +
    'Use this before you switch repairs. Do not use it to see how an agent stands with the profile: use agent_profile_read instead. No side effects.',
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
  summary: 'Switch repairs of one of your agents on or off.',
  description:
    'Replaces the choices: a repair that you do not name goes back to its default. Use this when an upstream lacks cursors, field selection, bounded answers or closed inputs, or when a repair is in the way. ' +
    'Do not use it to change the agent itself: use agents_replace instead. ' +
    'Side effects: operations whose tools look different count a version up, so that pinned versions stay as they are; the change is kept and audited.',
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
      description: 'The repairs as they are now, or what a dry run foresees.',
      headers: etagHeader,
      content: { 'application/json': { schema: { oneOf: [repairsSchema, foreseenSchema] } } },
    },
  },
  failures: [400, 403, 404, 412, 413, 415],
  agent: {
    read_only: false,
    side_effects: ['updates one registry entry', 'operations whose tools look different count a version up'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: false },
    idempotent: true,
    undo: 'agent_repairs_switch',
  },
};
