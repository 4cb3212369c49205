/** What long-running operations add to the description: 202 with its headers, and the routes of an operation. */
import type { JsonObject } from '@dragoman/model';
import type { Describe } from '../../describing/description-draft.js';
import { retryAfterHeader } from '../../describing/headers.js';
import type { OperationDraft } from '../../describing/operation-draft.js';
import { webhookHeader } from './operation-webhooks.js';

/** Describes the routes below `path`, and every operation whose author describes the status 202. */
export function describeOperations(path: string, sendsWebhooks: boolean): Describe {
  const route = `${path}/{operation_id}`;
  return (draft) => {
    const idOf = (part: string) => draft.operations.find(({ url }) => isRoute(url, `${path}/{}${part}`))?.id;
    draft.addOperation('get', `${route}/result`, readResult);
    draft.addOperation('post', `${route}/cancel`, cancelOperation(path));
    draft.addOperation('get', route, readOperation(path, idOf('/result'), idOf('/cancel')));
    const starting = draft.operations.filter(({ statuses }) => statuses.includes('202'));
    for (const operation of starting) describeStart(operation, { path, idOf, sendsWebhooks });
    for (const operation of draft.operations) {
      const isStatus = operation.isRead && isRoute(operation.url, `${path}/{}`);
      if (isStatus) operation.addHeaders(/^200$/, retryAfterHeader);
      if (isStatus || isRoute(operation.url, `${path}/{}/cancel`)) describeStatus(operation);
    }
  };
}

/** The body of the status, where its author has not described it. */
function describeStatus(operation: OperationDraft): void {
  operation.changeResults(({ schema, example }, parts) => ({
    example,
    schema: schema ?? parts.share('schemas', schemaName, operationSchema, true),
  }));
}

interface Start {
  path: string;
  idOf(part: string): string | undefined;
  sendsWebhooks: boolean;
}

function describeStart(operation: OperationDraft, { path, idOf, sendsWebhooks }: Start): void {
  const [read, cancel] = [idOf(''), idOf('/cancel')];
  operation.addContent('202', (parts) => ({
    schema: parts.share('schemas', schemaName, operationSchema, true),
    example: exampleOf('queued', path),
  }));
  const description = 'URL of the operation; read it until its state is final.';
  operation.addHeaders(/^202$/, { Location: { description, schema: { type: 'string', maxLength: 500 } } });
  operation.addHeaders(/^202$/, retryAfterHeader);
  operation.addMetadata({
    ...(cancel === undefined ? {} : { cancel }),
    ...(read === undefined ? {} : { next: [read] }),
  });
  if (!sendsWebhooks) return;
  operation.addParameter({
    name: webhookHeader,
    in: 'header',
    description: 'URL that gets a signed notification when the operation ends.',
    schema: { type: 'string', format: 'uri', maxLength: 2_000 },
  });
}

function isRoute(url: string, route: string): boolean {
  return url.replace(/\{[^{}]*\}/g, '{}').endsWith(`description${route}`);
}

const schemaName = 'LongRunningOperation';

const idParameter: JsonObject = {
  name: 'operation_id',
  in: 'path',
  required: true,
  description: 'Id from the response that started the operation.',
  schema: { type: 'string', maxLength: 200 },
  example: '7d9f4a52-0d0c-4b7e-9a52-3f1f6c1d2b11',
};

/** The author may have described the other routes under names of their own. */
function readOperation(path: string, result: string | undefined, cancel: string | undefined): JsonObject {
  const instead = result === undefined ? 'follow links.result' : `use ${result}`;
  return {
    operationId: 'operation_read',
    summary: 'Read the status of a long-running operation',
    description: `Use this when a call has answered 202 with an operation; ask again after retry_after seconds until the state is final. Do not use it to read the result; ${instead} instead. No side effects.`,
    parameters: [idParameter],
    'x-agent': { read_only: true, next: [result, cancel].flatMap((id) => id ?? []) },
    responses: {
      '200': {
        description: 'The status of the operation.',
        content: { 'application/json': { example: exampleOf('succeeded', path) } },
      },
    },
  };
}

const readResult: JsonObject = {
  operationId: 'operation_result_read',
  summary: 'Read the result of a finished operation',
  description:
    'Use this when operation_read says succeeded and links here. Do not use it before; the answer is 409 until the end. No side effects.',
  parameters: [idParameter],
  'x-agent': { read_only: true },
  responses: {
    '200': {
      description: 'The result, as the operation that was started describes it.',
      content: {
        'application/json': {
          schema: { type: 'object', description: 'The result.', additionalProperties: {} },
          example: { rows: 3 },
        },
      },
    },
    '303': { description: 'The result is at the URL in Location.' },
    '409': { description: 'The operation has not ended, or was canceled.' },
  },
};

const cancelOperation = (path: string): JsonObject => ({
  operationId: 'operation_cancel',
  summary: 'Cancel an operation that has not ended',
  description:
    'Use this when nobody needs the result any more. Do not use it after the end; there is nothing left to cancel. The state changes from queued or running to cancelled. Side effect: the work is stopped.',
  parameters: [idParameter],
  'x-agent': { side_effects: ['Stops the work'], risk: { irreversible: false }, next: ['operation_read'] },
  responses: {
    '200': {
      description: 'The canceled operation.',
      content: {
        'application/json': { example: exampleOf('cancelled', path) },
      },
    },
    '409': { description: 'The operation has already ended.' },
  },
});

function exampleOf(state: string, path: string): JsonObject {
  const self = `${path}/${String(idParameter.example)}`;
  const isOpen = state === 'queued';
  return {
    operation_id: idParameter.example ?? '',
    state,
    created_at: '2026-06-01T09:00:00Z',
    ...(isOpen ? { retry_after: 1 } : { ended_at: '2026-06-01T09:00:02Z' }),
    links: {
      self,
      ...(isOpen ? { cancel: `${self}/cancel` } : {}),
      ...(state === 'succeeded' ? { result: `${self}/result` } : {}),
    },
  };
}

const link = (description: string) => ({ type: 'string', format: 'uri-reference', maxLength: 500, description });
const time = (description: string) => ({ type: 'string', format: 'date-time', description });

const operationSchema: JsonObject = {
  type: 'object',
  description: 'A running or finished operation.',
  required: ['operation_id', 'state', 'created_at', 'links'],
  properties: {
    operation_id: { type: 'string', maxLength: 200, description: 'Id of the operation.' },
    state: {
      type: 'string',
      enum: ['queued', 'running', 'succeeded', 'failed', 'cancelled', 'interrupted'],
      description: 'The state; the last four are final.',
    },
    created_at: time('When the operation was started.'),
    ended_at: time('When it ended.'),
    retry_after: { type: 'integer', minimum: 0, description: 'Seconds to wait before the next request.' },
    links: {
      type: 'object',
      description: 'URLs of the next actions.',
      required: ['self'],
      properties: {
        self: link('This operation.'),
        cancel: link('Cancels it; absent once it has ended.'),
        result: link('The result; present once it has succeeded.'),
      },
    },
    problem: {
      type: 'object',
      description: 'Why it failed.',
      required: ['code'],
      properties: {
        code: { type: 'string', maxLength: 100, description: 'Stable code.' },
        detail: { type: 'string', maxLength: 2_000, description: 'What went wrong.' },
        retryable: { type: 'boolean', description: 'Whether starting the operation again may help.' },
      },
    },
  },
};
