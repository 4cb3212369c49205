/** Agent-Friendly Profile reports: which rules fail upstream, and which of those the gateway repairs. */
import type { BrowsePorts } from '@dragoman/core/engine';
import { readEntry } from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import { agentParameter, fieldsParameter, jsonReply, pickFields, readFields, readJsonBytes } from '@dragoman/core/http';
import type { DescriptionEvaluator, EntryEvaluator } from '../profile/evaluate.js';
import type { EntryProfile, Profiles } from '../profile/profile-entry.js';
import { createProfiles } from '../profile/profile-entry.js';
import type { JobRequest } from '../threads/create-thread-pool.js';
import { profileMembers, profileSchema, viewProfile } from './profile-view.js';

/** Dependencies of the routes. */
export interface ProfileRoutePorts extends BrowsePorts {
  /** Maximum size of a description to evaluate, in bytes. */
  bodyBytes: number;
  evaluateEntry: EntryEvaluator;
  evaluateDescription: DescriptionEvaluator;
}

/** Creates both routes. */
export function createProfileRoutes(ports: ProfileRoutePorts): Route[] {
  const path = '/agents/{id}/profile';
  const profiles = createProfiles(ports.evaluateEntry, ports.evaluateDescription);
  const common = { path, budget: 'search', access: 'registry:read' } as const;
  return [
    { ...common, method: 'GET', describe: describeRead, handle: (context) => read(ports, context, profiles) },
    {
      ...common,
      method: 'POST',
      bodyBytes: ports.bodyBytes,
      describe: describeEvaluate,
      handle: (context) => evaluate(ports, context, profiles),
    },
  ];
}

async function read(ports: ProfileRoutePorts, context: RouteContext, profiles: Profiles): Promise<HttpReply> {
  const stored = await readEntry(ports, context.params.id ?? '', context.caller);
  return answer(context, stored.entry.id, await profiles.ofEntry(stored, jobRequest(context)));
}

async function evaluate(ports: ProfileRoutePorts, context: RouteContext, profiles: Profiles): Promise<HttpReply> {
  const stored = await readEntry(ports, context.params.id ?? '', context.caller);
  const body = await readJsonBytes(context.request, ports.bodyBytes);
  return answer(context, stored.entry.id, await profiles.ofDescription(stored, body, jobRequest(context)));
}

function jobRequest({ caller, signal }: RouteContext): JobRequest {
  return { caller: caller.subject, signal };
}

function answer({ url }: RouteContext, id: string, profile: EntryProfile): HttpReply {
  const fields = readFields(url, profileMembers);
  const headers = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization' };
  return jsonReply(pickFields(viewProfile(id, profile), fields), { headers });
}

const parameters = [agentParameter(), fieldsParameter('the answer', 'score,counts,label')];

const responses = {
  '200': { description: 'The report.', content: { 'application/json': { schema: profileSchema } } },
};

const describeRead: Route['describe'] = {
  operationId: 'agent_profile_read',
  tag: 'discovery',
  summary: 'Read the Agent-Friendly Profile report of one service.',
  description:
    'Reports for each rule whether it holds, fails upstream, or fails upstream and is repaired by the gateway, with the scores before and after repair and the fourteen conditions of the label. ' +
    'Use this to see what callers of a service can rely on. Do not use it to switch repairs: use agent_repairs_switch instead. No side effects. ' +
    'The report is based on the stored entry; send the full description with agent_profile_judge to evaluate the remaining rules.',
  parameters,
  responses,
  failures: [400, 404, 422, 503],
  agent: { read_only: true, next: ['agent_repairs_read', 'agent_profile_judge'] },
};

const describeEvaluate: Route['describe'] = {
  operationId: 'agent_profile_judge',
  tag: 'discovery',
  summary: 'Evaluate a description of one service against the Agent-Friendly Profile.',
  description:
    'Evaluates the description in the request, including error bodies and headers, with the repairs that are on for the service. Use this when agent_profile_read leaves rules undetermined. ' +
    'Do not use it to change the service: use agents_replace instead. No side effects; nothing is stored.',
  parameters,
  requestBody: {
    description: 'The description: OpenAPI 3.x, or a list of tools.',
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          title: 'DescriptionToJudge',
          description: 'The description.',
          required: ['document'],
          properties: {
            document: { type: 'object', description: 'The document, unchanged.', additionalProperties: true },
          },
          additionalProperties: false,
        },
        examples: {
          short: {
            summary: 'A short OpenAPI document',
            value: {
              document: {
                openapi: '3.1.0',
                info: { title: 'Pier weather', version: '1' },
                paths: { '/wind': { get: { operationId: 'wind_read', responses: { '200': { description: 'OK' } } } } },
              },
            },
          },
        },
      },
    },
  },
  responses,
  failures: [400, 404, 413, 415, 422, 503],
  agent: { read_only: true, next: ['agent_repairs_switch'] },
};
