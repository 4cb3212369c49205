/** `POST /a2a/notices/{noticeId}`: remote agents tell of tasks that the gateway waits for (1.0 §4.3.3). */
import type { JsonObject } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import { createReply } from '../../../transport/http-reply.js';
import { readJsonBody } from '../../../transport/json-body.js';
import type { Route, RouteDescription } from '../../../transport/route.js';
import type { NoticeDesk } from '../notice-desk.js';
import { noticesPath } from '../notice-desk.js';
import { a2aHeaders } from '../wire.js';

/** What taking notices needs. */
export interface NoticePorts {
  notices: NoticeDesk;
  bodyBytes: number;
}

const described: RouteDescription = {
  operationId: 'a2a_notice_take',
  tag: 'invocation',
  summary: 'Tell the gateway that a task of yours has changed.',
  description:
    'Has the gateway ask you how a task stands that it waits for. Use this as an A2A agent that was given this address and a token as a push notification configuration. ' +
    'Do not use it to send results: the gateway reads them from the task itself. A notice that comes twice causes one more question and nothing else.',
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
    description: 'What changed; only that something did counts.',
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
  agent: { read_only: false, side_effects: ['the gateway asks the agent for the task'], idempotent: true },
};

/** The route that takes notices. */
export function createNoticeRoute({ notices, bodyBytes }: NoticePorts): Route {
  return {
    method: 'POST',
    path: `${noticesPath}/{noticeId}`,
    budget: 'write',
    access: 'public',
    unlisted: true,
    describe: described,
    async handle({ request, params }) {
      // Asked before the body is read, so that strangers have nothing read.
      const known = notices.receive(params.noticeId ?? '', request.headers.get(a2aHeaders.token) ?? '');
      if (!known) throw new Failure('NOT_FOUND', { message: 'Nobody waits here for a notice with this token.' });
      const notice = (await readJsonBody(request, { bytes: bodyBytes })) as JsonObject;
      if (!isJsonObject(notice)) throw new Failure('INVALID_INPUT', { message: 'A notice is a JSON object.' });
      return createReply(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
    },
  };
}
