/** How approvals are described in the server's own API description. */
import { approvalStates } from '@dragoman/core/engine';
import type { Route } from '@dragoman/core/http';
import {
  closedSchema,
  dryRunMetadata,
  dryRunParameters,
  fieldsParameter,
  idParameter,
  nextLinkHeader,
  pageSchema,
  textSchema,
  timeSchema,
  wholeSchema,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { pageParameters } from '../cursor-page.js';
import { type DryRunResult, withDryRun } from '../dry-run.js';
import { maxNoteLength } from './approval-request.js';

/** Maximum seconds for which a read waits. */
export const maxWaitSeconds = 30;

const properties: JsonObject = {
  id: textSchema('Id of the approval.'),
  state: textSchema(
    'pending: it waits; approved: the call may be made once; declined: the call is refused for a while; used: the call was made; expired: nobody decided in time, or the call was not made in time.',
    { enum: [...approvalStates] },
  ),
  agent: textSchema('Id of the service.'),
  operation: textSchema('Name of the operation.'),
  version: wholeSchema('Version of the operation.'),
  impact: textSchema('Side effects, as the provider declares them.', {
    enum: ['informational', 'reversible', 'irreversible', 'unknown'],
  }),
  method: textSchema('HTTP method of the request to the service.'),
  target: textSchema('URL that would be called.'),
  caller: textSchema('Subject of the caller.'),
  actor: textSchema('Who acts for the caller, if its token says so.'),
  input: {
    type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
    additionalProperties: true,
    items: {},
    description: 'The arguments; secrets are masked. The approval is bound to exactly these, by input_hash.',
  },
  input_cut: { type: 'boolean', description: 'True: the arguments are too large to be shown whole, and are text.' },
  input_hash: textSchema('SHA-256 of the canonical arguments.'),
  created_at: timeSchema('When the call was made first.'),
  expires_at: timeSchema('Until when the state holds.'),
  decided_at: timeSchema('When a person decided.'),
  decided_by: textSchema('Subject of the person who decided.'),
  note: textSchema('What that person wrote.'),
  used_at: timeSchema('When the approved call was made.'),
  may_decide: { type: 'boolean', description: 'True when you may decide on it now.' },
};

/** Members of an approval, for field selection. */
export const approvalMembers: readonly string[] = Object.keys(properties);

const approvalSchema = closedSchema('A call that waits or waited for a person.', properties);

const example: JsonObject = {
  id: '0192f5a0-7c1b-7e2a-9d3c-5b8e4f6a1c20',
  state: 'pending',
  agent: 'freight-desk',
  operation: 'cancel_booking',
  version: 1,
  impact: 'irreversible',
  method: 'POST',
  target: 'https://freight.example/bookings/cancel',
  caller: 'night-agent',
  input: { booking: 'B-1001' },
  input_hash: '3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b',
  created_at: '2026-01-01T12:00:00.000Z',
  expires_at: '2026-01-01T13:00:00.000Z',
  may_decide: true,
};

const content = (value: JsonObject) => ({
  'application/json': {
    schema: approvalSchema,
    examples: { cancellation: { summary: 'A cancellation.', value } },
  },
});

const approvalParameter = idParameter('Id of the approval.', { example: String(example.id) });

/** Description of `GET /approvals`. */
export const describeList: Route['describe'] = {
  operationId: 'approvals_list',
  tag: 'invocation',
  summary: 'List calls that wait for a person, and decisions on them.',
  description:
    'Lists your own calls that wait or waited for a person, calls of services that you own, and all of them with the scope approvals:decide, newest first. ' +
    'Use this to find what to decide. Do not use it to see all that happened: use audit_list instead. No side effects.',
  parameters: [
    {
      name: 'state',
      in: 'query',
      description: 'Only approvals in this state.',
      schema: { type: 'string', enum: [...approvalStates] },
    },
    {
      name: 'agent',
      in: 'query',
      description: 'Only calls of this service.',
      schema: { type: 'string', maxLength: 512 },
    },
    ...pageParameters,
    fieldsParameter('each approval', 'id,state,agent,operation'),
  ],
  responses: {
    '200': {
      description: 'A page of approvals; empty when nothing waits.',
      headers: nextLinkHeader,
      content: {
        'application/json': {
          schema: pageSchema({ member: 'items', items: approvalSchema }),
          examples: { cancellation: { summary: 'A cancellation waits.', value: { items: [example], top: 20 } } },
        },
      },
    },
  },
  failures: [400, 406],
  agent: {
    read_only: true,
    order: 'created_at desc, id desc',
    untrusted: ['/items/*/input'],
    next: ['approvals_decide'],
  },
};

/** Description of `GET /approvals/{id}`. */
export const describeRead: Route['describe'] = {
  operationId: 'approvals_read',
  tag: 'invocation',
  summary: 'Read a call that waits for a person, or wait for the decision.',
  description:
    'Returns the state of an approval and the exact arguments that it is bound to. With wait, a pending one is answered when it is decided, or when the time is up. ' +
    'Use this while a call of yours waits; once it is approved, send the same call again. Do not use it to make the call. No side effects.',
  parameters: [
    approvalParameter,
    {
      name: 'wait',
      in: 'query',
      description: 'Seconds to wait for a decision.',
      schema: { type: 'integer', minimum: 0, maximum: maxWaitSeconds, default: 0 },
    },
    fieldsParameter('the approval', 'id,state'),
  ],
  responses: { '200': { description: 'The approval.', content: content(example) } },
  failures: [400, 404, 406],
  agent: { read_only: true, untrusted: ['/input'], next: ['approvals_decide'] },
};

/** What a dry run of a decision reports. */
export function decisionDryRun(decision: 'approve' | 'decline', call: string): DryRunResult {
  const changes = [
    decision === 'approve'
      ? `Lets the waiting caller call ${call} once, with these arguments.`
      : `Refuses the call of ${call}, and the same call for a while.`,
  ];
  return { would_change: true, reversible: false, outcome: 'updated', changes };
}

/** Description of `POST /approvals/{id}/decision`. */
export const describeDecide: Route['describe'] = {
  operationId: 'approvals_decide',
  tag: 'invocation',
  summary: 'Approve or decline a call that waits for a person.',
  description:
    'An approved call can be made once by the caller that waits, with exactly these arguments. A declined one is refused for a while. ' +
    'It takes the scope approvals:decide, or the owner of the service; nobody decides on a call of their own, except in the console and on a server in open mode. ' +
    'Use this after you have read the arguments. Do not use it to make the call. Side effects: the decision is recorded in the audit log and cannot be taken back.',
  parameters: [approvalParameter, ...dryRunParameters],
  requestBody: {
    description: 'The decision.',
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          description: 'A decision.',
          required: ['decision'],
          properties: {
            decision: { type: 'string', enum: ['approve', 'decline'], description: 'The decision.' },
            note: textSchema('Why; the caller of a declined call reads it.', {
              minLength: 1,
              maxLength: maxNoteLength,
            }),
          },
          additionalProperties: false,
        },
        examples: { decline: { summary: 'Decline it.', value: { decision: 'decline', note: 'Not this booking.' } } },
      },
    },
  },
  responses: {
    '200': withDryRun(
      {
        description: 'The approval after the decision.',
        schema: approvalSchema,
        examples: {
          approved: {
            summary: 'Approved',
            value: {
              ...example,
              state: 'approved',
              decided_at: '2026-01-01T12:05:00.000Z',
              decided_by: 'olga',
              may_decide: false,
            },
          },
        },
      },
      decisionDryRun('approve', 'book of harbour-desk'),
    ),
  },
  failures: [400, 403, 404, 406, 409, 413, 415],
  agent: {
    read_only: false,
    side_effects: ['lets a call be made once, or refuses it'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: false },
    untrusted: ['/input'],
    next: ['approvals_read'],
  },
};
