/**
 * `POST /a2a/notices/{noticeId}`: push notifications from remote agents for tasks that the gateway waits for (1.0
 * §4.3.3).
 */
import type { JsonObject } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import { createReply } from '../../../transport/http-reply.js';
import { readJsonBody } from '../../../transport/json-body.js';
import type { Route, RouteDescription } from '../../../transport/route.js';
import type { NotificationInbox } from '../notification-inbox.js';
import { noticesPath } from '../notification-inbox.js';
import { a2aHeaders } from '../wire.js';

/** Dependencies of the notification route. */
export interface NoticePorts {
  notices: NotificationInbox;
  bodyBytes: number;
}

const described: RouteDescription = {
  operationId: 'a2a_notice_take',
  tag: 'invocation',
  summary: 'Notify the gateway that one of your tasks has changed.',
  description:
    'Makes the gateway poll a task that it waits for. Use this as an A2A agent that received this ' +
    'address and a token as a push notification configuration. Do not use it to send results: the ' +
    'gateway reads them from the task itself. A repeated notification only causes one more poll.',
  parameters: [
    {
      name: 'noticeId',
      in: 'path',
      required: true,
      description: 'Last segment of the address in the configuration.',
      schema: { type: 'string', minLength: 1, maxLength: 100 },
      example: '01989b1e-2f00-7000-8000-000000000000',
    },
    {
      name: 'X-A2A-Notification-Token',
      in: 'header',
      required: true,
      description: 'The token of the configuration.',
      schema: { type: 'string', minLength: 1, maxLength: 200 },
    },
  ],
  requestBody: {
    description: 'The change; its content is not evaluated.',
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          description: 'A task, a status update, an artifact update or a message.',
          additionalProperties: true,
        },
        examples: {
          ended: {
            summary: 'A task has ended',
            value: { statusUpdate: { taskId: 'task-1', status: { state: 'TASK_STATE_COMPLETED' } } },
          },
        },
      },
      'application/a2a+json': { schema: { type: 'object', description: 'The same.', additionalProperties: true } },
    },
  },
  responses: { '204': { description: 'Taken.' } },
  failures: [400, 404, 413, 415],
  agent: { read_only: false, side_effects: ['the gateway polls the task at the agent'], idempotent: true },
};

/** The route that receives notifications. */
export function createNoticeRoute({ notices, bodyBytes }: NoticePorts): Route {
  return {
    method: 'POST',
    path: `${noticesPath}/{noticeId}`,
    budget: 'write',
    access: 'anyone',
    unlisted: true,
    describe: described,
    async handle({ request, params }) {
      // Check the token before reading the body, so that unauthenticated senders cannot make the server read one.
      const known = notices.receive(params.noticeId ?? '', request.headers.get(a2aHeaders.token) ?? '');
      if (!known) throw new Failure('NOT_FOUND', { message: 'No call waits for a notification with this token.' });
      const notice = (await readJsonBody(request, { bytes: bodyBytes })) as JsonObject;
      if (!isJsonObject(notice))
        throw new Failure('INVALID_INPUT', { message: 'A notification must be a JSON object.' });
      return createReply(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
    },
  };
}
