/** How the routes of payload capture are described. */
import type { Route } from '@dragoman/core/http';
import {
  agentParameter,
  closedSchema,
  dryRunAnswer,
  dryRunMetadata,
  dryRunParameters,
  fieldsParameter,
  nextLinkHeader,
  pageSchema,
} from '@dragoman/core/http';
import { capturedExample, capturedSchema, captureExample, captureSchema } from './capture-schemas.js';
import { pageParameters } from './cursor-page.js';
import { dryRunResultSchema } from './dry-run.js';

const stateContent = (summary: string) => ({
  'application/json': { schema: captureSchema, examples: { on: { summary, value: captureExample } } },
});

/** Description of `GET /agents/{id}/capture`. */
export const describeCaptureRead: Route['describe'] = {
  operationId: 'agent_capture_read',
  tag: 'operation',
  summary: 'Read whether payloads of one service are captured.',
  description:
    'Says whether what callers send to a service and receive from it is captured for a while, and until when; everyone who sees the service may know. Owner and administrators also see who switched it on and how many calls were captured. ' +
    'Use it before you send something confidential, or to see whether a capture still runs. Do not use it to read captured calls: use agent_captures_list instead. No side effects.',
  parameters: [agentParameter()],
  responses: { '200': { description: 'The state.', content: stateContent('Captured for fifteen minutes') } },
  failures: [404],
  agent: { read_only: true, next: ['agent_capture_start', 'agent_captures_list'] },
};

/** Description of `GET /agents/{id}/captures`. */
export const describeCapturesList: Route['describe'] = {
  operationId: 'agent_captures_list',
  tag: 'operation',
  summary: 'List the captured calls of one of your services.',
  description:
    'Lists calls with their input and output, newest first, while payloads are captured; secrets are removed, and of large payloads only the beginning is kept. Only for the owner of the service and administrators. ' +
    'Use it to see what callers really send. Do not use it to find calls: use audit_search instead. No side effects.',
  parameters: [agentParameter(), ...pageParameters, fieldsParameter('each call', 'id,at,operation')],
  responses: {
    '200': {
      description: 'A page of calls; empty when nothing is captured.',
      headers: nextLinkHeader,
      content: {
        'application/json': {
          schema: pageSchema({ member: 'items', items: capturedSchema, count: 'Number of captured calls.' }),
          examples: { one: { summary: 'One call', value: { items: [capturedExample], count: 1, top: 20 } } },
        },
      },
    },
  },
  failures: [400, 403, 404],
  agent: { read_only: true, order: 'at desc', untrusted: ['/items/*/input', '/items/*/output', '/items/*/operation'] },
};

/** Description of `PUT /agents/{id}/capture`. */
export const describeCaptureStart: Route['describe'] = {
  operationId: 'agent_capture_start',
  tag: 'operation',
  summary: 'Capture the payloads of one of your services for some minutes.',
  description:
    'Captures input and output of every call of the service until the time ends, at most 100 calls, without secrets; then all of it is removed. Again: the time starts again, and what was captured stays. ' +
    'Use it to find out why calls fail. Do not use it as a log: the audit log records every call without its payloads. Side effects: payloads of callers are stored for a while; the switch is audited.',
  parameters: [agentParameter(), ...dryRunParameters],
  requestBody: {
    description: 'For how long.',
    required: true,
    content: {
      'application/json': {
        schema: closedSchema(
          'For how long.',
          { minutes: { type: 'integer', minimum: 1, default: 15, description: 'Minutes; at most max_minutes.' } },
          [],
        ),
        examples: { quarter: { summary: 'A quarter of an hour', value: { minutes: 15 } } },
      },
    },
  },
  responses: {
    '200': {
      description: 'The state after the change, or the result of a dry run.',
      content: {
        'application/json': {
          schema: { description: 'The state, or the result of a dry run.', anyOf: [captureSchema, dryRunResultSchema] },
          examples: { on: { summary: 'Captured from now on', value: captureExample } },
        },
      },
    },
  },
  failures: [400, 403, 404, 409, 413, 415],
  agent: {
    read_only: false,
    side_effects: ['stores payloads of callers for some minutes'],
    undo: 'agent_capture_stop',
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: false },
    idempotent: true,
  },
};

/** Description of `DELETE /agents/{id}/capture`. */
export const describeCaptureStop: Route['describe'] = {
  operationId: 'agent_capture_stop',
  tag: 'operation',
  summary: 'Stop capturing payloads of one of your services, and remove them.',
  description:
    'Ends the capture and removes everything that was captured; nothing happens when it is off. Use it as soon as you have seen what you need. Do not use it to delete audit records: they have no payloads. Side effects: captured payloads are gone for good; the switch is audited.',
  parameters: [agentParameter(), ...dryRunParameters],
  responses: {
    '200': dryRunAnswer(dryRunResultSchema, {
      deleted: {
        summary: 'Everything captured would be removed.',
        value: {
          dry_run: true,
          would_change: true,
          reversible: false,
          outcome: 'deleted',
          changes: ['Stops the capture and deletes the stored payloads.'],
        },
      },
    }),
    '204': { description: 'Nothing is captured any more.' },
  },
  failures: [400, 403, 404],
  agent: {
    read_only: false,
    side_effects: ['removes captured payloads'],
    risk: { irreversible: true, requires_confirmation: false },
    dry_run: dryRunMetadata,
    idempotent: true,
  },
};
